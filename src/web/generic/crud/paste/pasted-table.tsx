import { Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridColumn, GridEditing } from '#web/grid/types.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { countOf } from '../../bulk/bulk-calls.ts';
import { LeaveGuard } from '../../editing/leave-guard.tsx';
import { RestoredNote } from '../../editing/restored-note.tsx';
import { FormInput } from '../../editing/form-input.tsx';
import { useBeginAnew } from '../../editing/use-begin-anew.ts';
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
export function PastedTable(props: PastedTableProps) {
  const { resource, columns, pasted, derives, onAdded, onClose } = props;
  const rows = useSyncExternalStore(pasted.subscribe, pasted.rows);
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const [before, setBefore] = useState<Record<string, unknown>>({});
  /** How many were on their way, and how many of them are done. */
  const [saving, setSaving] = useState<{ done: number; of: number } | null>(null);
  const wrong = rows.filter((row) => reasonOf(row) !== null).length;
  const { over } = pasted.status();
  const locked = saving !== null || over;
  useBeginAnew(pasted, onClose);
  // Who signs in again goes on with what is kept; nothing may save the same beside them.
  useEffect(() => pasted.stop, [pasted]);

  const gridColumns = useMemo(
    () => columns.map((column, at) => pastedColumn(resource, columns, column, at)),
    [resource, columns],
  );
  const nameOf = useCallback((row: PastedRow) => `row ${pastedKey(row).replace('pasted-', '')}`, []);
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
  const edited = rows.find(({ key }) => key === editedKey);

  const saveAll = async () => {
    if (locked) return;
    setEditedKey(null);
    // Stored rows leave the list, refused ones stay.
    const of = rows.length;
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

  const editing: GridEditing<PastedRow> = {
    editedKey: edited?.key ?? null,
    locked,
    saving: false,
    changed: () => false,
    editor: (columnId, row) => {
      const name = columns.find((column) => column.id === columnId)?.field;
      if (!name) return null;
      return (
        <FormInput
          resource={resource}
          formState={row.formState}
          name={name}
          look="cell"
          mode="create"
          derives={derives}
        />
      );
    },
    nameOf,
    onEdit: locked ? undefined : onEdit,
    onDelete: locked ? undefined : onDelete,
    onSave: () => {
      void edited?.formState.check();
      setEditedKey(null);
    },
    onCancel: () => {
      for (const [name, value] of Object.entries(before)) edited?.formState.set(name, value);
      void edited?.formState.check();
      setEditedKey(null);
    },
  };
  const discard = () => {
    pasted.giveUp();
    onClose();
  };
  return (
    <section aria-label={`Pasted ${resource.label[1]}`} className={classes.pasted} data-open>
      <RestoredNote formState={(rows.find(lacks) ?? rows[0])?.formState ?? null} />
      <Group gap="sm">
        <Button size="xs" loading={locked} onClick={() => void saveAll()}>
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
        editing={editing}
      />
      <LeaveGuard formState={pasted} />
    </section>
  );
}

/** Whether it came back without something that is kept nowhere. */
const lacks = ({ formState }: PastedRow): boolean => (formState.status().restored?.left.length ?? 0) > 0;

/** Why a row cannot be saved; null where nothing is known to be wrong. */
const reasonOf = ({ formState }: PastedRow): string | null =>
  Object.values(formState.errors())[0] ?? formState.status().failure?.title ?? null;

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
  const value = ({ formState }: PastedRow) => formState.get(name);
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
      const none = row.formState.error(name) === null ? '' : '—';
      return <Words field={field} name={name} value={value(row) ?? null} row={null} none={none} />;
    },
    tone: (row) => {
      const { failure } = row.formState.status();
      const elsewhere = Object.entries(row.formState.errors()).find(([wrong]) => !shown.has(wrong))?.[1];
      const ofRow = failure && !failure.ofFields && Object.keys(row.formState.errors()).length === 0;
      const whole =
        at === 0
          ? (elsewhere ?? (ofRow ? [failure.title, failure.reason].filter(Boolean).join(' ') : null))
          : null;
      const reason = row.formState.error(name) ?? whole;
      return reason === null ? null : { tone: 'bad', reason };
    },
  };
}
