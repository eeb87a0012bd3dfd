import { useMemo } from 'react';
import type { Additions } from '../additions/additions.ts';
import { addedColumns } from '../additions/columns.tsx';
import { useBulk } from '../bulk/use-bulk.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { linkedColumns, otherColumns } from '../list/list-columns.tsx';
import { useList } from '../list/use-list.ts';
import { useScrolledList } from '../list/use-scrolled-list.ts';
import { useListState } from '../list-state.ts';
import type { ScreenProps } from '../screen.ts';
import { useMay, type May } from '../use-may.ts';
import { useViews } from '../views/use-views.tsx';
import { addColumns, crudColumns, type CrudColumn } from './columns.ts';
import type { CrudRules } from './crud-rules.ts';
import { usePaste } from './paste/use-paste.tsx';
import { useEditedRows, useShownColumns, type EditedRows } from './use-edited-rows.tsx';
import { useFillDown, useFilledRows } from './use-filled-rows.tsx';
import { useGridEditing } from './use-grid-editing.tsx';
import { useRowMenu } from './use-row-menu.tsx';

const NOTHING_ADDED: Additions = {};
const NONE_CHOSEN: ReadonlySet<string> = new Set();

export interface CrudTableProps extends ScreenProps {
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

/** What an editable table shows and what a person is doing in it: its list, its columns, what is typed, filled and chosen. */
export function useCrudTable(props: CrudTableProps) {
  const { resource, registry, rules, additions = NOTHING_ADDED, scrolls = false, adds = true } = props;
  const [state, change] = useListState();
  const paged = useList(resource, state, change, { enabled: !scrolls });
  const scrolled = useScrolledList(resource, state, scrolls);
  const list = scrolls ? scrolled : paged;
  const may = useMay(resource);
  const mayAdd = may.create && adds;
  const { columns, newColumns, others } = useCrudColumns(props);
  const rowMenu = useRowMenu(resource, additions.row);
  const edited = useEditedRows({
    resource,
    rules,
    columns,
    newColumns,
    mayEdit: may.any,
    listed: list.rows,
  });
  const { rows, fresh, typing } = edited;
  const isTyped = useFormStatus(edited.formState)?.dirty ?? false;
  const { drop: dropChosen, ...bulk } = useBulk({
    resource,
    state,
    shown: rows,
    list,
    onStored: fresh.replace,
    onGone: fresh.drop,
  });
  const views = useViews({ resource, registry, place: 'crud', wanted: state, change, columns, others });
  const shown = useShownColumns(columns, views.shown, edited.editedFormState);
  const { filled, paste } = useFilling({
    ...props,
    may,
    mayAdd,
    edited,
    columns: newColumns,
    shown,
    chosen: bulk.selection?.keys ?? NONE_CHOSEN,
    // A new row that nothing was typed into is in nobody's way.
    locked: typing !== null && (typing.what !== 'add' || isTyped),
  });
  const editing = useGridEditing({
    resource,
    rules,
    columns,
    may,
    table: edited,
    locked: (typing?.what === 'add' && isTyped) || paste.open,
    more: rowMenu.button,
    onGone: dropChosen,
  });
  return {
    state,
    change,
    list,
    columns,
    newColumns,
    shown,
    views,
    bulk,
    edited,
    editing,
    filled,
    paste,
    addsRow: mayAdd && !paste.open,
    rowMenu,
  };
}

export type CrudTableState = ReturnType<typeof useCrudTable>;

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

interface FillingOptions extends CrudTableProps {
  may: May;
  /** Whether a row can be added here. */
  mayAdd: boolean;
  edited: EditedRows;
  /** The columns that a new row fills in. */
  columns: readonly CrudColumn[];
  shown: readonly CrudColumn[];
  chosen: ReadonlySet<string>;
  locked: boolean;
}

/** The ways to fill several rows at once: from the first of those that are chosen, and from a spreadsheet. */
function useFilling(options: FillingOptions) {
  const { resource, rules, may, mayAdd, edited, columns, shown, chosen, locked } = options;
  const { rows, fresh, typing, typed, formState, place } = edited;
  const onAdded = fresh.add;
  const filled = useFilledRows({ resource, may, onAdded, onStored: fresh.replace, onGone: fresh.drop });
  const fillable = { resource, rows, filled, locked, mayUpdate: may.update };
  useFillDown({ ...fillable, columns: shown, chosen });
  const paste = usePaste({
    ...fillable,
    rules,
    columns,
    shown,
    formState: typing?.what === 'add' ? formState : null,
    place,
    mayAdd,
    mayRemove: may.delete,
    onTaken: typed.cancel,
    onAdded,
    onGone: fresh.drop,
  });
  return { filled, paste };
}
