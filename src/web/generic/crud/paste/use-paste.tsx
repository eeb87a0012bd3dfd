import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { grouped } from '#kernel/written.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { countOf } from '../../bulk/bulk-calls.ts';
import type { RecordFormState } from '../../editing/model-form-state.ts';
import { columnFields, type CrudColumn } from '../columns.ts';
import type { CrudRules } from '../crud-rules.ts';
import { keptRows } from './kept-rows.ts';
import { fillFormState, pastedFields, withoutHeads } from './fill-form-state.ts';
import { PastedRows } from './pasted-rows.ts';
import { PastedTable } from './pasted-table.tsx';
import { usePastedRange } from './use-pasted-range.ts';
import { readCells } from './read-cells.ts';

/** More than this is a file, which an import checks and stores as a whole. */
const MOST_LINES = 500;

interface PasteOptions {
  resource: Resource;
  rules: CrudRules;
  /** The columns that a new row fills in. */
  columns: readonly CrudColumn[];
  /** The row that is being added; null where none is. */
  formState: RecordFormState | null;
  /** A row is being edited or copied: nothing is pasted beside it. */
  locked: boolean;
  /** Where the draft of the table is kept. */
  place: string;
  /** Whether the person may add rows here, so that those which were pasted before are taken up again. */
  mayAdd: boolean;
  /** It is given up: the pasted rows take its place. */
  onTaken: () => void;
  onAdded: (stored: readonly RecordRow[]) => void;
}

interface Paste {
  /** Rows were pasted and are not saved yet. */
  open: boolean;
  paste: (text: string, columnId: string | null) => void;
  table: ReactNode;
}

/**
 * Pasting a range of a spreadsheet. Into the row that is added: one line fills it, several become as many rows. Anywhere
 * else on the page where nothing is typed into, all lines become rows.
 */
export function usePaste(options: PasteOptions): Paste {
  const { resource, rules, columns, formState, locked, place, mayAdd, onTaken, onAdded } = options;
  const queries = useQueryClient();
  const table = () => ({ queries, resource, rules, names: columnFields(columns), place });
  const [pasted, setPasted] = useState(() =>
    mayAdd && keptRows(place).length > 0 ? new PastedRows(table(), null) : null,
  );
  const close = useCallback(() => setPasted(null), []);

  const take = (text: string, columnId: string | null) => {
    const fields = pastedFields(columns, columnId);
    const lines = withoutHeads(resource, fields, readCells(text));
    const [first] = lines;
    if (!first) return;
    if (lines.length > MOST_LINES)
      return noticeFailure({
        title: `${grouped(lines.length)} rows are too many to paste.`,
        reason: `At most ${MOST_LINES} can be pasted at once.`,
        next: 'Import them as a file.',
      });
    if (lines.length === 1 && formState)
      return formState.settle(fillFormState(queries, resource, formState, fields, first));
    const typed = formState?.changes() ?? {};
    if (formState) onTaken();
    setPasted(new PastedRows(table(), { fields, lines, typed }));
  };

  usePastedRange(mayAdd && !locked && formState === null && pasted === null, (text) => take(text, null));

  const added = (stored: readonly RecordRow[]) => {
    noticeSuccess(`${countOf(resource, stored.length)} ${stored.length === 1 ? 'has' : 'have'} been added!`);
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
