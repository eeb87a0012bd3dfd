import { Alert, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { ApiError } from '#web/data/client.ts';
import { historyQuery } from '#web/data/queries.ts';
import { PageHeader, type Crumb } from '#web/ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import { formatMoment } from './moments.ts';
import { RecordHistory } from './record-history.tsx';

interface GoneRecordProps {
  resource: Resource;
  id: number;
  crumbs: readonly Crumb[];
}

/** A record that is not there: who deleted it and when, with its history, or that there never was one. */
export function GoneRecord({ resource, id, crumbs }: GoneRecordProps) {
  const { data: history, error, refetch } = useQuery(historyQuery(resource.name, id));
  const [one, many] = resource.label;
  const deletion = history?.find((entry) => entry.action === 'delete');
  const never = history?.length === 0 || (error instanceof ApiError && error.status === 404);
  const back = (
    <Button component={Link} to={`/auth/view/${resource.name}`} variant="default" mt="xs">
      Back to {many}
    </Button>
  );
  return (
    <>
      <PageHeader title={`${one} ${id}`} crumbs={crumbs} />
      {!history && !error && <LoadingState />}
      {error && !never && <ErrorState error={error} onRetry={() => void refetch()} />}
      {never && (
        <EmptyState title={`${one} ${id} was not found.`} action={back}>
          It may never have existed.
        </EmptyState>
      )}
      {deletion && (
        <>
          <Alert color="red" icon={<IconTrash aria-hidden />} title="This record has been deleted" mb="lg">
            {deletion.by_name ?? deletion.by_email} deleted it on {formatMoment(deletion.at)}.
          </Alert>
          <RecordHistory resource={resource} id={id} />
        </>
      )}
    </>
  );
}
