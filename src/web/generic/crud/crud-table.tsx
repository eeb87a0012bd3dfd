import { useLocation } from '@tanstack/react-router';
import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { mayBeGiven } from '#kernel/system-fields.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridEditing, GridFocus } from '#web/grid/types.ts';
import { useShortcuts } from '#web/ui/shortcuts/shortcuts.ts';
import { draftKey } from '../editing/drafts.ts';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { RestoredNote } from '../editing/restored-note.tsx';
import { FormInput } from '../editing/form-input.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { focusedRow } from '../focused-row.ts';
import { FilterChips } from '../list/filter-chips.tsx';
import { linkedColumns } from '../list/list-columns.tsx';
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
import { useUndo } from '../use-undo.ts';
import { useViews } from '../views/use-views.tsx';
import { AddRow } from './add-row.tsx';
import { addColumns, crudColumns, type CrudColumn } from './columns.ts';
import { CopyModal } from './copy-modal.tsx';
import type { CrudRules } from './crud-rules.ts';
import { usePaste } from './paste/use-paste.tsx';
import { useFreshRows } from './use-fresh-rows.ts';
import { useRemove } from './use-remove.ts';
import { useTyping } from './use-typing.ts';
import classes from './crud.module.css';

const NOTHING_ADDED: Additions = {};
/** Pixels of the buttons of a row with its menu, and of the menu alone. */
const WITH_MENU = 204;
const MENU_ALONE = 48;

const actionsWidth = (mayEdit: boolean, { row }: Additions) => row && (mayEdit ? WITH_MENU : MENU_ALONE);

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

