import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { EmptyCells } from '#kernel/csv/csv-import.ts';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import { sameInField } from '#kernel/former-values.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { failureWords } from '../failure-words.ts';
import { recordName } from '../record-title.ts';
import { EmptyCellsChoice } from './empty-cells-choice.tsx';
import { countEmptied, refusedRows, saveRows, type LookedRow } from './row-calls.ts';
import type { BulkUndo } from './use-bulk-undo.ts';
import classes from './bulk.module.css';

interface RowsDialogProps {
  resource: Resource;
  title: string;
  /** What is left out, and what is left as it is; a sentence each. */
  remarks?: readonly string[];
  rows: readonly LookedRow[];
  /** What empty cells say of records that are there, as `rows` take them. */
  empty: EmptyCells;
  /** They are to be taken otherwise. */
  onTakeEmpty: (empty: EmptyCells) => Promise<void>;
  undo: BulkUndo;
  /** All is written: the records that are new, and those that are others now. Called again with what an undo has brought back. */
  onStored: (added: readonly RecordRow[], changed: readonly RecordRow[]) => void;
  /** Records that were new are taken back. */
  onGone: (gone: readonly RecordRow[]) => void;
  onClose: () => void;
}

/** Why a row is refused. */
type Refused = Pick<LookedRow, 'error' | 'errors'>;

const doesSomething = ({ what }: LookedRow) => what === 'new' || what === 'changed';

/** '3 are new, 5 change, 2 are as they are.' */
function sentenceOf(rows: readonly LookedRow[]): string {
  const count = (wanted: LookedRow['what']) => rows.filter(({ what }) => what === wanted).length;
  const said = (number: number, one: string, several: string) =>
    number === 0 ? [] : [`${grouped(number)} ${number === 1 ? one : several}`];
  const parts = [
    ...said(count('new'), 'is new', 'are new'),
    ...said(count('changed'), 'changes', 'change'),
    ...said(count('same'), 'is as it is', 'are as they are'),
    ...said(count('refused'), 'is refused', 'are refused'),
  ];
  return `${parts.join(', ')}.`;
}

/** Saves rows that were looked at, in one request, and offers one undo. */
function useSaving({ resource, rows, undo, onStored, onGone, onClose }: RowsDialogProps) {
  const queries = useQueryClient();
  const intent = useRef(newIntent());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [refused, setRefused] = useState<ReadonlyMap<LookedRow, Refused>>(new Map());
  const save = async () => {
    const sent = rows.filter(doesSomething);
    setBusy(true);
    setError(null);
    try {
      const stored = await saveRows(
        resource,
        sent.map(({ before, values }) => ({ record: before, values })),
        [],
        intent.current,
      );
      onClose();
      const isNew = (_row: RecordRow, at: number) => sent[at]?.before === null;
      onStored(
        stored.filter(isNew),
        stored.filter((row, at) => !isNew(row, at)),
      );
      void queries.invalidateQueries();
      undo.ofRows(
        stored,
        sent.map(({ before }) => before),
        (back, gone) => {
          onStored([], back);
          onGone(gone);
        },
      );
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setBusy(false);
      setError(failure);
      const reasons = refusedRows(failure);
      setRefused(new Map([...reasons].flatMap(([at, why]) => (sent[at] ? [[sent[at], why] as const] : []))));
      // What is stored may be another one by now; the same rows are another request.
      intent.current = newIntent();
    }
  };
  return { busy, error, refused, save };
}

