import { REVIEW_STATES } from '#kernel/review.ts';
import type { Registry } from '#kernel/registry.ts';
import { ChoiceFilter } from '#web/generic/list/filter-bar.tsx';
import { useListState } from '#web/generic/list-state.ts';
import { waitingPage } from '#web/generic/peer-review/waiting-calls.ts';
import { STATES, WaitingEntry } from '#web/generic/peer-review/waiting-entry.tsx';
import classes from '#web/generic/peer-review/peer-review.module.css';
import { useLoad } from '#web/generic/use-load.ts';
import { EntryFilters, Pages } from '#web/ui/entries.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';

const CHOICES = REVIEW_STATES.map((state) => ({ value: state, label: STATES[state].word }));
const PER_PAGE = 25;

/** /auth/waiting-changes: the changes that wait for a second person, and what came of others. */
export function WaitingPage({ registry }: { registry: Registry }) {
  const [state, change] = useListState();
  const chosen = CHOICES.find(({ value }) => value === state.filters['state'])?.value ?? '';
  const load = useLoad(waitingPage(state.page, chosen));
  return (
    <>
      <PageHeader
        title="Changes That Wait"
        description="Changes of which a second person decides, and what came of them. Which ones these are, the change rules say."
      />
      <EntryFilters label="Changes that wait">
        <ChoiceFilter
          label="State"
          choices={CHOICES}
          value={chosen}
          onChange={(value) => change.setFilter('state', value)}
        />
      </EntryFilters>
      <Loaded load={load} failed="The changes could not be loaded">
        {({ data, meta: { total } }) =>
          data.length === 0 ? (
            <EmptyState title={chosen === '' ? 'Nothing has waited yet' : 'No change matches'}>
              Where a change rule names a field, a change of it waits here for somebody else.
            </EmptyState>
          ) : (
            <>
              <ul className={`${classes.list} ${classes.sheet}`} aria-label="Changes">
                {data.map((one) => (
                  <WaitingEntry
                    key={one.id}
                    change={one}
                    resource={registry.get(one.model)}
                    registry={registry}
                  />
                ))}
              </ul>
              <Pages page={state.page} pages={Math.ceil(total / PER_PAGE)} onPage={change.setPage} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