/** The editable table of a model: a row to add on top, then every record with Edit, Copy and Delete. */
export function CrudTable(props: CrudTableProps): ReactNode {
  const { resource, registry, rules, additions = NOTHING_ADDED } = props;
  const { linked = false, scrolls = false, adds = true } = props;
  const [state, change] = useListState();
  const search = useLocation({ select: (location) => location.searchStr });
  const address = useLocation({ select: (location) => location.pathname });
  const person = usePerson();
  const paged = useList(resource, state, change, !scrolls);
  const scrolled = useScrolledList(resource, state, scrolls);
  const list = scrolls ? scrolled : paged;
  const may = useMay(resource);
  const mayEdit = may.any;
  const columns = useMemo(() => {
    const plain = addedColumns(resource, registry, crudColumns(resource, registry), additions);
    return linked ? linkedColumns(resource, plain) : plain;
  }, [resource, registry, linked, additions]);
  const actions = useActions(resource, additions.row);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { offered } = actions;
  const newColumns = useMemo(
    () => addColumns(resource, columns, rules.addFields),
    [resource, columns, rules],
  );

  const fresh = useFreshRows(search);
  const [key] = useState(() => draftKey(person?.email ?? '', address));
  const [focus, setFocus] = useState<GridFocus | null>(null);
  const remove = useRemove(resource);
  const undo = useUndo(resource);
  const { typing, ...typed } = useTyping({
    resource,
    rules,
    columns,
    newColumns,
    place: key,
    mayEdit,
    onAdded: (stored) => {
      fresh.add(stored);
      setFocus({ rowKey: recordKey(stored), action: 'edit' });
    },
    onUpdated: (saved) => {
      fresh.replace(saved.stored);
      undo.ofUpdate(saved, (former) => {
        fresh.replace(former);
        setFocus({ rowKey: recordKey(former), action: 'edit' });
      });
    },
    onReplaced: fresh.replace,
  });
  const formState = typing?.formState ?? null;
  const { locked = false, conflict = null } = useFormStatus(formState) ?? {};
  const edited = typing?.what === 'edit' ? typing.row : null;
  const editedFormState = edited && formState;

  const rows = useMemo(() => {
    const shown = fresh.above(list.rows);
    // The edited row stays in sight when another page or filter leaves it out.
    return edited && !shown.some((row) => row?.id === edited.id) ? [edited, ...shown] : shown;
  }, [fresh, list.rows, edited]);

  const { replace, drop } = fresh;
  const onStored = useCallback((stored: readonly RecordRow[]) => stored.forEach(replace), [replace]);
  const onGone = useCallback(
    (gone: readonly RecordRow[]) => {
      for (const { id } of gone) drop(id);
    },
    [drop],
  );
  const { drop: dropChosen, ...bulk } = useBulk({ resource, state, shown: rows, onStored, onGone });
  const views = useViews({ resource, registry, place: 'crud', wanted: state, change, columns });
  const wanted = views.shown;
  const wrong = useFormStatus(editedFormState)?.failure?.errors;
  // Errors are seen, also in a column that is not wanted.
  const shown = useMemo(() => {
    const isWrong = ({ field }: CrudColumn) => wrong !== undefined && field !== null && field in wrong;
    const isUnseen = columns.some((one) => isWrong(one) && !wanted.includes(one));
    return isUnseen ? columns.filter((one) => wanted.includes(one) || isWrong(one)) : wanted;
  }, [columns, wanted, wrong]);

  const paste = usePaste({
    resource,
    rules,
    columns: newColumns,
    formState: typing?.what === 'add' ? formState : null,
    place: key,
    mayAdd: may.create && adds,
    onTaken: typed.cancel,
    // The last one added comes first.
    onAdded: (stored) => stored.toReversed().forEach(fresh.add),
  });

  const rowsNow = useRef(rows);
  useLayoutEffect(() => {
    rowsNow.current = rows;
  });
  const onDelete = useCallback(
    async (gone: RecordRow) => {
      const at = rowsNow.current.findIndex((row) => row?.id === gone.id);
      const next = rowsNow.current[at + 1] ?? rowsNow.current[at - 1];
      if (!(await remove(gone.id))) return;
      fresh.drop(gone.id);
      dropChosen(gone);
      undo.ofDelete(gone.id, () => setFocus({ rowKey: recordKey(gone), action: 'edit' }));
      if (next) setFocus({ rowKey: recordKey(next), action: 'delete' });
    },
    [remove, fresh, dropChosen, undo],
  );

  const editor = useCallback(
    (columnId: string) => {
      const name = columns.find((column) => column.id === columnId)?.field;
      if (!name || !editedFormState || !mayBeGiven(resource, name, 'update')) return null;
      return (
        <FormInput resource={resource} formState={editedFormState} name={name} look="cell" mode="update" />
      );
    },
    [columns, editedFormState, resource],
  );
  const editFocused = () => {
    const record = rows.find((row) => row && recordKey(row) === focusedRow());
    if (record && !typing) typed.edit(record);
  };
  useShortcuts(
    resource.label[1],
    may.update ? [{ keys: 'e', label: 'Edit the row that has the focus', run: editFocused }] : [],
  );

  const nameOf = useCallback((record: RecordRow) => recordName(resource, record), [resource]);

  const more = useCallback(
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

  const editing: GridEditing<RecordRow> = {
    editedKey: edited && recordKey(edited),
    locked: typing?.what === 'add' || paste.open,
    saving: locked,
    changed: () => formState?.status().dirty === true,
    editor,
    nameOf,
    onEdit: may.update ? typed.edit : undefined,
    onCopy: may.create && rules.copies !== false ? typed.copy : undefined,
    onDelete: may.delete ? onDelete : undefined,
    more: additions.row && more,
    onSave: typed.save,
    onCancel: typed.cancel,
  };
  return (
    <div className={classes.screen}>
      {typing?.what !== 'copy' && <RestoredNote formState={formState} />}
      {views.note}
      <Grid
        bar={
          <>
            {paste.table}
            {may.create && adds && !paste.open && (
              <AddRow
                resource={resource}
                rules={rules}
                columns={newColumns}
                formState={typing?.what === 'add' ? formState : null}
                widths={{ widthsKey: views.widthsKey, startWidths: views.startWidths }}
                locked={edited !== null}
                onBegin={() => typed.begin('add')}
                onSave={typed.save}
                onCancel={typed.cancel}
                onPaste={paste.paste}
              />
            )}
            <FilterChips resource={resource} registry={registry} state={state} change={change} />
          </>
        }
        label={resource.label[1]}
        things={resource.noun[1]}
        widthsKey={views.widthsKey}
        startWidths={views.startWidths}
        columns={shown}
        {...list}
        rows={rows}
        rowKey={recordKey}
        selection={bulk.selection}
        below={bulk.bar}
        tools={views.tools}
        {...sortingOf(resource, columns, state, change)}
        search={state.filters}
        onSearch={change.setFilter}
        onClearSearch={change.clearFilters}
        paging={scrolls ? undefined : pagingOf(state, change)}
        totals={shownTotals(resource, list.meta)}
        rowChildren={additions.children}
        editing={mayEdit ? editing : undefined}
        actions={additions.row && more}
        actionsWidth={actionsWidth(mayEdit, additions)}
        freshKeys={fresh.keys}
        focus={focus}
      />
      <Suspense>
        {menu && <ActionsMenu open={menu} actions={actions} onClose={() => setMenu(null)} />}
      </Suspense>
      {actions.shown}
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
