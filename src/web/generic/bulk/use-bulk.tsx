import { Button } from '@mantine/core';
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridSelection } from '#web/grid/types.ts';
import { grouped } from '#kernel/written.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import type { ListState } from '../list-state.ts';
import { recordName } from '../record-title.ts';
import { useMay } from '../use-may.ts';
import { useBulkUndo } from './use-bulk-undo.ts';
import { useChosenRows } from './use-chosen-rows.ts';
import classes from './bulk.module.css';

const BulkDeleteDialog = lateDialog(
  () => import('./bulk-delete-dialog.tsx'),
  ({ onClose }) => onClose(),
);
const BulkEditDialog = lateDialog(
  () => import('./bulk-edit-dialog.tsx'),
  ({ onClose }) => onClose(),
);

interface Bulk {
  /** Undefined where nothing can be done with several records. */
  selection: GridSelection<RecordRow> | undefined;
  /** The actions on the chosen records, and their dialogs. */
  bar: ReactNode;
  /** A record is gone by other ways than these; it is chosen no longer. */
  drop: (row: RecordRow) => void;
}

interface BulkOptions {
  resource: Resource;
  state: ListState;
  /** The records that are shown. */
  shown: readonly (RecordRow | undefined)[];
  /** Records are different now: changed, or changed back. Keep the function the same. */
  onStored?: (rows: readonly RecordRow[]) => void;
  onGone?: (rows: readonly RecordRow[]) => void;
}

/** Choosing records of a list, and changing one field of all of them or deleting them. */
export function useBulk({ resource, state, shown, onStored, onGone }: BulkOptions): Bulk {
  const queries = useQueryClient();
  const may = useMay(resource);
  const view = JSON.stringify([state.q, state.filters]);
  const chosen = useChosenRows(resource.name, view, shown);
  const undo = useBulkUndo(resource, may.create && resource.history !== 'none');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const { rows, keys, select, clear } = chosen;

  const nameOf = useCallback((row: RecordRow) => recordName(resource, row), [resource]);
  const offered = resource.source === 'table' && (may.update || may.delete);
  const selection = useMemo(
    () => (offered ? { keys, onSelect: select, nameOf } : undefined),
    [offered, keys, select, nameOf],
  );

  const drop = useCallback((row: RecordRow) => select([row], false), [select]);
  const finish = () => {
    setOpen(null);
    clear();
    void queries.invalidateQueries();
  };
  if (!offered || rows.length === 0) return { selection, drop, bar: null };
  return {
    selection,
    drop,
    bar: (
      <>
        <SelectedBar
          count={rows.length}
          mayUpdate={may.update}
          mayDelete={may.delete}
          onOpen={setOpen}
          onClear={clear}
        />
        <Suspense>
          {open === 'delete' && (
            <BulkDeleteDialog
              resource={resource}
              rows={rows}
              onClose={close}
              onDone={(gone) => {
                finish();
                onGone?.(gone);
                undo.ofDelete(gone);
              }}
            />
          )}
          {open === 'edit' && (
            <BulkEditDialog
              resource={resource}
              rows={rows}
              onClose={close}
              onDone={({ stored, before }) => {
                finish();
                onStored?.(stored);
                undo.ofUpdate(stored, before, onStored);
              }}
            />
          )}
        </Suspense>
      </>
    ),
  };
}

interface SelectedBarProps {
  /** How many records are selected. */
  count: number;
  mayUpdate: boolean;
  mayDelete: boolean;
  onOpen: (dialog: 'edit' | 'delete') => void;
  onClear: () => void;
}

function SelectedBar({ count, mayUpdate, mayDelete, onOpen, onClear }: SelectedBarProps) {
  const tooMany = count > MOST_AT_ONCE;
  return (
    <div role="region" aria-label="Selected" className={classes.bar}>
      <span className={classes.count} role="status">
        {grouped(count)} selected
        {tooMany && `, at most ${MOST_AT_ONCE} at once`}
      </span>
      {mayUpdate && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          disabled={tooMany}
          onClick={() => onOpen('edit')}
        >
          Edit selected
        </Button>
      )}
      {mayDelete && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          disabled={tooMany}
          onClick={() => onOpen('delete')}
        >
          Delete selected
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={onClear}
      >
        Clear selection
      </Button>
    </div>
  );
}
