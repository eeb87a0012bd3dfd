import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { lateDialog } from '#web/ui/late.tsx';
import type { RecordRow } from '#web/data/queries.ts';
import { usePerson, useRight } from '#web/data/use-session.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridEditing, GridFocus } from '#web/grid/types.ts';
import { useShortcuts } from '#web/ui/shortcuts/shortcuts.ts';
import { focusedRow } from '../focused-row.ts';
import { draftKey, dropDraft } from '../form/drafts.ts';
import { createIntents } from '../form/intents.ts';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { RestoredNote } from '../form/restored-note.tsx';
import { FilterChips } from '../list/filter-chips.tsx';
import { linkedColumns } from '../list/list-columns.tsx';
import { useList } from '../list/use-list.ts';
import { PAGE_SIZES, useListState } from '../list-state.ts';
import { recordName } from '../record-title.ts';
import type { ScreenProps } from '../screen.ts';
import { useUndo } from '../use-undo.ts';
import { AddRow, type Adding } from './add-row.tsx';
import { addColumns, crudColumns } from './columns.ts';
import type { CrudRules } from './crud-rules.ts';
import { DraftInput } from './draft-input.tsx';
import { useDirty } from './draft.ts';
import { copyDraft, readTyping, useKeptTyping, type Typing } from './typing.ts';
import { useEditedRow, type Edited } from './use-edited-row.tsx';
import { useFreshRows } from './use-fresh-rows.ts';
import { useSaving } from './use-saving.ts';
import classes from './crud.module.css';

// Loaded when they are needed: most visits copy nothing and meet no conflict.
const ConflictDialog = lateDialog(
  async () => ({ default: (await import('../conflict.tsx')).ConflictDialog }),
  ({ onClose }) => onClose(),
);
const CopyModal = lateDialog(
  () => import('./copy-modal.tsx'),
  ({ onClose }) => onClose(),
);

interface CrudTableProps extends ScreenProps {
  rules: CrudRules;
  /** It is the model's list too: the name of a record leads to it. */
  linked?: boolean;
}

