import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { grouped } from '#kernel/written.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { countOf } from '../../bulk/bulk-calls.ts';
import type { RecordFormState } from '../../editing/model-form-state.ts';
import { fetchInputs } from '../../kinds/editing.ts';
import { columnFields, type CrudColumn } from '../columns.ts';
import type { CrudRules } from '../crud-rules.ts';
import { keptRows } from './kept-rows.ts';
import type { PastedRows } from './pasted-rows.ts';

const PastedTable = lateDialog(
  () => import('./pasted-table.tsx'),
  ({ onClose }) => onClose(),
);

/** The form that takes a paste up. */
const fetchReaders = () =>
  Promise.all([import('./read-cells.ts'), import('./fill-form-state.ts'), import('./pasted-rows.ts')]);
fetchWhenQuiet(fetchReaders);

/** More than this is a file, which an import checks and stores as a whole. */
const MOST_LINES = 500;

interface PasteOptions {
  resource: Resource;
  rules: CrudRules;
  /** The columns that a new row fills in. */
  columns: readonly CrudColumn[];
  /** The row that is being added. */
  formState: RecordFormState | null;
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

/** The code of what was pasted did not come; it stays kept. */
const NOT_BACK = {
  title: 'The rows that you pasted here before could not be shown.',
  reason: 'The connection may have broken, or a newer version of the portal may be there.',
  next: 'Load the page again.',
};

/** The code for the paste did not come; the row stays as before. */
const NOT_TAKEN = {
  ...NOT_BACK,
  title: 'What you pasted could not be taken.',
  next: 'Paste it again, or load the page again.',
};

/** Pasting a range of a spreadsheet: one line fills the row that is added, several become as many rows. */
export function usePaste(options: PasteOptions): Paste {
  const { resource, rules, columns, formState, place, mayAdd, onTaken, onAdded } = options;
  const queries = useQueryClient();
  const [pasted, setPasted] = useState<PastedRows | null>(null);
  const [returning, setReturning] = useState(() => mayAdd && keptRows(place).length > 0);
  const close = useCallback(() => setPasted(null), []);
  const table = () => ({ queries, resource, rules, names: columnFields(columns), place });

  const takeUp = useEffectEvent((Rows: typeof PastedRows) => {
    setPasted(new Rows(table(), null));
    setReturning(false);
  });
  const leaveKept = useEffectEvent(() => {
    noticeFailure(NOT_BACK);
    setReturning(false);
  });
  useEffect(() => {
    if (!returning) return;
    let isHere = true;
    void Promise.all([import('./pasted-rows.ts'), fetchInputs()]).then(
      ([rows]) => isHere && takeUp(rows.PastedRows),
      () => isHere && leaveKept(),
    );
    return () => {
      isHere = false;
    };
  }, [returning]);

  const take = async (text: string, columnId: string | null) => {
    if (!formState) return;
    const readers = await fetchReaders().catch(() => null);
    if (!readers) return noticeFailure(NOT_TAKEN);
    const [{ readCells }, { fillFormState, pastedFields, withoutHeads }, rows] = readers;
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
    if (lines.length === 1)
      return formState.settle(fillFormState(queries, resource, formState, fields, first));
    const typed = formState.changes();
    onTaken();
    setPasted(new rows.PastedRows(table(), { fields, lines, typed }));
  };

  const added = (stored: readonly RecordRow[]) => {
    noticeSuccess(`${countOf(resource, stored.length)} ${stored.length === 1 ? 'has' : 'have'} been added!`);
    onAdded(stored);
    void queries.invalidateQueries();
  };
  return {
    open: returning || pasted !== null,
    paste: (text, columnId) => void take(text, columnId),
    table: pasted && (
      <Suspense>
        <PastedTable
          resource={resource}
          columns={columns}
          pasted={pasted}
          derives={rules.derive !== undefined}
          onAdded={added}
          onClose={close}
        />
      </Suspense>
    ),
  };
}
