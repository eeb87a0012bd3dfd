import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EntryFilters, type PagesProps } from '#web/ui/entries.tsx';
import { Loaded, type Load } from '#web/ui/pages/loaded.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import type { ListState, ListStateChange } from '../list-state.ts';
import { ChoiceFilter, SearchFilter } from './filter-bar.tsx';
import { useLastPage } from './use-last-page.ts';

/** One of the ways to narrow a list beside its search. */
export interface ListChoice {
  /** Of the filter in the address, without its `by_`. */
  key: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  /** Empty for all. */
  value: string;
}

interface SearchedListProps<Answer> {
  /** The name of the list's content. */
  label: string;
  state: ListState;
  change: ListStateChange;
  choices: readonly ListChoice[];
  load: Load<Answer>;
  /** The facts about all of it; they are below the filters, which stay where they are once they come. */
  note?: ReactNode;
  /** The failed action: 'The mails could not be loaded'. */
  failed: string;
  /** The text where there is nothing: `none` at all, or nothing that `matches`. */
  empty: Record<'none' | 'matches', { title: string; text: string }>;
  children: (answer: Answer, pages: PagesProps) => ReactNode;
}

/** A list that is no model's, with its search and filters, which are in the address, and its pages. */
export function SearchedList<Answer extends { meta: { total: number } }>(props: SearchedListProps<Answer>) {
  const { label, state, change, choices, load, note, failed, empty, children } = props;
  useLastPage(load, { ...state, toPage: change.toPage });
  const filtered = state.q !== '' || choices.some(({ value }) => value !== '');
  const { title, text } = empty[filtered ? 'matches' : 'none'];
  return (
    <>
      <EntryFilters label={label}>
        <SearchFilter value={state.q} onChange={change.setQ} />
        {choices.map(({ key, ...choice }) => (
          <ChoiceFilter key={key} {...choice} onChange={(value) => change.setFilter(key, value)} />
        ))}
        {filtered && (
          <Button variant="subtle" color="gray" onClick={change.clearFilters}>
            Clear filters
          </Button>
        )}
      </EntryFilters>
      {note}
      <Loaded load={load} failed={failed}>
        {(answer) => {
          const { total } = answer.meta;
          if (total === 0) return <EmptyState title={title}>{text}</EmptyState>;
          const pages = Math.ceil(total / state.perPage);
          return children(answer, { page: state.page, pages, onPage: change.setPage });
        }}
      </Loaded>
    </>
  );
}
