import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { mayBeGiven } from '#kernel/system-fields.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridEditing } from '#web/grid/types.ts';
import { useShortcuts } from '#web/ui/shortcuts/shortcuts.ts';
import { FormInput } from '../editing/form-input.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { focusedRow } from '../focused-row.ts';
import { recordKey } from '../record-key.ts';
import { recordName } from '../record-title.ts';
import type { May } from '../use-may.ts';
import type { CrudColumn } from './columns.ts';
import type { CrudRules } from './crud-rules.ts';
import type { EditedRows } from './use-edited-rows.tsx';
import { useRemove } from './use-remove.ts';

interface GridEditingOptions {
  resource: Resource;
  rules: CrudRules;
  columns: readonly CrudColumn[];
  may: May;
  table: EditedRows;
  /** No row can be edited now. */
  locked: boolean;
  /** The button of the further actions of a row. */
  more: GridEditing<RecordRow>['more'];
  onGone: (gone: RecordRow) => void;
}

/** What a person does with the rows of an editable table; undefined for those who may change nothing. */
export function useGridEditing(options: GridEditingOptions): GridEditing<RecordRow> | undefined {
  const { resource, rules, columns, may, table, locked, more, onGone } = options;
  const { typed, edited, formState } = table;
  const saving = useFormStatus(formState)?.locked ?? false;
  const editor = useCellEditor(resource, columns, table.editedFormState);
  const onDelete = useDeletion(resource, table, onGone);
  const nameOf = useCallback((record: RecordRow) => recordName(resource, record), [resource]);
  useEditOfFocusedRow(resource, table, may.update);
  if (!may.any) return undefined;
  return {
    editedKey: edited && recordKey(edited),
    locked,
    saving,
    changed: () => formState?.status().dirty === true,
    editor,
    nameOf,
    onEdit: may.update ? typed.edit : undefined,
    onCopy: may.create && rules.copies !== false ? typed.copy : undefined,
    onDelete: may.delete ? onDelete : undefined,
    more,
    onSave: typed.save,
    onCancel: typed.cancel,
  };
}

/** E edits the row that has the focus. */
function useEditOfFocusedRow(
  resource: Resource,
  { rows, typing, typed }: Pick<EditedRows, 'rows' | 'typing' | 'typed'>,
  mayUpdate: boolean,
): void {
  const edit = () => {
    const record = rows.find((row) => row && recordKey(row) === focusedRow());
    if (record && !typing) typed.edit(record);
  };
  useShortcuts(
    resource.label[1],
    mayUpdate ? [{ keys: 'e', label: 'Edit the row that has the focus', run: edit }] : [],
  );
}

/** Deletes a row, offers to undo that, and leads the focus to the row that takes its place. */
function useDeletion(
  resource: Resource,
  { rows, fresh, undo, setFocus }: Pick<EditedRows, 'rows' | 'fresh' | 'undo' | 'setFocus'>,
  onGone: (gone: RecordRow) => void,
) {
  const remove = useRemove(resource);
  const rowsNow = useRef(rows);
  useLayoutEffect(() => {
    rowsNow.current = rows;
  });
  return useCallback(
    async (gone: RecordRow) => {
      const at = rowsNow.current.findIndex((row) => row?.id === gone.id);
      const next = rowsNow.current[at + 1] ?? rowsNow.current[at - 1];
      if (!(await remove(gone.id))) return;
      fresh.drop([gone]);
      onGone(gone);
      undo.ofDelete(gone.id, () => setFocus({ rowKey: recordKey(gone), action: 'edit' }));
      if (next) setFocus({ rowKey: recordKey(next), action: 'delete' });
    },
    [remove, fresh, onGone, undo, setFocus],
  );
}

/** The inputs of the edited row, by the ids of their columns; null where a column is not edited. */
function useCellEditor(
  resource: Resource,
  columns: readonly CrudColumn[],
  formState: EditedRows['editedFormState'],
) {
  return useCallback(
    (columnId: string) => {
      const name = columns.find((column) => column.id === columnId)?.field;
      if (!name || !formState || !mayBeGiven(resource, name, 'update')) return null;
      return <FormInput resource={resource} formState={formState} name={name} look="cell" mode="update" />;
    },
    [columns, formState, resource],
  );
}
