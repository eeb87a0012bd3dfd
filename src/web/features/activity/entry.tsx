import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityEntry, ActivityLine, ActivityRecord } from '#calls/activity.ts';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import { isOfComment, type HistoryChange, type HistoryEntry } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import { ChangeSentence, RecordLink } from '#web/generic/changes/change-sentence.tsx';
import { ChangeValues } from '#web/generic/changes/change-values.tsx';
import { ChangeWhy } from '#web/generic/changes/change-why.tsx';
import { UndoButton } from '#web/generic/undo/undo-button.tsx';
import { loadOf } from '#web/generic/use-load.ts';
import { useMay } from '#web/generic/use-may.ts';
import { useRestore } from '#web/generic/use-restore.ts';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment, formatTime } from '#web/ui/moments.ts';
import { useHint } from '#web/ui/use-hint.tsx';
import { linesQuery } from './activity.ts';
import { RestoreAll } from './restore-all.tsx';
import { whyNot } from './why-not.ts';
import classes from './activity.module.css';

interface EntryProps {
  entry: ActivityEntry;
  resource: Resource;
}

/** One change as a sentence, with what was there before and the way back of what was deleted. */
export function Entry({ entry, resource }: EntryProps) {
  const { id, at, action, count, record, changes, request_id: request } = entry;
  const deletes = action === 'delete';
  const moment = useHint(`${formatMoment(at)}, request ${request}`);
  return (
    <li className={classes.entry} data-action={action}>
      <div className={classes.head}>
        <ChangeSentence {...entry} resource={resource} />
        <button type="button" className={classes.when} data-read {...moment.props}>
          <time dateTime={at}>{formatTime(new Date(at))}</time>
        </button>
        {moment.hint}
      </div>
      {changes === null ? (
        <Opened label={count > 1 ? `Show what was done to each` : 'Show what was changed'}>
          <Lines id={id} resource={resource} single={count === 1} />
        </Opened>
      ) : (
        <Values action={action} changes={changes} />
      )}
      <ChangeWhy {...entry} />
      {deletes && count === 1 && (
        <WayBack resource={resource} record={record} restorable={entry.restorable} />
      )}
      {deletes && count > 1 && count <= MOST_AT_ONCE && (
        <RestoreAll id={id} resource={resource} count={count} />
      )}
      <Undo entry={entry} resource={resource} />
    </li>
  );
}

/** Takes a change of several records back, where there is no shorter way. */
function Undo({ entry: { id, action, count, via, reversible }, resource }: EntryProps) {
  const may = useMay(resource);
  const isRestored = action === 'delete' && count <= MOST_AT_ONCE;
  if (!reversible || isRestored || !(action === 'update' ? may.update : may.delete)) return null;
  const isImport = action === 'import' || via.some(({ kind }) => kind === 'import' || kind === 'upload');
  const what = isImport ? 'import' : action === 'delete' ? 'deletion' : 'change';
  return (
    <div className={classes.undo}>
      <UndoButton what={what} changes={[id]} count={count} />
    </div>
  );
}

/** The fields that an update changed are shown at once; all values of a record wait until they are wanted. */
function Values({ action, changes }: { action: HistoryEntry['action']; changes: readonly HistoryChange[] }) {
  if (changes.length === 0) return null;
  if (action === 'update' || isOfComment(action)) return <ChangeValues changes={changes} />;
  return (
    <Opened label={action === 'delete' ? 'Its last values' : 'With these values'}>
      <ChangeValues changes={changes} />
    </Opened>
  );
}

/** The part that is fetched and drawn once it is opened. */
function Opened({ label, children }: { label: string; children: React.ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {open && children}
    </details>
  );
}

function Lines({ id, resource, single }: { id: number; resource: Resource; single: boolean }) {
  const result = useInfiniteQuery(linesQuery(id));
  return (
    <Loaded load={loadOf(result)} failed="The changes could not be loaded" height={60}>
      {({ lines, total }) => (
        <>
          <ul className={classes.lines}>
            {lines.map((line) => (
              <Line key={line.id} line={line} resource={resource} single={single} />
            ))}
          </ul>
          {result.hasNextPage && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={result.isFetchingNextPage}
              onClick={() => void result.fetchNextPage()}
            >
              Show more ({grouped(total - lines.length)} more)
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

function Line({ line, resource, single }: { line: ActivityLine; resource: Resource; single: boolean }) {
  const { action, record, changes, restorable } = line;
  return (
    <li>
      {!single && <RecordLink resource={resource} record={record} />}
      {single ? <ChangeValues changes={changes} /> : <Values action={action} changes={changes} />}
      {!single && action === 'delete' && (
        <WayBack resource={resource} record={record} restorable={restorable} />
      )}
    </li>
  );
}

interface WayBackProps {
  resource: Resource;
  record: ActivityRecord;
  restorable: boolean;
}

/** Brings a deleted record back, or says why that cannot be done here. */
function WayBack({ resource, record, restorable }: WayBackProps) {
  const may = useMay(resource).delete;
  const { restore, isPending } = useRestore(resource);
  const [one, many] = resource.noun;
  if (!restorable || !may) {
    const why = restorable ? `You have no right to restore ${many}.` : whyNot(`The ${one}`, record.is);
    return <p className={classes.why}>{why}</p>;
  }
  return (
    <Button
      mt={6}
      size="xs"
      variant="default"
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      loading={isPending}
      aria-label={`Restore ${record.title ?? `${resource.label[0]} ${record.id}`}`}
      onClick={() => restore(record.id)}
    >
      Restore
    </Button>
  );
}
