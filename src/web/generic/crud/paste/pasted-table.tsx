import { Button, Group, Text } from '@mantine/core';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridColumn, GridEditing } from '#web/grid/types.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { countOf } from '../../bulk/bulk-calls.ts';
import { LeaveGuard } from '../../editing/leave-guard.tsx';
import { RoomInput } from '../../editing/room-input.tsx';
import { webKindOf } from '../../kinds/kinds.ts';
import type { CrudColumn } from '../columns.ts';
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
export default function PastedTable(props: PastedTableProps) {
  const { resource, columns, pasted, derives, onAdded, onClose } = props;
  const rows = useSyncExternalStore(pasted.subscribe, pasted.rows);
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const [before, setBefore] = useState<Record<string, unknown>>({});
  const [saving, setSaving] = useState<number | null>(null);
  const wrong = rows.filter((row) => reasonOf(row) !== null).length;

  const gridColumns = useMemo(
    () => columns.map((column, at) => pastedColumn(resource, columns, column, at)),
    [resource, columns],
  );
  const nameOf = useCallback((row: PastedRow) => `row ${pastedKey(row).replace('pasted-', '')}`, []);
  const onEdit = useCallback((row: PastedRow) => {
    setBefore({ ...row.room.values() });
    setEditedKey(row.key);
  }, []);
  const onDelete = useCallback(
    (row: PastedRow) => {
      pasted.drop(row.key);
      if (pasted.rows().length === 0) onClose();
    },
    [pasted, onClose],
  );
  const edited = rows.find(({ key }) => key === editedKey);

  const saveAll = async () => {
    if (saving !== null) return;
    setEditedKey(null);
    setSaving(0);
    await pasted.ready;
    const { stored, failed } = await pasted.save(setSaving);
    setSaving(null);
    if (stored.length > 0) onAdded(stored);
    if (failed === 0) return onClose();
    noticeFailure({
      title: `${countOf(resource, failed)} could not be added.`,
      reason: stored.length > 0 ? `${countOf(resource, stored.length)} have been added.` : undefined,
      next: 'Correct what is marked, then save again.',
    });
  };

  const editing: GridEditing<PastedRow> = {
    editedKey: edited?.key ?? null,
    locked: saving !== null,
    saving: false,
    changed: () => false,
    editor: (columnId, row) => {
      const name = columns.find((column) => column.id === columnId)?.field;
      if (!name) return null;
      return (
        <RoomInput
          resource={resource}
          room={row.room}
          name={name}
          look="cell"
          mode="create"
          derives={derives}
        />
      );
    },
    nameOf,
    onEdit: saving === null ? onEdit : undefined,
    onDelete: saving === null ? onDelete : undefined,
    onSave: () => {
      void edited?.room.check();
      setEditedKey(null);
    },
    onCancel: () => {
      for (const [name, value] of Object.entries(before)) edited?.room.set(name, value);
      void edited?.room.check();
      setEditedKey(null);
    },
  };
  return (
    <section aria-label={`Pasted ${resource.label[1]}`} className={classes.pasted} data-open>
      <Group gap="sm">
        <Button size="xs" loading={saving !== null} onClick={() => void saveAll()}>
          Save {countOf(resource, rows.length)}
        </Button>
        <Button size="xs" variant="default" disabled={saving !== null} onClick={onClose}>
          Discard
        </Button>
        <Text size="sm" role="status">
          {saving !== null
            ? `Saving ${saving + 1} of ${rows.length + saving}`
            : wrong > 0
              ? `${wrong} of ${rows.length} pasted rows need a correction.`
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
        editing={editing}
      />
      <LeaveGuard room={rows[0] ? { ...rows[0].room, state: unsaved(rows[0]) } : null} />
    </section>
  );
}

const unsaved =
  ({ room }: PastedRow) =>
  () => ({ ...room.state(), dirty: true });

/** Why a row cannot be saved; null where nothing is known to be wrong. */
const reasonOf = ({ room }: PastedRow): string | null =>
  Object.values(room.errors())[0] ?? room.state().failure?.title ?? null;

/** A column of the table as it shows rows that are no records yet. */
function pastedColumn(
  resource: Resource,
  columns: readonly CrudColumn[],
  column: CrudColumn,
  at: number,
): GridColumn<PastedRow> {
  const name = column.field ?? '';
  const field = resource.fields[name];
  const shown = new Set(columns.map((one) => one.field));
  const value = ({ room }: PastedRow) => room.get(name);
  return {
    id: column.id,
    header: column.header,
    width: column.width,
    grows: column.grows,
    shrinks: column.shrinks,
    named: column.named,
    align: column.align,
    sortable: false,
    text: (row) => {
      const given = value(row);
      return given === null || given === undefined ? '' : String(given);
    },
    cell: (row) => {
      if (!field) return '';
      const { Words } = webKindOf(field);
      const none = row.room.error(name) === null ? '' : '—';
      return <Words field={field} name={name} value={value(row) ?? null} row={null} none={none} />;
    },
    tone: (row) => {
      const { failure } = row.room.state();
      const elsewhere = Object.entries(row.room.errors()).find(([wrong]) => !shown.has(wrong))?.[1];
      const ofRow = failure && !failure.ofFields && Object.keys(row.room.errors()).length === 0;
      const whole =
        at === 0
          ? (elsewhere ?? (ofRow ? [failure.title, failure.reason].filter(Boolean).join(' ') : null))
          : null;
      const reason = row.room.error(name) ?? whole;
      return reason === null ? null : { tone: 'bad', reason };
    },
  };
}
