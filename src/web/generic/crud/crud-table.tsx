import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { RecordRow } from '#web/data/queries.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridEditing } from '#web/grid/types.ts';
import { late } from '#web/ui/pages/late.tsx';
import { useShortcuts } from '#web/ui/shortcuts/shortcuts.ts';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { RestoredNote } from '../editing/restored-note.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { focusedRow } from '../focused-row.ts';
import { groupingsOf } from '../groups/group-choices.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { linkedColumns, otherColumns } from '../list/list-columns.tsx';
import { sortingOf } from '../list/sorting.ts';
import { shownTotals } from '../list/totals.ts';
import { useList } from '../list/use-list.ts';
import { useScrolledList } from '../list/use-scrolled-list.ts';
import { useMay } from '../use-may.ts';
import type { Additions } from '../additions/additions.ts';
import { addedColumns } from '../additions/columns.tsx';
import { useActions } from '../additions/use-actions.tsx';
import { ActionsMenu, MenuButton } from '../list/menu-button.tsx';
import type { OpenMenu } from '../list/open-menu.ts';
import { pagingOf, useListState } from '../list-state.ts';
import { useBulk } from '../bulk/use-bulk.tsx';
import { ConflictDialog } from '../editing/late-conflict-dialog.ts';
import { recordKey } from '../record-key.ts';
import { recordName } from '../record-title.ts';
import type { ScreenProps } from '../screen.ts';
import { useViews } from '../views/use-views.tsx';
import { AddRow } from './add-row.tsx';
import { addColumns, crudColumns } from './columns.ts';
import { CopyModal } from './copy-modal.tsx';
import type { CrudRules } from './crud-rules.ts';
import { usePaste } from './paste/use-paste.tsx';
import { useFillDown, useFilledRows } from './use-filled-rows.tsx';
import { useCellEditor, useDeletion, useEditedRows, useShownColumns } from './use-edited-rows.tsx';
import classes from './crud.module.css';

const NOTHING_ADDED: Additions = {};
const NONE_CHOSEN: ReadonlySet<string> = new Set();
/** Pixels of the buttons of a row with its menu, and of the menu alone. */
const WITH_MENU = 136;
const MENU_ALONE = 48;

const actionsWidth = (mayEdit: boolean, { row }: Additions) => row && (mayEdit ? WITH_MENU : MENU_ALONE);

const GroupedList = late(() => import('../groups/grouped-list.tsx'));

interface CrudTableProps extends ScreenProps {
  rules: CrudRules;
  /** Its rows come as one scrolls, where the model's list has no pages. */
  scrolls?: boolean;
  /** Whether a row can be added at its top; true by default. */
  adds?: boolean;
  /** It is the model's list too: the name of a record leads to it. */
  linked?: boolean;
  /** The additions of the model. Keep the object the same between renders. */
  additions?: Additions;
}

/** The columns of the table, and those of its row to add. */
function useCrudColumns({ resource, registry, rules, linked, additions = NOTHING_ADDED }: CrudTableProps) {
  const columns = useMemo(() => {
    const plain = addedColumns(resource, registry, crudColumns(resource, registry), additions);
    return linked ? linkedColumns(resource, plain) : plain;
  }, [resource, registry, linked, additions]);
  const newColumns = useMemo(
    () => addColumns(resource, columns, rules.addFields),
    [resource, columns, rules],
  );
  const others = useMemo(() => otherColumns(resource, registry, columns), [resource, registry, columns]);
  return { columns, newColumns, others };
}

/** The menu of further actions of a row, and the button that opens it. */
function useRowMenu({ resource, additions = NOTHING_ADDED }: CrudTableProps) {
  const actions = useActions(resource, additions.row);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { offered } = actions;
  const button = useCallback(
    (record: RecordRow, tabIndex: 0 | -1) =>
      offered({ row: record }).length > 0 && (
        <MenuButton
          name={recordName(resource, record)}
          tabIndex={tabIndex}
          onOpen={(at) => setMenu({ row: record, at })}
        />
      ),
    [resource, offered],
  );
  return {
    button: additions.row && button,
    opened: (
      <>
        <Suspense>
          {menu && <ActionsMenu open={menu} actions={actions} onClose={() => setMenu(null)} />}
        </Suspense>
        {actions.shown}
      </>
    ),
  };
}

