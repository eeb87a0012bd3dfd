import { Text } from '@mantine/core';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { isShared } from '#kernel/bulk.ts';
import type { EmptyCells } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { ApiError } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { useShortcuts } from '#web/ui/shortcuts/shortcuts.ts';
import { lookAt, lookAtCleared, type GivenRow, type LookedRow } from '../bulk/row-calls.ts';
import { useBulkUndo } from '../bulk/use-bulk-undo.ts';
import { failureWords } from '../failure-words.ts';
import { recordKey } from '../record-key.ts';
import type { May } from '../use-may.ts';
import { cellOf } from './cell-place.ts';
import type { CrudColumn } from './columns.ts';

/** What takes longer says so. */
const MOMENT_MS = 300;

const RowsDialog = lateDialog(
  () => import('../bulk/rows-dialog.tsx'),
  ({ onClose }) => onClose(),
);

interface FilledOptions {
  resource: Resource;
  may: May;
  onAdded: (added: readonly RecordRow[]) => void;
  onStored: (stored: readonly RecordRow[]) => void;
  onGone: (gone: readonly RecordRow[]) => void;
}

/** Rows that were read, and what a person has to know of them. */
interface Wanted {
  title: string;
  /** They are read while the names in them are looked up. */
  given: Promise<readonly GivenRow[]>;
  remarks?: readonly string[];
  /** Called where no record changes; then nothing is shown here. */
  whereAllAreNew?: () => void;
}

interface Shown extends Pick<Wanted, 'title' | 'remarks'> {
  given: readonly GivenRow[];
  /** What the rows do where their empty cells say nothing. */
  left: readonly LookedRow[];
  /** The same where these clear; null before the preview. */
  cleared: readonly LookedRow[] | null;
  empty: EmptyCells;
}

export interface FilledRows {
  /** Shows what rows would do, and writes it once that is confirmed. */
  look: (wanted: Wanted) => Promise<void>;
  dialog: ReactNode;
}

/** Rows that are filled with values at once, pasted or from the row above: looked at first, written in one request, with one undo. */
export function useFilledRows({ resource, may, onAdded, onStored, onGone }: FilledOptions): FilledRows {
  const undo = useBulkUndo(resource, may.create && resource.history !== 'none', may.delete);
  const [shown, setShown] = useState<Shown | null>(null);
  const { waiting, wait, giveUp } = useWait();
  const look = async ({ title, given, remarks, whereAllAreNew }: Wanted) => {
    try {
      const read = given.then(async (rows) => ({ given: rows, left: await lookAt(resource, rows) }));
      const found = await wait(title, read);
      if (found === null) return;
      const isKnown = found.left.some(({ before }) => before !== null);
      if (whereAllAreNew && !isKnown) whereAllAreNew();
      else setShown({ title, remarks, ...found, cleared: null, empty: 'leave' });
    } catch (error) {
      sayWhyNot(error);
    }
  };
  const sayWhyNot = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    noticeFailure(failureWords(error, { sentence: 'What would change could not be shown', resource }));
  };
  const takeEmpty = async (empty: EmptyCells) => {
    if (!shown) return;
    try {
      const { given, left } = shown;
      const cleared = shown.cleared ?? (await lookAtCleared(resource, given, left));
      setShown((now) => now && { ...now, cleared, empty });
    } catch (error) {
      sayWhyNot(error);
    }
  };
  return {
    look,
    dialog: (
      <Suspense>
        {waiting !== null && (
          <Dialog title={waiting} centered onClose={giveUp}>
            <Text size="sm" role="status">
              Looking at what would change …
            </Text>
          </Dialog>
        )}
        {shown && (
          <RowsDialog
            resource={resource}
            title={shown.title}
            remarks={shown.remarks}
            rows={shown.empty === 'clear' && shown.cleared ? shown.cleared : shown.left}
            empty={shown.empty}
            onTakeEmpty={takeEmpty}
            undo={undo}
            onStored={(added, changed) => {
              if (added.length > 0) onAdded(added);
              onStored(changed);
            }}
            onGone={onGone}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
    ),
  };
}

/** What is waited for, once that takes longer than a moment; who gives it up gets nothing of it. */
function useWait() {
  const [waiting, setWaiting] = useState<string | null>(null);
  const turn = useRef(0);
  const wait = async <T,>(title: string, work: Promise<T>): Promise<T | null> => {
    const mine = ++turn.current;
    const timer = setTimeout(() => setWaiting(title), MOMENT_MS);
    try {
      const found = await work;
      return turn.current === mine ? found : null;
    } finally {
      clearTimeout(timer);
      if (turn.current === mine) setWaiting(null);
    }
  };
  const giveUp = () => {
    turn.current++;
    setWaiting(null);
  };
  return { waiting, wait, giveUp };
}

/** The records from one on, as the table shows them. */
export function recordsFrom(rows: readonly (RecordRow | undefined)[], key: string): RecordRow[] {
  const shown = rows.filter((row) => row !== undefined);
  return shown.slice(shown.findIndex((row) => recordKey(row) === key));
}

interface FillDownOptions {
  resource: Resource;
  columns: readonly CrudColumn[];
  rows: readonly (RecordRow | undefined)[];
  chosen: ReadonlySet<string>;
  filled: FilledRows;
  /** Absent where rows cannot be changed here. */
  mayUpdate: boolean;
  /** A row is being typed into. */
  locked: boolean;
}

/** Ctrl+D: the first selected row's value of the focused cell's column for the other ones. */
export function useFillDown({
  resource,
  columns,
  rows,
  chosen,
  filled,
  mayUpdate,
  locked,
}: FillDownOptions): void {
  const fillDown = () => {
    const cell = cellOf(resource, document.activeElement);
    const [first, ...others] = rows.filter((row) => row && chosen.has(recordKey(row)));
    const refuse = (title: string, next: string) => noticeFailure({ title, next });
    if (locked) return refuse('A row is being edited', 'Save it or cancel it, then fill down.');
    if (!first || others.length === 0)
      return refuse('There is nothing to fill', 'Select the row to copy from and those below it.');
    const column = columns.find(({ id }) => id === cell?.columnId);
    if (!column) return refuse('No cell has the focus', 'Go to a cell of the column to fill.');
    const name = column.field ?? '';
    const field = resource.fields[name];
    if (!field || !isShared(field))
      return refuse(`${column.header} cannot be filled down`, 'It is not the same in several records.');
    const given = others.flatMap((record) =>
      record ? [{ record, values: { [name]: first[name] ?? null }, problems: {} }] : [],
    );
    const rest = given.length === 1 ? 'one' : grouped(given.length);
    const remarks = [`${column.header} of the first selected row goes into the other ${rest}.`];
    return void filled.look({ title: `Fill down ${column.header}`, given: Promise.resolve(given), remarks });
  };
  useShortcuts(
    'Within a table',
    mayUpdate
      ? [
          {
            keys: 'mod+d',
            label: 'Fill the selected rows with the value of the first one',
            run: fillDown,
            whileTyping: true,
          },
        ]
      : [],
  );
}
