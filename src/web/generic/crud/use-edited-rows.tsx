import { useLocation } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import type { GridFocus } from '#web/grid/types.ts';
import { draftKey } from '../editing/drafts.ts';
import { useFormStatus } from '../editing/use-form-state.ts';
import { recordKey } from '../record-key.ts';
import { useUndo } from '../use-undo.ts';
import type { CrudColumn } from './columns.ts';
import type { CrudRules } from './crud-rules.ts';
import { useFreshRows } from './use-fresh-rows.ts';
import { useTyping } from './use-typing.ts';

type Rows = readonly (RecordRow | undefined)[];

interface EditedRowsOptions {
  resource: Resource;
  rules: CrudRules;
  columns: readonly CrudColumn[];
  newColumns: readonly CrudColumn[];
  mayEdit: boolean;
  /** As the list has them. */
  listed: Rows;
}

/** The rows of an editable table: those of the list, below the ones just added, with what is typed into one of them. */
export function useEditedRows({ resource, rules, columns, newColumns, mayEdit, listed }: EditedRowsOptions) {
  const search = useLocation({ select: (location) => location.searchStr });
  const address = useLocation({ select: (location) => location.pathname });
  const person = usePerson();
  const fresh = useFreshRows(search);
  const [place] = useState(() => draftKey(person?.email ?? '', address));
  const [focus, setFocus] = useState<GridFocus | null>(null);
  const undo = useUndo(resource);
  const focusEdit = useCallback(
    (record: RecordRow) => setFocus({ rowKey: recordKey(record), action: 'edit' }),
    [],
  );
  const { typing, ...typed } = useTyping({
    resource,
    rules,
    columns,
    newColumns,
    place,
    mayEdit,
    onAdded: (stored, goesOn) => {
      fresh.add([stored]);
      if (!goesOn) focusEdit(stored);
    },
    onUpdated: (saved) => {
      fresh.replace([saved.stored]);
      undo.ofUpdate(saved, (former) => {
        fresh.replace([former]);
        focusEdit(former);
      });
    },
    onReplaced: (current) => fresh.replace([current]),
  });
  const formState = typing?.formState ?? null;
  const edited = typing?.what === 'edit' ? typing.row : null;
  const rows = useMemo(() => {
    const shown = fresh.above(listed);
    // The edited row stays in sight when another page or filter leaves it out.
    return edited && !shown.some((row) => row?.id === edited.id) ? [edited, ...shown] : shown;
  }, [fresh, listed, edited]);
  return {
    rows,
    fresh,
    /** Where drafts of this table are kept. */
    place,
    focus,
    setFocus,
    undo,
    typing,
    typed,
    formState,
    edited,
    /** The form state of the edited row; null while a new one is typed in. */
    editedFormState: edited && formState,
  };
}

export type EditedRows = ReturnType<typeof useEditedRows>;

/** The columns that a person wants to see, and those of the edited row that are wrong. */
export function useShownColumns(
  columns: readonly CrudColumn[],
  wanted: readonly CrudColumn[],
  formState: EditedRows['editedFormState'],
): readonly CrudColumn[] {
  const wrong = useFormStatus(formState)?.failure?.errors;
  return useMemo(() => {
    const isWrong = ({ field }: CrudColumn) => wrong !== undefined && field !== null && field in wrong;
    const isUnseen = columns.some((one) => isWrong(one) && !wanted.includes(one));
    if (!isUnseen) return wanted;
    const further = wanted.filter((one) => !columns.includes(one));
    return [...columns.filter((one) => wanted.includes(one) || isWrong(one)), ...further];
  }, [columns, wanted, wrong]);
}
