import { useId, type ReactNode } from 'react';
import { TypedInput } from '#web/generic/filters/typed-input.tsx';
import screen from '#web/generic/record/record-screen.module.css';
import { Pages } from '#web/ui/entries.tsx';
import { grouped } from '#web/ui/grouped.ts';
import { dataOf, Loaded, type Load } from '#web/ui/loaded.tsx';
import { PART_SIZE, type Asked, type PageMeta } from './directory.ts';
import type { PartChange } from './use-part.ts';
import classes from './directory.module.css';

interface CardProps {
  title: string;
  /** Beside the title. */
  count?: number;
  /** Beside these, at the right. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of a record under its heading. */
export function Card({ title, count, tools, children }: CardProps) {
  const id = useId();
  return (
    <section className={screen.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={classes.count}>{grouped(count)}</span>}
        {tools && <div className={classes.cardTools}>{tools}</div>}
      </div>
      {children}
    </section>
  );
}

interface PartProps<Answer> {
  title: string;
  /** What the rows are, within a sentence: 'members'. */
  things: string;
  load: Load<Answer>;
  asked: Asked;
  change: PartChange;
  /** Beside the search. */
  tools?: ReactNode;
  /** What is said where there is none at all. */
  none: string;
  /** Something beside the search narrows it. */
  narrowed?: boolean;
  children: (answer: Answer) => ReactNode;
}

/** A list that belongs to a record: searched, in pages, with what went wrong and Retry in its place. */
export function Part<Answer extends PageMeta>(props: PartProps<Answer>) {
  const { title, things, load, asked, change, tools, none, narrowed = false, children } = props;
  const total = dataOf(load)?.meta.total;
  const isSearched = asked.q !== '' || narrowed;
  return (
    <Card
      title={title}
      count={total}
      tools={
        (isSearched || total !== 0) && (
          <>
            {tools}
            <TypedInput
              label={`Search ${things}`}
              placeholder="Search"
              value={asked.q}
              onChange={change.setQ}
            />
          </>
        )
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
                page={asked.page}
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
