import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridSelection } from '#web/grid/types.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import type { ListState } from '../list-state.ts';
import { recordKey } from '../record-key.ts';
import { recordName } from '../record-title.ts';
import { useMay } from '../use-may.ts';
import type { Action, SelectedAbout } from '../additions/additions.ts';
import { useActions } from '../additions/use-actions.tsx';
import { SelectedBar } from './selected-bar.tsx';
import type { Selection } from './selection-calls.ts';
import { useBulkUndo } from './use-bulk-undo.ts';
import { useChosenRows } from './use-chosen-rows.ts';

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
  /** How many match on all pages; without it only the chosen ones can be worked with. */
  list?: { total: number; isLeast: boolean };
  /** Records are different now: changed, or changed back. Keep the function the same. */
  onStored?: (rows: readonly RecordRow[]) => void;
  onGone?: (rows: readonly RecordRow[]) => void;
  /** What the model adds that is done with the selected records. */
  actions?: readonly Action<SelectedAbout>[] | undefined;
}

/** Choosing records of a list, or all that match, and changing fields of all of them, deleting or downloading them. */
export function useBulk({ resource, state, shown, list, onStored, onGone, actions }: BulkOptions): Bulk {
  const queries = useQueryClient();
  const may = useMay(resource);
  const view = JSON.stringify([state.q, state.filters]);
  const chosen = useChosenRows(resource.name, view, shown);
  const undo = useBulkUndo(resource, may.create && resource.history !== 'none');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  /** The search of which all that match are selected. */
  const [all, setAll] = useState<string | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const { rows, keys, select, clear } = chosen;

  const nameOf = useCallback((row: RecordRow) => recordName(resource, row), [resource]);
  const own = useActions(resource, actions);
  const areRecords = resource.source === 'table';
  const offered = (areRecords && (may.update || may.delete)) || own.permitted;
  const onSelect = useCallback(
    (some: readonly RecordRow[], isChosen: boolean) => {
      // Who gives one up goes back to those that were chosen one by one.
      setAll(null);
      select(some, isChosen);
    },
    [select],
  );
  const selection = useMemo(
    () => (offered ? { keys, onSelect, nameOf } : undefined),
    [offered, keys, onSelect, nameOf],
  );

  const drop = useCallback((row: RecordRow) => select([row], false), [select]);
  const finish = () => {
    setOpen(null);
    clear();
    setAll(null);
    void queries.invalidateQueries();
  };
  const isAll = all === view && list !== undefined;
  if (!offered || (rows.length === 0 && !isAll)) return { selection, drop, bar: null };
  const chosenNow: Selection = isAll ? { all: state, count: list.total } : { rows };
  // Of a list that comes as one scrolls, all that have come.
  const pageIsChosen = shown.some(Boolean) && shown.every((row) => !row || keys.has(recordKey(row)));
  const hasMore = list !== undefined && pageIsChosen && list.total > rows.length;
  const dialog = {
    resource,
    selection: chosenNow,
    undo,
    onStored,
    onGone,
    onDone: finish,
    onClose: close,
  };
  const about: SelectedAbout = { selection: chosenNow, onDone: finish };
  return {
    selection,
    drop,
    bar: (
      <>
        <SelectedBar
          resource={resource}
          actions={own.offered(about)}
          onAct={(action) => own.begin(action, about)}
          selection={chosenNow}
          matching={!isAll && hasMore && areRecords ? list : null}
          mayUpdate={areRecords && may.update}
          mayDelete={areRecords && may.delete}
          onAll={() => setAll(view)}
          onOpen={setOpen}
          onClear={() => {
            clear();
            setAll(null);
          }}
        />
        <Suspense>
          {open === 'delete' && <BulkDeleteDialog {...dialog} />}
          {open === 'edit' && <BulkEditDialog {...dialog} />}
        </Suspense>
        {own.shown}
      </>
    ),
  };
}
