import { Suspense, type ReactNode } from 'react';
import { Grid } from '#web/grid/grid.tsx';
import { late } from '#web/ui/pages/late.tsx';
import type { Additions } from '../additions/additions.ts';
import { ConflictDialog } from '../editing/late-conflict-dialog.ts';
import { LeaveGuard } from '../editing/leave-guard.tsx';
import { RestoredNote } from '../editing/restored-note.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { groupingsOf } from '../groups/group-choices.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { sortingOf } from '../list/sorting.ts';
import { shownTotals } from '../list/totals.ts';
import { pagingOf } from '../list-state.ts';
import { recordKey } from '../record-key.ts';
import { AddRow } from './add-row.tsx';
import { CopyModal } from './copy-modal.tsx';
import { useCrudTable, type CrudTableProps, type CrudTableState } from './use-crud-table.tsx';
import classes from './crud.module.css';

/** Pixels of the buttons of a row with its menu, and of the menu alone. */
const WITH_MENU = 136;
const MENU_ALONE = 48;

const actionsWidth = (mayEdit: boolean, additions?: Additions) =>
  additions?.row && (mayEdit ? WITH_MENU : MENU_ALONE);

const GroupedList = late(() => import('../groups/grouped-list.tsx'));

/** The editable table of a model: a row to add on top, then every record with Edit, Copy and Delete. */
export function CrudTable(props: CrudTableProps): ReactNode {
  const { resource, registry, additions, scrolls } = props;
  const table = useCrudTable(props);
  const { state, change, list, shown, views, bulk, edited, editing, paste, rowMenu } = table;
  const { typing, formState } = edited;
  const listed = { resource, registry, state, change };
  // What is typed or pasted is seen; the groups are there again after that.
  const isGrouped = typing === null && !paste.open && groupingsOf(registry, resource, state.group).length > 0;
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
              {table.addsRow && <RowToAdd {...props} table={table} />}
              <FilterBar {...listed} columns={shown} />
            </>
          }
          label={resource.label[1]}
          things={resource.noun[1]}
          widthsKey={views.widthsKey}
          startWidths={views.startWidths}
          columns={shown}
          {...list}
          rows={edited.rows}
          listed={list.rows.length}
          rowKey={recordKey}
          selection={bulk.selection}
          below={bulk.bar}
          tools={views.tools}
          {...sortingOf(resource, table.columns, state, change)}
          search={{ ...state.filters, q: state.q }}
          onSearch={change.setFilter}
          onClearSearch={change.clearFilters}
          paging={scrolls ? undefined : pagingOf(state, change)}
          totals={shownTotals(resource, list.meta)}
          rowChildren={additions?.children}
          editing={editing}
          actions={rowMenu.button}
          actionsWidth={actionsWidth(editing !== undefined, additions)}
          freshKeys={edited.fresh.keys}
          focus={edited.focus}
        />
      )}
      {rowMenu.opened}
      {table.filled.dialog}
      <TypingDialogs {...props} edited={edited} />
      <LeaveGuard formState={formState} />
    </div>
  );
}

interface RowToAddProps extends CrudTableProps {
  table: CrudTableState;
}

/** The row on top that a new record is typed into. */
function RowToAdd({ resource, rules, table }: RowToAddProps) {
  const { newColumns, edited, paste, views } = table;
  const { typing, typed } = edited;
  return (
    <AddRow
      resource={resource}
      rules={rules}
      columns={newColumns}
      formState={typing?.what === 'add' ? typing.formState : null}
      widths={{ widthsKey: views.widthsKey, startWidths: views.startWidths }}
      locked={edited.edited !== null}
      onBegin={() => typed.begin('add')}
      onSave={typed.save}
      onCancel={typed.cancel}
      onPaste={paste.paste}
    />
  );
}

/** The dialogs of what is typed: the copy of a row, and an edited row that somebody else has changed. */
function TypingDialogs({
  resource,
  rules,
  edited: { typing, typed, editedFormState },
}: CrudTableProps & Pick<CrudTableState, 'edited'>) {
  const conflict = useFormStatus(editedFormState)?.conflict;
  return (
    <>
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
    </>
  );
}
