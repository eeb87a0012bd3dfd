import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { activityFile, type ActivityEntry } from '#calls/activity.ts';
import { ACTIONS } from '#kernel/activity.ts';
import { dayOfInstant } from '#kernel/dates.ts';
import type { Registry } from '#kernel/registry.ts';
import { spokenSpan } from '#web/generic/filters/day-span.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { ChoiceFilter, DaysFilter } from '#web/generic/list/filter-bar.tsx';
import { Chip, Chips } from '#web/generic/list/filter-chips.tsx';
import { useListState, writeListState } from '#web/generic/list-state.ts';
import { loadOf } from '#web/generic/use-load.ts';
import { EntryFilters } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { activityQuery } from './activity.ts';
import { Entry } from './entry.tsx';
import { keptWords } from './kept-words.ts';
import { PersonFilter, PersonName } from './person-filter.tsx';
import { dayWords } from './day-words.ts';
import classes from './activity.module.css';

const DONE = {
  create: 'Added',
  import: 'Imported',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
};
const DONE_CHOICES = ACTIONS.map((action) => ({ value: action, label: DONE[action] }));
const FILTERS = ['person', 'model', 'action', 'at'];

/** /auth/activity: everything that was changed, by whom, and what was there before. */
export function ActivityPage({ registry }: { registry: Registry }) {
  const [state, change] = useListState();
  const known = Object.entries(state.filters).filter(([key]) => FILTERS.includes(key));
  const filters = Object.fromEntries(known);
  const { person = '', model = '', action = '', at = '' } = filters;
  const query = writeListState({ page: 1, perPage: state.perPage, sort: null, q: '', filters });
  delete query.per_page;
  const result = useInfiniteQuery(activityQuery(query));
  const load = loadOf(result);
  const resource = registry.find(model);
  const models = registry.all
    .filter(({ source, actions }) => source === 'table' && actions.includes('read'))
    .map(({ name, label }) => ({ value: name, label: label[1] }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1));
  const labels: [key: string, label: string, value: React.ReactNode][] = [
    ['person', 'Person', <PersonName key="person" email={person} />],
    ['model', 'Model', resource?.label[1] ?? model],
    ['action', 'Change', DONE_CHOICES.find(({ value }) => value === action)?.label ?? action],
    ['at', 'When', spokenSpan(at)],
  ];
  const set = labels.filter(([key]) => filters[key]);
  const total = dataOf(load);
  return (
    <>
      <PageHeader
        title="Activity"
        description="Everything that was changed, by whom, and what was there before."
        actions={<FileButton path={activityFile.path} query={query} label="Download CSV" />}
      />
      <EntryFilters label="Activity">
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
      <div className={classes.summary}>
        {set.length > 0 && (
          <Chips onClear={change.clearFilters}>
            {set.map(([key, label, value]) => (
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
              title={set.length > 0 ? 'No change matches' : 'Nothing has been changed yet'}
              action={
                set.length > 0 && (
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

const countWords = ({ total, more }: { total: number; more: boolean }) =>
  `${grouped(total)}${more ? '+' : ''} ${total === 1 ? 'change' : 'changes'}`;

/** The entries by the days of the reader's calendar. */
function Days({ entries, registry }: { entries: readonly ActivityEntry[]; registry: Registry }) {
  const days = Map.groupBy(entries, ({ at }) => dayOfInstant(new Date(at), 'local'));
  return [...days].map(([day, own]) => (
    <section key={day} aria-labelledby={`day-${day}`} className={classes.day}>
      <h2 id={`day-${day}`}>{dayWords(day)}</h2>
      <ul className={classes.entries}>
        {own.map((entry) => (
          <Entry key={entry.id} entry={entry} resource={registry.get(entry.model)} />
        ))}
      </ul>
    </section>
  ));
}
