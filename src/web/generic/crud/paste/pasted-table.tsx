import { Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridEditing } from '#web/grid/types.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { countOf } from '../../bulk/bulk-calls.ts';
import { LeaveGuard } from '../../editing/leave-guard.tsx';
import { RestoredNote } from '../../editing/restored-note.tsx';
import { FormInput } from '../../editing/form-input.tsx';
import { useBeginAnew } from '../../editing/use-begin-anew.ts';
import type { CrudColumn } from '../columns.ts';
import { pastedColumn } from './pasted-column.tsx';
import { pastedKey, type PastedRow, type PastedRows } from './pasted-rows.ts';
import classes from '../crud.module.css';

interface PastedTableProps {
  resource: Resource;
  columns: readonly CrudColumn[];
  pasted: PastedRows;
  derives: boolean;
  onAdded: (stored: readonly RecordRow[]) => void;
  onClose: () => void;
}

/** The rows of a pasted range, with what is wrong at its cell. Nothing of it is saved until the person saves. */
export function PastedTable(props: PastedTableProps) {
  const { resource, columns, pasted, onClose } = props;
  const rows = useSyncExternalStore(pasted.subscribe, pasted.rows);
  const { saving, saveAll } = useSaving(props);
  const locked = saving !== null || pasted.status().over;
  const editing = useEditing(props, rows, locked);
  useBeginAnew(pasted, onClose);
  // Who signs in again goes on with what is kept; nothing may save the same beside them.
  useEffect(() => pasted.stop, [pasted]);

  const gridColumns = useMemo(
    () => columns.map((column, at) => pastedColumn(resource, columns, column, at)),
    [resource, columns],
  );
  const save = () => {
    if (locked) return;
    editing.leave();
    void saveAll(rows.length);
  };
  const discard = () => {
    pasted.giveUp();
    onClose();
  };
  const wrong = rows.filter((row) => reasonOf(row) !== null).length;
  return (
    <section aria-label={`Pasted ${resource.label[1]}`} className={classes.pasted} data-open>
      <RestoredNote formState={(rows.find(lacks) ?? rows[0])?.formState ?? null} />
      <Group gap="sm">
        <Button size="xs" loading={locked} onClick={save}>
          Save {countOf(resource, rows.length)}
        </Button>
        <Button size="xs" variant="default" disabled={locked} onClick={discard}>
          Discard
        </Button>
        <Text size="sm" role="status">
          {saving !== null
            ? `Saving ${saving.done + 1} of ${saving.of}`
            : wrong > 0
              ? `${wrong} of ${rows.length} pasted rows ${wrong === 1 ? 'needs' : 'need'} a correction.`
              : `${rows.length} pasted, nothing saved yet.`}
        </Text>
      </Group>
      <Grid
        bare
        label={`Pasted ${resource.label[1]}`}
        things={resource.noun[1]}
        widthsKey={`crud.${resource.name}`}
        columns={gridColumns}
        rows={rows}
        rowKey={pastedKey}
        total={rows.length}
        status="ready"
        editing={editing.ofGrid}
      />
      <LeaveGuard formState={pasted} />
    </section>
  );
}

/** Saves all rows: stored ones leave the list, refused ones stay. */
function useSaving({ resource, pasted, onAdded, onClose }: PastedTableProps) {
  /** How many were on their way, and how many of them are done. */
  const [saving, setSaving] = useState<{ done: number; of: number } | null>(null);
  const saveAll = async (of: number) => {
    setSaving({ done: 0, of });
    await pasted.ready;
    const { stored, failed, broken } = await pasted.save((done) => setSaving({ done, of }));
    setSaving(null);
    if (stored.length > 0) onAdded(stored);
    if (broken) return;
    if (failed === 0) return onClose();
    noticeFailure({
      title: `${countOf(resource, failed)} could not be added.`,
      reason: stored.length > 0 ? `${countOf(resource, stored.length)} have been added.` : undefined,
      next: 'Correct what is marked, then save again.',
    });
  };
  return { saving, saveAll };
}

const nameOf = (row: PastedRow) => `row ${pastedKey(row).replace('pasted-', '')}`;

/** The editing of one row at a time: it saves nothing, and Cancel brings back the values of before. */
function useEditing(props: PastedTableProps, rows: readonly PastedRow[], locked: boolean) {
  const { resource, columns, pasted, derives, onClose } = props;
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const [before, setBefore] = useState<Record<string, unknown>>({});
  const edited = rows.find(({ key }) => key === editedKey);
  const onEdit = useCallback((row: PastedRow) => {
    setBefore({ ...row.formState.values() });
    setEditedKey(row.key);
  }, []);
  const onDelete = useCallback(
    (row: PastedRow) => {
      pasted.drop(row.key);
      if (pasted.rows().length === 0) onClose();
    },
    [pasted, onClose],
  );
  const leave = () => setEditedKey(null);
  const ofGrid: GridEditing<PastedRow> = {
    editedKey: edited?.key ?? null,
    locked,
    saving: false,
    changed: () => false,
    editor: (columnId, { formState }) => {
      const name = columns.find((column) => column.id === columnId)?.field;
      const common = { resource, formState, look: 'cell', mode: 'create', derives } as const;
      return name ? <FormInput {...common} name={name} /> : null;
    },
    nameOf,
    onEdit: locked ? undefined : onEdit,
    onDelete: locked ? undefined : onDelete,
    onSave: () => {
      void edited?.formState.check();
      leave();
    },
    onCancel: () => {
      for (const [name, value] of Object.entries(before)) edited?.formState.set(name, value);
      void edited?.formState.check();
      leave();
    },
  };
  return { ofGrid, leave };
}

/** Whether it came back without something that is kept nowhere. */
const lacks = ({ formState }: PastedRow): boolean => (formState.status().restored?.left.length ?? 0) > 0;

/** Why a row cannot be saved; null where nothing is known to be wrong. */
const reasonOf = ({ formState }: PastedRow): string | null =>
  Object.values(formState.errors())[0] ?? formState.status().failure?.title ?? null;
