import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { grouped } from '#kernel/written.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { countOf } from '../../bulk/bulk-calls.ts';
import type { RecordRoom } from '../../editing/model-room.ts';
import { columnFields, type CrudColumn } from '../columns.ts';
import type { CrudRules } from '../crud-rules.ts';
import type { PastedRows } from './pasted-rows.ts';

const PastedTable = lateDialog(
  () => import('./pasted-table.tsx'),
  ({ onClose }) => onClose(),
);

/** More than this is a file, which an import checks and stores as a whole. */
const MOST_LINES = 500;

interface PasteOptions {
  resource: Resource;
  rules: CrudRules;
  /** The columns that a new row fills in. */
  columns: readonly CrudColumn[];
  /** The row that is being added. */
  room: RecordRoom | null;
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

/** Pasting a range of a spreadsheet: one line fills the row that is added, several become as many rows. */
export function usePaste({ resource, rules, columns, room, onTaken, onAdded }: PasteOptions): Paste {
  const queries = useQueryClient();
  const [pasted, setPasted] = useState<PastedRows | null>(null);

  const take = async (text: string, columnId: string | null) => {
    if (!room) return;
    const [{ readCells }, { fillRoom, pastedFields, withoutHeads }, rows] = await Promise.all([
      import('./read-cells.ts'),
      import('./fill-room.ts'),
      import('./pasted-rows.ts'),
    ]);
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
    if (lines.length === 1) return room.settle(fillRoom(queries, resource, room, fields, first));
    const typed = room.changes();
    const names = columnFields(columns);
    onTaken();
    setPasted(new rows.PastedRows({ queries, resource, rules, names, fields, lines, typed }));
  };

  const added = (stored: readonly RecordRow[]) => {
    noticeSuccess(`${countOf(resource, stored.length)} ${stored.length === 1 ? 'has' : 'have'} been added!`);
    onAdded(stored);
    void queries.invalidateQueries();
  };
  return {
    open: pasted !== null,
    paste: (text, columnId) => void take(text, columnId),
    table: pasted && (
      <Suspense>
        <PastedTable
          resource={resource}
          columns={columns}
          pasted={pasted}
          derives={rules.derive !== undefined}
          onAdded={added}
          onClose={() => setPasted(null)}
        />
      </Suspense>
    ),
  };
}