/** The editable table of a model: a row to add on top, then every record with Edit, Copy and Delete. */
export function CrudTable(props: CrudTableProps): ReactNode {
  const { resource, registry, rules, additions = NOTHING_ADDED, scrolls = false, adds = true } = props;
  const [state, change] = useListState();
  const paged = useList(resource, state, change, { enabled: !scrolls });
  const scrolled = useScrolledList(resource, state, scrolls);
  const list = scrolls ? scrolled : paged;
  const may = useMay(resource);
  const { columns, newColumns, others } = useCrudColumns(props);
  const rowMenu = useRowMenu(props);
  const edited = useEditedRows({
    resource,
    rules,
    columns,
    newColumns,
    mayEdit: may.any,
    listed: list.rows,
  });
  const { rows, fresh, typing, typed, formState, editedFormState } = edited;
  const { locked = false, dirty = false, conflict = null } = useFormStatus(formState) ?? {};
  const adding = typing?.what === 'add' ? formState : null;
  // A new row that nothing was typed into is in nobody's way.
  const busy = typing !== null && (typing.what !== 'add' || dirty);

  const { replace, drop } = fresh;
  const onStored = useCallback((stored: readonly RecordRow[]) => stored.forEach(replace), [replace]);
  const onGone = useCallback(
    (gone: readonly RecordRow[]) => {
      for (const { id } of gone) drop(id);
    },
    [drop],
  );
  const { drop: dropChosen, ...bulk } = useBulk({ resource, state, shown: rows, list, onStored, onGone });
  const views = useViews({ resource, registry, place: 'crud', wanted: state, change, columns, others });
  const shown = useShownColumns(columns, views.shown, editedFormState);
  // The last one added comes first.
  const onAdded = useCallback(
    (stored: readonly RecordRow[]) => stored.toReversed().forEach(fresh.add),
    [fresh],
  );
  const filled = useFilledRows({ resource, may, onAdded, onStored, onGone });
  const fillable = { resource, rows, filled, mayUpdate: may.update };
  useFillDown({
    ...fillable,
    columns: shown,
    chosen: bulk.selection?.keys ?? NONE_CHOSEN,
    locked: busy,
  });
  const paste = usePaste({
    ...fillable,
    rules,
    columns: newColumns,
    shown,
    formState: adding,
    locked: busy,
    place: edited.place,
    mayAdd: may.create && adds,
    onTaken: typed.cancel,
    onAdded,
  });
  const onDelete = useDeletion(resource, edited, dropChosen);
  const editor = useCellEditor(resource, columns, editedFormState);
  const nameOf = useCallback((record: RecordRow) => recordName(resource, record), [resource]);
  const editFocused = () => {
    const record = rows.find((row) => row && recordKey(row) === focusedRow());
    if (record && !typing) typed.edit(record);
  };
  useShortcuts(
    resource.label[1],
    may.update ? [{ keys: 'e', label: 'Edit the row that has the focus', run: editFocused }] : [],
  );

  const editing: GridEditing<RecordRow> = {
    editedKey: edited.edited && recordKey(edited.edited),
    locked: (typing?.what === 'add' && dirty) || paste.open,
    saving: locked,
    changed: () => formState?.status().dirty === true,
    editor,
    nameOf,
    onEdit: may.update ? typed.edit : undefined,
    onCopy: may.create && rules.copies !== false ? typed.copy : undefined,
    onDelete: may.delete ? onDelete : undefined,
    more: rowMenu.button,
    onSave: typed.save,
    onCancel: typed.cancel,
  };
  const listed = { resource, registry, state, change };
  // What is typed or pasted is seen; the groups are there again after that.
  const isGrouped = typing === null && !paste.open && groupingsOf(registry, resource, state.group).length > 0;
  const widths = { widthsKey: views.widthsKey, startWidths: views.startWidths };
  const addRow = may.create && adds && !paste.open && (
    <AddRow
      resource={resource}
      rules={rules}
      columns={newColumns}
      formState={adding}
      widths={widths}
      locked={edited.edited !== null}
      onBegin={() => typed.begin('add')}
      onSave={typed.save}
      onCancel={typed.cancel}
      onPaste={paste.paste}
    />
  );
  return (
    <div className={classes.screen}>
      {typing?.what !== 'copy' && <RestoredNote formState={formState} />}
      {views.note}
      {isGrouped ? (
        <Suspense>
          <GroupedList {...listed} wanted={state} bar={<FilterBar {...listed} />} tools={views.tools} />
        </Suspense>
      ) : (
        <Grid
          bar={
            <>
              {paste.table}
              {addRow}
              <FilterBar {...listed} columns={shown} />
            </>
          }
          label={resource.label[1]}
          things={resource.noun[1]}
          {...widths}
          columns={shown}
          {...list}
          rows={rows}
          listed={list.rows.length}
          rowKey={recordKey}
          selection={bulk.selection}
          below={bulk.bar}
          tools={views.tools}
          {...sortingOf(resource, columns, state, change)}
          search={{ ...state.filters, q: state.q }}
          onSearch={change.setFilter}
          onClearSearch={change.clearFilters}
          paging={scrolls ? undefined : pagingOf(state, change)}
          totals={shownTotals(resource, list.meta)}
          rowChildren={additions.children}
          editing={may.any ? editing : undefined}
          actions={rowMenu.button}
          actionsWidth={actionsWidth(may.any, additions)}
          freshKeys={fresh.keys}
          focus={edited.focus}
        />
      )}
      {rowMenu.opened}
      {filled.dialog}
      {typing?.what === 'copy' && (
        <CopyModal
          resource={resource}
          rules={rules}
          row={typing.row}
          formState={typing.formState}
          onSave={typed.save}
          onClose={typed.cancel}
        />
      )}
      {editedFormState && conflict && (
        <ConflictDialog resource={resource} formState={editedFormState} onDone={typed.onResult} />
      )}
      <LeaveGuard formState={formState} />
    </div>
  );
}
