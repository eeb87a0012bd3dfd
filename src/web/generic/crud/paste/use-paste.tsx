import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { grouped } from '#kernel/written.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { useBulkUndo } from '../../bulk/use-bulk-undo.ts';
import type { RecordFormState } from '../../editing/model-form-state.ts';
import { columnFields, type CrudColumn } from '../columns.ts';
import type { CrudRules } from '../crud-rules.ts';
import { recordsFrom, type FilledRows } from '../use-filled-rows.tsx';
import { keptRows } from './kept-rows.ts';
import { fillFormState } from './fill-form-state.ts';
import { fieldsBelow, fieldsFrom, fieldsOfHeads, namesRecords, type PastedFields } from './pasted-fields.ts';
import { PastedRows } from './pasted-rows.ts';
import { PastedTable } from './pasted-table.tsx';
import { usePastedRange } from './use-pasted-range.ts';
import { readCells } from './read-cells.ts';
import { readLine } from './read-line.ts';
import type { CellPlace } from '../cell-place.ts';

/** More than this is a file, which an import checks and stores as a whole. */
const MOST_LINES = 500;

interface PasteOptions {
  resource: Resource;
  rules: CrudRules;
  /** The columns that a new row fills in. */
  columns: readonly CrudColumn[];
  /** The columns that are shown, and the records. */
  shown: readonly CrudColumn[];
  rows: readonly (RecordRow | undefined)[];
  filled: FilledRows;
  /** The row that is being added; null where none is. */
  formState: RecordFormState | null;
  /** A row is being edited or copied, or something is typed into the new one: nothing is pasted beside it. */
  locked: boolean;
  /** Where the draft of the table is kept. */
  place: string;
  /** Whether the person may add rows here, so that those which were pasted before are taken up again. */
  mayAdd: boolean;
  mayUpdate: boolean;
  /** Whether rows that were added can be taken back. */
  mayRemove: boolean;
  /** It is given up: the pasted rows take its place. */
  onTaken: () => void;
  onAdded: (stored: readonly RecordRow[]) => void;
  /** Rows that were added are taken back. */
  onGone: (gone: readonly RecordRow[]) => void;
}

interface Paste {
  /** Rows were pasted and are not saved yet. */
  open: boolean;
  paste: (text: string, columnId: string | null) => void;
  table: ReactNode;
}

/** Lines of a spreadsheet, and the fields that their cells are of. */
interface Lines {
  fields: PastedFields;
  lines: readonly (readonly string[])[];
}

/**
 * Pasting a range of a spreadsheet. Into the row that is added: one line fills it, several become as many rows. Anywhere
 * else on the page where nothing is typed into: lines that say which records they are about change these, the others become rows;
 * and on a cell of a record it fills the cells from there on.
 */
export function usePaste(options: PasteOptions): Paste {
  const { resource, rules, columns, formState, locked, place, mayAdd, mayUpdate } = options;
  const { onTaken, onAdded, onGone } = options;
  const queries = useQueryClient();
  const table = () => ({ queries, resource, rules, names: columnFields(columns), place });
  const [pasted, setPasted] = useState(() =>
    mayAdd && keptRows(place).length > 0 ? new PastedRows(table(), null) : null,
  );
  const close = useCallback(() => setPasted(null), []);
  const { fill, change } = useChanges(options);
  const undo = useBulkUndo(resource, false, options.mayRemove);

  const add = (range: Lines) => {
    const typed = formState?.changes() ?? {};
    if (formState) onTaken();
    setPasted(new PastedRows(table(), { ...range, typed }));
  };
  const take = (text: string, columnId: string | null, cell: CellPlace | null = null) => {
    const every = readCells(text);
    const cells = every.filter((line) => line.some((one) => one !== ''));
    const [first] = cells;
    if (!first) return;
    const heads = cells.length > 1 ? fieldsOfHeads(resource, [...columns, ...options.shown], first) : null;
    const lines = heads ? cells.slice(1) : cells;
    if (lines.length > MOST_LINES)
      return noticeFailure({
        title: `${grouped(lines.length)} rows are too many to paste.`,
        reason: `At most ${MOST_LINES} can be pasted at once.`,
        next: 'Import them as a file.',
      });
    const below = cell && !heads ? fieldsBelow(options.shown, cell.columnId) : null;
    if (cell && below && mayUpdate && !namesRecords(resource, below))
      return void fill({ fields: below.slice(0, widthOf(lines)), lines: every }, cell);
    // What is not copied is no empty cell.
    const fields = heads ?? (below ?? fieldsFrom(columns, columnId)).slice(0, widthOf(lines));
    if (lines.length === 1 && formState)
      return formState.settle(fillFormState(queries, resource, formState, fields, lines[0] ?? []));
    const range = { fields, lines };
    const mayAddThem = () => (mayAdd ? add(range) : undefined);
    if (mayUpdate && namesRecords(resource, fields)) void change(range, mayAddThem);
    else mayAddThem();
  };

  usePastedRange((mayAdd || mayUpdate) && !locked && pasted === null, {
    resource,
    onRange: (text, cell) => take(text, null, cell),
  });

  const added = (stored: readonly RecordRow[]) => {
    undo.ofRows(
      stored,
      stored.map(() => null),
      (_changed, gone) => onGone(gone),
    );
    onAdded(stored);
    void queries.invalidateQueries();
  };
  return {
    open: pasted !== null,
    paste: take,
    table: pasted && (
      <PastedTable
        resource={resource}
        columns={columns}
        pasted={pasted}
        derives={rules.derive !== undefined}
        onAdded={added}
        onClose={close}
      />
    ),
  };
}

const widthOf = (lines: Lines['lines']) => Math.max(...lines.map((line) => line.length));

/** What pasted lines change of records: of those that the lines name, or of those below a cell. */
function useChanges({ resource, shown, rows, filled }: PasteOptions) {
  const queries = useQueryClient();
  const leftAlone = ({ fields }: Lines) =>
    fields.includes(null) ? ['Columns that follow from others stay as they are.'] : [];
  const titleOf = (count: number) => `Paste ${grouped(count)} ${count === 1 ? 'row' : 'rows'}`;

  const fill = (range: Lines, { rowKey, columnId }: CellPlace) => {
    const records = recordsFrom(rows, rowKey).slice(0, range.lines.length);
    const beyond = range.lines.length - records.length;
    const given = Promise.all(
      records.map((record, at) => readLine(queries, resource, range.fields, range.lines[at] ?? [], record)),
    );
    const from = shown.find(({ id }) => id === columnId)?.header ?? '';
    const remarks = [
      `The cells from ${from} on are filled.`,
      ...leftAlone(range),
      ...(beyond > 0
        ? [
            `${grouped(beyond)} ${beyond === 1 ? 'line has' : 'lines have'} no row any more and ${beyond === 1 ? 'is' : 'are'} left out.`,
          ]
        : []),
    ];
    return filled.look({ title: titleOf(records.length), given, remarks });
  };
  const change = (range: Lines, whereAllAreNew: () => void) => {
    const given = Promise.all(
      range.lines.map((line) => readLine(queries, resource, range.fields, line, null)),
    );
    return filled.look({
      title: titleOf(range.lines.length),
      given,
      remarks: leftAlone(range),
      whereAllAreNew,
    });
  };
  return { fill, change };
}
