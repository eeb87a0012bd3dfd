import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChoiceFilter } from '#web/generic/list/filter-bar.tsx';
import { listParams, useListState } from '#web/generic/list-state.ts';
import { Entries, EntryFilters } from '#web/ui/entries.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import { JobEntry } from './job-entry.tsx';
import { jobStates, jobsQuery } from './jobs.ts';

/** /auth/jobs: what goes on in the background, what is done, and what failed. */
export function JobsPage() {
  const [state, change] = useListState();
  const chosen = jobStates.find(({ value }) => value === state.filters.state)?.value;
  const { data, error, refetch } = useQuery(
    jobsQuery(listParams({ ...state, sort: null, q: '', filters: chosen ? { state: chosen } : {} })),
  );
  const total = data?.meta.total ?? 0;
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
      {error && (
        <ErrorState error={error} title="The jobs could not be loaded" onRetry={() => void refetch()} />
      )}
      {!error && !data && <LoadingState />}
      {!error && data && total === 0 && (
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
      )}
      {!error && total > 0 && (
        <Entries
          label="Jobs"
          page={state.page}
          pages={Math.ceil(total / state.perPage)}
          onPage={change.setPage}
        >
          {data?.data.map((job) => (
            <JobEntry key={job.id} job={job} />
          ))}
        </Entries>
      )}
    </>
  );
}