/** What rows would change, record by record, before anything is written; then all of it in one request. */
export default function RowsDialog(props: RowsDialogProps) {
  const { resource, title, remarks = [], rows, empty, onTakeEmpty, onClose } = props;
  const [looking, setLooking] = useState(false);
  const { busy, error, refused, save } = useSaving(props);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  const looked = rows.map((row) => {
    const why = refused.get(row);
    return why ? { ...row, ...why, what: 'refused' as const } : row;
  });
  const takeEmpty = async (wanted: EmptyCells) => {
    setLooking(true);
    await onTakeEmpty(wanted);
    setLooking(false);
  };
  const refuses = looked.some(({ what }) => what === 'refused');
  const nothing = !looked.some(doesSomething);
  return (
    <Dialog
      onClose={busy ? () => undefined : onClose}
      title={title}
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text size="sm" fw={600} role="status">
          {sentenceOf(looked)}
        </Text>
        {remarks.length > 0 && (
          <Text size="sm" c="dimmed">
            {remarks.join(' ')}
          </Text>
        )}
        <EmptyCellsChoice
          count={countEmptied(resource, rows)}
          empty={empty}
          where="what was pasted"
          noun={resource.noun}
          disabled={busy || looking}
          onChoose={(wanted) => void takeEmpty(wanted)}
        />
        <div
          ref={region}
          className={classes.preview}
          role="region"
          aria-label="What would change"
          tabIndex={-1}
        >
          {looked.map((row, at) =>
            row.what === 'same' ? null : (
              // The rows stay in their order.
              <RowPreviewed key={at} resource={resource} row={row} number={at + 1} />
            ),
          )}
        </div>
      </Stack>
      {error && (
        <FailureNote
          outcome={failureWords(error, { sentence: resource.messages.updateFailed, resource })}
          onFollow={onClose}
          mt="md"
        />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button
          loading={busy}
          disabled={refuses || nothing || looking}
          title={refuses ? 'Some rows are refused' : nothing ? 'Nothing would change' : undefined}
          onClick={() => void save()}
        >
          Save
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const NEW = 'New';
const NONE = 'None';

interface Change {
  label: string;
  from: string | null;
  to: string;
}

/** The values that become others, as people read them; of a new record all that it has of its own. */
function changesOf(resource: Resource, { before, after, values }: LookedRow): Change[] {
  if (!after) return [];
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    if (kindOf(field).hidden) return name in values ? [{ label: field.label, from: null, to: 'Set' }] : [];
    const reference = asReference(field);
    const shown = (record: RecordRow) => {
      const value = record[reference ? reference.as : name];
      if (value === null || value === undefined || value === '') return NONE;
      return reference ? String(value) : kindOf(field).display(value, field);
    };
    if (before && sameInField(field, before[name], after[name])) return [];
    if (!before && !(name in values)) return [];
    return [{ label: field.label, from: before ? shown(before) : null, to: shown(after) }];
  });
}

/** One row: the record that it is about, and each of its changes or what is wrong with it. */
function RowPreviewed({ resource, row, number }: { resource: Resource; row: LookedRow; number: number }) {
  const { what, before, after, values, error, errors } = row;
  const record = before ?? after;
  const title = values[resource.title];
  const name = record
    ? recordName(resource, record)
    : typeof title === 'string' && title !== ''
      ? title
      : NEW;
  const labelOf = (field: string) => resource.fields[field]?.label;
  return (
    <section aria-label={`Row ${number}`}>
      <Text fw={600} size="sm" className={classes.rowName}>
        <span className={classes.number}>{number}</span> {name}
        {what === 'new' && <span className={classes.new}> {NEW}</span>}
      </Text>
      <ul className={classes.changes}>
        {what === 'refused'
          ? (errors.length > 0 ? errors : [{ field: '', message: error ?? '' }]).map(({ field, message }) => (
              <li key={field + message} className={classes.wrong}>
                <span>
                  {labelOf(field) && !message.includes(labelOf(field) ?? '') ? `${labelOf(field)}: ` : ''}
                  {message}
                </span>
              </li>
            ))
          : changesOf(resource, row).map(({ label, from, to }) => (
              <li key={label}>
                <span>
                  {label}:{' '}
                  {from !== null && (
                    <>
                      {from} <span aria-label="becomes">→</span>{' '}
                    </>
                  )}
                  <b>{to}</b>
                </span>
              </li>
            ))}
      </ul>
    </section>
  );
}
