import { Button, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DeletedRecord } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import { deletedQuery } from '#web/data/queries.ts';
import { useMay } from '../use-may.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { useLoad } from '../use-load.ts';
import { useRestore } from '../use-restore.ts';
import classes from './deleted-dialog.module.css';

interface DeletedDialogProps {
  resource: Resource;
  onClose: () => void;
}

/** The records of a model that were deleted last, each with its way back. */
export default function DeletedDialog({ resource, onClose }: DeletedDialogProps) {
  const deleted = useLoad({ ...deletedQuery(resource.name), staleTime: 0 });
  const [, many] = resource.label;
  return (
    <Dialog onClose={onClose} title={`Recently Deleted ${many}`} size="lg">
      <Loaded load={deleted}>
        {(records) =>
          records.length === 0 ? (
            <EmptyState title="Nothing has been deleted">
              What is deleted stands here, and can be brought back.
            </EmptyState>
          ) : (
            <ul className={classes.records}>
              {records.map((record) => (
                <Deleted key={record.id} resource={resource} record={record} onLeave={onClose} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface DeletedProps {
  resource: Resource;
  record: DeletedRecord;
  /** The person goes to the record's own screen. */
  onLeave: () => void;
}

function Deleted({ resource, record, onLeave }: DeletedProps) {
  const may = useMay(resource).delete;
  const { restore, isPending } = useRestore(resource);
  return (
    <li>
      <div className={classes.record}>
        <Link
          to="/auth/$action/$model/$modelId"
          params={{ action: 'view', model: resource.name, modelId: String(record.id) }}
          className={classes.title}
          onClick={onLeave}
        >
          {record.title}
        </Link>
        <Text size="sm" c="dimmed">
          {record.by.name ?? record.by.email}, <time dateTime={record.at}>{formatMoment(record.at)}</time>
        </Text>
      </div>
      {may && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          loading={isPending}
          aria-label={`Restore ${record.title}`}
          onClick={() => restore(record.id)}
        >
          Restore
        </Button>
      )}
    </li>
  );
}
