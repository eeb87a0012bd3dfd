import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Due } from '#calls/my-cloud.ts';
import { grouped } from '#kernel/written.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import links from '#web/ui/plain-link.module.css';
import { TonedText } from '#web/ui/toned-text.tsx';
import { dueWords } from './due-words.ts';
import { DUE_PAGE, dueQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

/** What comes due, each with what to do. */
export function DuePart() {
  const [page, setPage] = useState(1);
  const load = useLoad(dueQuery(page));
  const total = dataOf(load)?.meta.total;
  return (
    <Card title="Due" head={total ? <span className={classes.count}>{grouped(total)}</span> : undefined}>
      <Loaded load={load} failed="What is due could not be loaded" height={120}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <p className={classes.none}>Nothing is due: nothing expires soon, and no tags are missing.</p>
          ) : (
            <>
              <ul className={classes.due} aria-label="Due">
                {data.map((due) => (
                  <DueEntry key={`${due.kind} ${due.id}`} due={due} />
                ))}
              </ul>
              <Pages
                what="what is due"
                page={page}
                pages={Math.ceil(meta.total / DUE_PAGE)}
                onPage={setPage}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function DueEntry({ due }: { due: Due }) {
  const { what, advice } = dueWords(due);
  return (
    <li>
      <div className={classes.dueHead}>
        <Link
          className={links.link}
          to="/auth/$action/$model/$modelId"
          params={{ action: 'view', model: due.model, modelId: String(due.id) }}
        >
          {due.title}
        </Link>
        <TonedText
          toned={{ tone: due.over ? 'bad' : 'warning', reason: due.over ? 'It is over.' : 'It is due.' }}
          reason="heard"
        >
          {what}
        </TonedText>
      </div>
      <p className={classes.advice}>{advice}</p>
    </li>
  );
}
