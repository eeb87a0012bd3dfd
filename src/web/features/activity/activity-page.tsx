import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { activityFile } from '#calls/activity.ts';
import { ACTIONS } from '#kernel/activity.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { spokenSpan } from '#web/generic/filters/day-span.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { ChoiceFilter, DaysFilter } from '#web/generic/list/filter-bar.tsx';
import { Chip, Chips } from '#web/generic/list/filter-chips.tsx';
import { useListState, writeListState, type ListStateChange } from '#web/generic/list-state.ts';
import { loadOf } from '#web/generic/use-load.ts';
import { EntryFilters } from '#web/ui/entries.tsx';
import { grouped, listed } from '#kernel/written.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { activityQuery } from './activity.ts';
import { PersonFilter, PersonName } from './person-filter.tsx';
import { Days } from './days.tsx';
import classes from './activity.module.css';

const DONE = {
  create: 'Added',
  import: 'Imported',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  comment: 'Commented',
  change_comment: 'Changed a comment',
  delete_comment: 'Deleted a comment',
};
const DONE_CHOICES = ACTIONS.map((action) => ({ value: action, label: DONE[action] }));
const FILTERS = ['person', 'model', 'action', 'at'];

type Filters = Readonly<Record<string, string>>;

/** /auth/activity: everything that was changed, by whom, and what was there before. */
export function ActivityPage({ registry }: { registry: Registry }) {
  const [state, change] = useListState();
  const known = Object.entries(state.filters).filter(([key]) => FILTERS.includes(key));
  const filters: Filters = Object.fromEntries(known);
  const query = writeListState({ page: 1, perPage: state.perPage, sort: null, q: '', filters });
  delete query.per_page;
  const result = useInfiniteQuery(activityQuery(query));
  const load = loadOf(result);
  const resource = registry.find(filters['model'] ?? '');
  const isFiltered = known.length > 0;
  const total = dataOf(load);
  return (
    <>
      <PageHeader
        title="Activity"
        description="Everything that was changed, by whom, and what was there before."
        actions={<FileButton path={activityFile.path} query={query} label="Download CSV" />}
      />
      <FilterInputs registry={registry} filters={filters} change={change} />
      <div className={classes.summary}>
        {isFiltered && (
          <Chips onClear={change.clearFilters}>
            {chipsOf(filters, resource).map(([key, label, value]) => (
              <Chip key={key} label={label} value={value} onRemove={() => change.setFilter(key, '')} />
            ))}
          </Chips>
        )}
        <p className={classes.count} role="status">
          {total && countWords(total)}
        </p>
      </div>
      <Loaded load={load} failed="The changes could not be loaded">
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'No change matches' : 'Nothing has been changed yet'}
              action={
                isFiltered && (
                  <Button variant="default" onClick={change.clearFilters}>
                    Show all
                  </Button>
                )
              }
            >
              {resource && keptWords([resource])}
            </EmptyState>
          ) : (
            <>
              <Days entries={entries} registry={registry} />
              {result.hasNextPage && (
                <Button
                  mt="md"
                  variant="default"
                  loading={result.isFetchingNextPage}
                  onClick={() => void result.fetchNextPage()}
                >
                  Show older changes
                </Button>
              )}
              <p className={classes.kept}>{keptWords(resource ? [resource] : registry.all)}</p>
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface FilterInputsProps {
  registry: Registry;
  filters: Filters;
  change: ListStateChange;
}

function FilterInputs({ registry, filters, change }: FilterInputsProps) {
  const { person = '', model = '', action = '', at = '' } = filters;
  const models = registry.all
    .filter(({ source, actions }) => source === 'table' && actions.includes('read'))
    .map(({ name, label }) => ({ value: name, label: label[1] }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1));
  return (
    <EntryFilters label="Activity" hasChips>
      <PersonFilter value={person} onChange={(value) => change.setFilter('person', value)} />
      <ChoiceFilter
        label="Model"
        choices={models}
        value={model}
        onChange={(value) => change.setFilter('model', value)}
      />
      <ChoiceFilter
        label="Change"
        choices={DONE_CHOICES}
        value={action}
        onChange={(value) => change.setFilter('action', value)}
      />
      <DaysFilter label="When" value={at} onChange={(value) => change.setFilter('at', value)} />
    </EntryFilters>
  );
}

/** The filters that are set, as their chips say them. */
function chipsOf(filters: Filters, resource: Resource | undefined) {
  const { person = '', model = '', action = '', at = '' } = filters;
  const labels: [key: string, label: string, value: ReactNode][] = [
    ['person', 'Person', <PersonName key="person" email={person} />],
    ['model', 'Model', resource?.label[1] ?? model],
    ['action', 'Change', DONE_CHOICES.find(({ value }) => value === action)?.label ?? action],
    ['at', 'When', spokenSpan(at)],
  ];
  return labels.filter(([key]) => filters[key]);
}

const countWords = ({ total, more }: { total: number; more: boolean }) =>
  `${grouped(total)}${more ? '+' : ''} ${total === 1 ? 'change' : 'changes'}`;

/** The models of which not everything is recorded; empty where nothing lacks. */
function keptWords(resources: readonly Resource[]): string {
  const named = (history: Resource['history']) =>
    resources.filter((one) => one.source === 'table' && one.history === history).map(({ label }) => label[1]);
  const [none, short] = [named('none'), named('short')];
  const sentences = [
    none.length > 0 && `No history is kept of ${listed(none)}.`,
    short.length > 0 &&
      `Of ${listed(short)} the history has what was changed, deleted and restored, and what people added, not what was booked or what a cloud has.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
