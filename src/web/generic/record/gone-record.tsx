import { Alert, Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keepsHistory, type Resource } from '#kernel/resource.ts';
import { historyQuery } from '#web/data/queries.ts';
import { useMay } from '../use-may.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader, type Crumb } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { isGone } from '#web/data/client.ts';
import { loadOf } from '../use-load.ts';
import { useRestore } from '../use-restore.ts';
import { CardColumn } from '#web/ui/card.tsx';
import { Comments } from '../comments/comments.tsx';
import { RecordHistory } from './record-history.tsx';

interface GoneRecordProps {
  resource: Resource;
  id: number;
  crumbs: readonly Crumb[];
}

/** A record that is not there: who deleted it and when, with its history, or that nothing is known of it. */
export function GoneRecord(props: GoneRecordProps) {
  return keepsHistory(props.resource) ? <DeletedRecord {...props} /> : <NoRecord {...props} />;
}

function DeletedRecord({ resource, id, crumbs }: GoneRecordProps) {
  const load = loadOf(useInfiniteQuery(historyQuery(resource.name, id)));
  const history = dataOf(load)?.entries;
  const deletion = history?.find((entry) => entry.action === 'delete');
  // By what people recognised it; only while its history is read, and where it had nothing, its number is used.
  const called = deletion?.changes.find(({ field }) => field === resource.title)?.from_shown;
  if (history?.length === 0 || (load.is === 'failed' && isGone(load.error)))
    return <NoRecord resource={resource} id={id} crumbs={crumbs} />;
  return (
    <>
      <PageHeader
        title={called || `${resource.label[0]} ${id}`}
        crumbs={crumbs}
        actions={deletion && <RestoreButton resource={resource} id={id} />}
      />
      <Loaded load={load}>{() => null}</Loaded>
      {deletion && (
        <>
          <Alert color="red" icon={<IconTrash aria-hidden />} title="This record has been deleted" mb="lg">
            {deletion.by.name ?? deletion.by.email} deleted it on {formatMoment(deletion.at)}.
          </Alert>
          <CardColumn>
            <RecordHistory resource={resource} id={id} />
            <Comments model={resource.name} id={id} />
          </CardColumn>
        </>
      )}
    </>
  );
}

function NoRecord({ resource, id, crumbs }: GoneRecordProps) {
  const [one, many] = resource.label;
  return (
    <>
      <PageHeader title={`${one} ${id}`} crumbs={crumbs} />
      <EmptyState
        title={`${one} ${id} was not found.`}
        action={
          <Button component={Link} to={`/auth/view/${resource.name}`} variant="default" mt="xs">
            Back to {many}
          </Button>
        }
      >
        {keepsHistory(resource)
          ? 'It may never have existed.'
          : 'It may have been deleted, or never have existed.'}
      </EmptyState>
    </>
  );
}

/** Brings the record back as it was, under its old number. */
function RestoreButton({ resource, id }: { resource: Resource; id: number }) {
  const may = useMay(resource).delete;
  const { restore, isPending } = useRestore(resource);
  if (!may) return null;
  return (
    <Button
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      loading={isPending}
      onClick={() => restore(id)}
    >
      Restore
    </Button>
  );
}
