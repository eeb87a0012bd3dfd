import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { WaitingChange, WaitingRecord } from '#calls/peer-review.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { late, lateDialog } from '#web/ui/pages/late.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import type { ActionDialog } from '../additions/additions.ts';
import { countOf } from '../bulk/bulk-calls.ts';
import { RecordLink } from '../changes/change-sentence.tsx';
import { ChangeValues } from '../changes/change-values.tsx';
import { ChangeWhy } from '../changes/change-why.tsx';
import { decisionDialogs } from './decision-dialogs.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { waitingFile, waitingRecords } from './waiting-calls.ts';
import classes from './peer-review.module.css';

type About = { change: WaitingChange };
const DecisionDialog = lateDialog<{ dialog: ActionDialog<About>; about: About; onClose: () => void }>(
  async () => ({ default: (await import('../additions/action-dialog.tsx')).default<About> }),
  ({ onClose }) => onClose(),
);

const PreviewRows = late(async () => ({
  default: (await import('../csv-import/preview-rows.tsx')).PreviewRows,
}));

/** The states of such a change, as people read them. */
export const STATES: Readonly<Record<WaitingChange['state'], { word: string; color: string }>> = {
  waiting: { word: 'Waits', color: 'yellow' },
  approved: { word: 'Approved', color: 'teal' },
  refused: { word: 'Refused', color: 'red' },
  withdrawn: { word: 'Withdrawn', color: 'gray' },
  ended: { word: 'Ended', color: 'gray' },
};

interface WaitingEntryProps {
  change: WaitingChange;
  resource: Resource;
  registry: Registry;
  /** The record at whose page it is shown; null in a list of all. */
  at?: number | null;
}

/** A change that waits, or did: who requested what and why, and the buttons of whoever may decide. */
export function WaitingEntry({ change, resource, registry, at = null }: WaitingEntryProps) {
  const { by, at: when, state, reason, records, total, file, undo, decided } = change;
  const [only] = records;
  const shown = at === null ? only : (records.find(({ id }) => id === at) ?? only);
  return (
    <li className={classes.entry}>
      <p className={classes.head}>
        <span>
          <strong title={by.email}>{by.name ?? by.email}</strong> {asksTo(change)}
          {total > 1 ? (
            countOf(resource, total)
          ) : at === null && only ? (
            <Named {...{ resource, record: only }} />
          ) : (
            'it'
          )}
          {undo && undo.others > 0 && ` and of ${countOf(resource, undo.others)} beside`}
          {file && file.created > 0 && ` and adds ${countOf(resource, file.created)}`}
        </span>
        <time dateTime={when} className={classes.when}>
          {formatMoment(when)}
        </time>
        {at === null && <StateBadge {...STATES[state]} />}
      </p>
      {shown && (total === 1 || at !== null) && <ChangeValues changes={shown.changes} />}
      {reason && <ChangeWhy reason={reason} />}
      {total > 1 && <Records change={change} resource={resource} />}
      {file && <FileRows change={change} {...{ resource, registry }} />}
      {decided && <Decided change={change} />}
      <Commands change={change} />
      {file?.changes && <UndoButton what="import" changes={file.changes} count={total + file.created} />}
    </li>
  );
}

/** What somebody requested, as a sentence goes on after their name. */
const asksTo = ({ file, undo }: WaitingChange): string =>
  file
    ? 'asked to import a file that changes '
    : undo
      ? 'asked to take back a change of '
      : 'asked to change ';

const Named = ({ resource, record }: { resource: Resource; record: WaitingRecord }) => (
  <>
    {resource.noun[0]} <RecordLink resource={resource} record={record} />
  </>
);

/** What came of it, in words. */
function Decided({ change: { state, decided } }: { change: WaitingChange }) {
  if (!decided) return null;
  const { at, by, decision } = decided;
  const who = by ? ` by ${by.name ?? by.email}` : ', since its record was deleted';
  return (
    <p className={classes.note}>
      {STATES[state].word}
      {who} on {formatMoment(at)}
      {decision ? `: ${decision}` : '.'}
    </p>
  );
}

/** All records of a change of many, fetched once they are wanted. */
function Records({ change, resource }: { change: WaitingChange; resource: Resource }) {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({ ...waitingRecords(change.id), enabled: open });
  const left = change.total - (data?.length ?? 0);
  return (
    <details className={classes.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show what is changed of each</summary>
      {error && <p className={classes.note}>{error.message}</p>}
      <ul className={classes.list}>
        {data?.map((record) => (
          <li key={record.id}>
            <Named resource={resource} record={record} />
            <ChangeValues changes={record.changes} />
          </li>
        ))}
      </ul>
      {data && left > 0 && <p className={classes.note}>{countOf(resource, left)} more change alike.</p>}
    </details>
  );
}

/** The rows of a file as its preview showed them, fetched once they are wanted. */
function FileRows({
  change,
  resource,
  registry,
}: Pick<WaitingEntryProps, 'change' | 'resource' | 'registry'>) {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({ ...waitingFile(change.id), enabled: open });
  return (
    <details className={classes.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show the rows of the file</summary>
      {error && <p className={classes.note}>{error.message}</p>}
      <Suspense>{data && <PreviewRows {...{ resource, registry }} preview={data} />}</Suspense>
    </details>
  );
}

/** The buttons of whoever may decide on it or take it back; who may not reads why. */
function Commands({ change }: { change: WaitingChange }) {
  const [open, setOpen] = useState<keyof typeof decisionDialogs | null>(null);
  const { may_decide: mayDecide, may_withdraw: mayWithdraw, may_not: why } = change;
  const close = () => setOpen(null);
  return (
    <>
      {why && <p className={classes.note}>{why}</p>}
      {(mayDecide || mayWithdraw) && (
        <Group gap="xs" mt={8}>
          {mayDecide && (
            <Button size="compact-sm" onClick={() => setOpen('approve')}>
              Approve
            </Button>
          )}
          {mayDecide && (
            <Button size="compact-sm" variant="default" onClick={() => setOpen('refuse')}>
              Refuse
            </Button>
          )}
          {mayWithdraw && (
            <Button size="compact-sm" variant="default" onClick={() => setOpen('withdraw')}>
              Withdraw
            </Button>
          )}
        </Group>
      )}
      <Suspense>
        {open && <DecisionDialog dialog={decisionDialogs[open]} about={{ change }} onClose={close} />}
      </Suspense>
    </>
  );
}
