import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { listQuery, type RecordRow } from '#web/data/queries.ts';
import { FormattedText } from '#web/generic/kinds/formatted-text.tsx';
import { SearchFilter } from '#web/generic/list/filter-bar.tsx';
import { textOf } from '#web/generic/inputs/input-props.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { ErrorState, LoadingState } from '#web/ui/pages/states.tsx';
import classes from './reading-page.module.css';

/** More would be no reading; a search finds the others. */
const MOST = 1000;
const NO_CATEGORY = 'Other questions';

/** /auth/faqs-and-glossary: what people ask and what words mean, to be read and searched. */
export function ReadingPage() {
  const navigate = useNavigate();
  const q = useLocation({ select: (location) => textOf((location.search as Record<string, unknown>).q) });
  const search = (next: string) =>
    void navigate({
      to: '.',
      search: (next === '' ? {} : { q: next }) as never,
      replace: q !== '' && next !== '',
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title="FAQs and Glossary"
        description="What people ask the team, and what the words of the clouds mean."
      />
      <div className={classes.search} role="search" aria-label="FAQs and Glossary" data-on-paper>
        <SearchFilter value={q} onChange={search} />
      </div>
      <div className={classes.sides}>
        <Texts model="faqs" sort="category" heading="FAQs" q={q}>
          {(rows) => <Questions rows={rows} open={q !== ''} />}
        </Texts>
        <Texts model="glossaries" sort="term" heading="Glossary" q={q}>
          {(rows) => <Terms rows={rows} />}
        </Texts>
      </div>
    </>
  );
}

interface TextsProps {
  model: string;
  sort: string;
  heading: string;
  q: string;
  children: (rows: readonly RecordRow[]) => ReactNode;
}

/** The texts of a model that the search finds. */
function Texts({ model, sort, heading, q, children }: TextsProps) {
  const load = useLoad({
    ...listQuery(model, { page: 1, per_page: MOST, sort, ...(q !== '' && { q }) }),
    placeholderData: (previous) => previous,
  });
  return (
    <section aria-labelledby={model} aria-busy={load.is === 'loading'}>
      <h2 id={model} className={classes.heading}>
        {heading}
      </h2>
      {load.is === 'failed' && (
        <ErrorState error={load.error} title={`${heading} could not be loaded`} onRetry={load.retry} />
      )}
      {load.is === 'loading' && <LoadingState />}
      {load.is === 'loaded' && load.data.data.length === 0 && (
        <p className={classes.nothing}>
          {q === '' ? 'Nothing is written here yet.' : `Nothing here has '${q}' in it.`}
        </p>
      )}
      {load.is === 'loaded' && load.data.data.length > 0 && children(load.data.data)}
      {load.is === 'loaded' && load.data.meta.total > MOST && (
        <p className={classes.nothing}>{grouped(load.data.meta.total - MOST)} more; search to find them.</p>
      )}
    </section>
  );
}

/** Questions by their category; a search opens what it finds. */
function Questions({ rows, open }: { rows: readonly RecordRow[]; open: boolean }) {
  const categories = Map.groupBy(rows, ({ category }) => textOf(category));
  // Those without a category come last.
  const sorted = [...categories].toSorted(([a], [b]) => Number(a === '') - Number(b === ''));
  return sorted.map(([category, questions]) => (
    <section key={category} aria-label={category || NO_CATEGORY}>
      <h3 className={classes.category}>{category || NO_CATEGORY}</h3>
      {questions.map((row) => (
        // Entries that a search opens are closed again with it.
        <details key={`${row.id} ${open}`} open={open} className={classes.question}>
          <summary>{textOf(row.question)}</summary>
          <div className={classes.answer}>
            <FormattedText html={textOf(row.answer)} />
          </div>
        </details>
      ))}
    </section>
  ));
}

function Terms({ rows }: { rows: readonly RecordRow[] }) {
  return (
    <dl className={classes.terms}>
      {rows.map((row) => (
        <div key={row.id}>
          <dt>{textOf(row.term)}</dt>
          <dd>
            <FormattedText html={textOf(row.description)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
