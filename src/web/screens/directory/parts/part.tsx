import type { ReactNode } from 'react';
import { TypedInput } from '#web/generic/filters/typed-input.tsx';
import { useLastPage } from '#web/generic/list/use-last-page.ts';
import type { PartQuery, PartChange } from '#web/generic/list/use-part.ts';
import { Card } from '#web/ui/card.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { dataOf, Loaded, type Load } from '#web/ui/pages/loaded.tsx';
import { PART_SIZE, type PageMeta } from '../directory.ts';
import classes from '../directory.module.css';

interface PartProps<Answer> {
  title: string;
  /** The name of the rows, within a sentence: 'members'. */
  things: string;
  load: Load<Answer>;
  query: PartQuery;
  change: PartChange;
  /** Beside the search. */
  tools?: ReactNode;
  /** The text where there is none at all. */
  none: string;
  /** Something beside the search narrows it. */
  narrowed?: boolean;
  children: (answer: Answer) => ReactNode;
}

/** A list that belongs to a record: searched, in pages, with what went wrong and Retry in its place. */
export function Part<Answer extends PageMeta>(props: PartProps<Answer>) {
  const { title, things, load, query, change, tools, none, narrowed = false, children } = props;
  useLastPage(load, { page: query.page, perPage: PART_SIZE, toPage: change.setPage });
  const total = dataOf(load)?.meta.total;
  const isSearched = query.q !== '' || narrowed;
  return (
    <Card
      title={title}
      head={
        <>
          {total !== undefined && <Count of={total} />}
          {(isSearched || total !== 0) && (
            <div className={classes.cardTools}>
              {tools}
              <TypedInput
                label={`Search ${things}`}
                placeholder="Search"
                value={query.q}
                onChange={change.setQ}
              />
            </div>
          )}
        </>
      }
    >
      <Loaded load={load} height={96} failed={`The ${things} could not be loaded`}>
        {(answer) =>
          answer.meta.total === 0 ? (
            <p className={classes.nothing}>{isSearched ? `No ${things} match.` : none}</p>
          ) : (
            <>
              {children(answer)}
              <Pages
                page={query.page}
                pages={Math.ceil(answer.meta.total / PART_SIZE)}
                onPage={change.setPage}
                what={things}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

/** How many there are, beside a heading. */
export function Count({ of }: { of: number }) {
  return <span className={classes.count}>{grouped(of)}</span>;
}

/** The rows of a part: what each is about, and beside it what of it. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

/** One of them. */
export function Row({ about, children }: { about: ReactNode; children?: ReactNode }) {
  return (
    <li>
      <div>{about}</div>
      {children && <div>{children}</div>}
    </li>
  );
}
