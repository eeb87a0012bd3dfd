import { Button } from '@mantine/core';
import { jobsQuery } from '#web/data/work.ts';
import { ChoiceFilter } from '#web/generic/list/filter-bar.tsx';
import { useLastPage } from '#web/generic/list/use-last-page.ts';
import { listParams, useListState } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, EntryFilters } from '#web/ui/entries.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { JobEntry } from './job-entry.tsx';
import { jobStates } from '#web/generic/work/job-state.ts';

/** /auth/jobs: what goes on in the background, what is done, and what failed. */
export function JobsPage() {
  const [state, change] = useListState();
  const chosen = jobStates.find(({ value }) => value === state.filters.state)?.value;
  const jobs = useLoad(
    jobsQuery(listParams({ ...state, sort: null, q: '', filters: chosen ? { state: chosen } : {} })),
  );
  useLastPage(jobs, { ...state, toPage: change.toPage });
  return (
    <>
      <PageHeader title="Jobs" description="What the portal does in the background." />
      <EntryFilters label="Jobs">
        <ChoiceFilter
          label="State"
          choices={jobStates}
          value={chosen ?? ''}
          onChange={(value) => change.setFilter('state', value)}
        />
      </EntryFilters>
      <Loaded load={jobs} failed="The jobs could not be loaded">
        {({ data, meta: { total } }) =>
          total === 0 ? (
            <EmptyState
              title={chosen ? 'No job in this state' : 'No jobs yet'}
              action={
                chosen && (
                  <Button variant="default" onClick={change.clearFilters}>
                    Show all
                  </Button>
                )
              }
            >
              {chosen ? undefined : 'Ask for a report, and its job is listed here.'}
            </EmptyState>
          ) : (
            <Entries
              label="Jobs"
              page={state.page}
              pages={Math.ceil(total / state.perPage)}
              onPage={change.setPage}
            >
              {data.map((job) => (
                <JobEntry key={job.id} job={job} />
              ))}
            </Entries>
          )
        }
      </Loaded>
    </>
  );
}