/** The editable table of a model: a row to add on top, then every record with Edit, Copy and Delete. */
export function CrudTable({ resource, registry, rules, linked = false }: CrudTableProps): ReactNode {
  const [state, change] = useListState();
  const search = useLocation({ select: (location) => location.searchStr });
  const address = useLocation({ select: (location) => location.pathname });
  const person = usePerson();
  const queries = useQueryClient();
  const list = useList(resource, state, change);
  const mayEdit = useRight('edit_reference_data');
  const may = (action: 'create' | 'update' | 'delete') => mayEdit && resource.actions.includes(action);
  const columns = useMemo(() => {
    const plain = crudColumns(resource, registry);
    return linked ? linkedColumns(resource, plain) : plain;
  }, [resource, registry, linked]);
  const newColumns = useMemo(
    () => addColumns(resource, columns, rules.addFields),
    [resource, columns, rules],
  );

  const place = useRef<HTMLDivElement>(null);
  const leaving = useRef(false);
  const fresh = useFreshRows(search);
  const [key] = useState(() => draftKey(person?.email ?? '', address));
  const [kept] = useState(() => (mayEdit ? readTyping(key, { resource, rules, columns, newColumns }) : null));
  const [adding, setAdding] = useState<Adding | null>(() =>
    kept?.what === 'add' ? { draft: kept.draft, intents: createIntents(key) } : null,
  );
  const [copied, setCopied] = useState<Edited | null>(kept?.what === 'copy' ? kept : null);
  const [focus, setFocus] = useState<GridFocus | null>(null);
  const saving = useSaving(resource, rules);
  const undo = useUndo(resource);
  const { edited, stale, begin, end, ...row } = useEditedRow({
    resource,
    columns,
    saving,
    kept: kept?.what === 'edit' ? kept : null,
    inputs: () => place.current?.querySelector('[data-edited]') ?? null,
    onSaved: (before, stored) => {
      fresh.replace(stored);
      undo.ofUpdate(before, stored, (former) => {
        fresh.replace(former);
        setFocus({ rowId: former.id, action: 'edit' });
      });
    },
  });
  const typing = useMemo<Typing | null>(() => {
    if (adding) return { what: 'add', row: null, draft: adding.draft };
    if (edited) return { what: 'edit', ...edited };
    return copied && { what: 'copy', ...copied };
  }, [adding, edited, copied]);
  useKeptTyping(key, typing);
  const dirty = useDirty(typing?.draft ?? null);
  const restored = kept !== null && typing?.draft === kept.draft;

  const rows = useMemo(() => {
    const shown = fresh.above(list.rows);
    // The edited row stays in sight when another page or filter leaves it out.
    return edited && !shown.some(({ id }) => id === edited.row.id) ? [edited.row, ...shown] : shown;
  }, [fresh, list.rows, edited]);

  const onAdded = (stored: RecordRow) => {
    fresh.add(stored);
    setFocus({ rowId: stored.id, action: 'edit' });
    void queries.invalidateQueries();
  };
  const rowsNow = useRef(rows);
  useLayoutEffect(() => {
    rowsNow.current = rows;
  });
  const { remove } = saving;
  const onDelete = useCallback(
    async (gone: RecordRow) => {
      const at = rowsNow.current.findIndex(({ id }) => id === gone.id);
      const next = rowsNow.current[at + 1] ?? rowsNow.current[at - 1];
      if (!(await remove(gone.id))) return;
      fresh.drop(gone.id);
      undo.ofDelete(gone.id, () => setFocus({ rowId: gone.id, action: 'edit' }));
      if (next) setFocus({ rowId: next.id, action: 'delete' });
    },
    [remove, fresh, undo],
  );

  const onCopy = useCallback(
    (record: RecordRow) => setCopied({ row: record, draft: copyDraft(resource, rules, record) }),
    [resource, rules],
  );
  const draft = edited?.draft;
  const editedRow = edited?.row;
  const editor = useCallback(
    (columnId: string) => {
      const name = columns.find((column) => column.id === columnId)?.field;
      if (!name || !draft || !editedRow) return null;
      const common = { resource, name, draft, row: editedRow, look: 'cell', mode: 'update' } as const;
      return <DraftInput {...common} />;
    },
    [columns, draft, editedRow, resource],
  );
  const editFocused = () => {
    const record = rows.find(({ id }) => id === focusedRow());
    if (record && !edited && !adding) begin(record);
  };
  useShortcuts(
    resource.label[1],
    may('update') ? [{ keys: 'e', label: 'Edit the row that has the focus', run: editFocused }] : [],
  );

  const nameOf = useCallback((record: RecordRow) => recordName(resource, record), [resource]);

  const editing: GridEditing<RecordRow> = {
    editedId: edited?.row.id ?? null,
    locked: adding !== null,
    saving: saving.saving,
    editor,
    nameOf,
    onEdit: may('update') ? begin : undefined,
    onCopy: may('create') && rules.copies !== false ? onCopy : undefined,
    onDelete: may('delete') ? onDelete : undefined,
    onSave: row.save,
    onCancel: end,
  };
  return (
    <div ref={place} className={classes.screen}>
      {restored && typing.what !== 'copy' && <RestoredNote />}
      {may('create') && (
        <AddRow
          resource={resource}
          rules={rules}
          columns={newColumns}
          saving={saving}
          adding={adding}
          draftKey={key}
          onAdding={setAdding}
          locked={edited !== null}
          onAdded={onAdded}
        />
      )}
      <FilterChips resource={resource} registry={registry} state={state} change={change} />
      <Grid
        label={resource.label[1]}
        things={resource.noun[1]}
        widthsKey={`crud.${resource.name}`}
        columns={columns}
        {...list}
        rows={rows}
        sort={state.sort ?? resource.sort ?? null}
        onSort={change.setSort}
        search={state.filters}
        onSearch={change.setFilter}
        onClearSearch={change.clearFilters}
        paging={{
          page: state.page,
          perPage: state.perPage,
          sizes: PAGE_SIZES,
          onPage: change.setPage,
          onPerPage: change.setPerPage,
        }}
        editing={mayEdit ? editing : undefined}
        freshIds={fresh.ids}
        focus={focus}
      />
      <Suspense>
        {copied && (
          <CopyModal
            resource={resource}
            rules={rules}
            {...copied}
            draftKey={key}
            restored={restored}
            saving={saving}
            onClose={() => setCopied(null)}
            onCopied={(stored) => {
              setCopied(null);
              onAdded(stored);
            }}
          />
        )}
        {stale && edited && (
          <ConflictDialog
            resource={resource}
            base={edited.row}
            mine={stale.mine}
            sentence={stale.sentence}
            saving={saving.saving}
            onSave={row.saveChoice}
            onTakeTheirs={(current) => {
              fresh.replace(current);
              void queries.invalidateQueries({ queryKey: [resource.name] });
              end();
            }}
            onClose={row.leaveStale}
          />
        )}
      </Suspense>
      <LeaveGuard dirty={dirty} leaving={leaving} onGiveUp={() => dropDraft(key)} />
    </div>
  );
}
