import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState, type ClipboardEvent } from 'react';
import { NEW_ROW_ID } from '#kernel/ids.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridEditing, GridProps } from '#web/grid/types.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { KeysShown } from '#web/ui/shortcuts/keys-shown.tsx';
import { useShortcuts } from '#web/ui/shortcuts/shortcuts.ts';
import type { RecordFormState } from '../editing/model-form-state.ts';
import { FormInput } from '../editing/form-input.tsx';
import { useFormStatus } from '../editing/use-form-state.ts';
import { recordKey } from '../record-key.ts';
import type { CrudColumn } from './columns.ts';
import type { CrudRules } from './crud-rules.ts';
import { isRange } from './paste/is-range.ts';
import classes from './crud.module.css';

/** The placeholder row of a record that is not saved yet; its id is never sent. */
const NEW_ROW: RecordRow = { id: NEW_ROW_ID, created_at: '', updated_at: '', lock_version: 0 };

interface AddRowProps {
  resource: Resource;
  rules: CrudRules;
  columns: readonly CrudColumn[];
  /** The row that is not saved yet, from Add to Save or Cancel. */
  formState: RecordFormState | null;
  /** How wide the columns of the table below it are. */
  widths: Pick<GridProps<RecordRow>, 'widthsKey' | 'startWidths'>;
  /** A row of the other table is being edited. */
  locked: boolean;
  onBegin: () => void;
  onSave: () => void;
  onCancel: () => void;
  /** A range of a spreadsheet is pasted into a cell of the row. */
  onPaste: (text: string, columnId: string | null) => void;
}

const ROWS = [NEW_ROW];
const PASTE_KEYS = 'mod+v';
const PASTES = 'Paste rows from a spreadsheet';

/** The table on top, with the one row that is being added. */
export function AddRow(props: AddRowProps) {
  const { resource, rules, formState, locked, onBegin, onCancel, onPaste } = props;
  const heading = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const number = useNumberOf(formState);

  const begin = () => {
    if (formState && rules.addPending) noticeFailure(rules.addPending);
    if (!formState && !locked) onBegin();
  };
  useShortcuts(resource.label[1], [
    { keys: 'n', label: 'Add a row', run: begin },
    // The browser pastes; the page takes it.
    { keys: PASTE_KEYS, label: PASTES },
  ]);
  return (
    <section
      aria-labelledby={heading}
      className={classes.add}
      data-open={formState ? true : undefined}
      onPasteCapture={(event) => {
        const range = formState && pastedRange(event);
        if (!range) return;
        event.preventDefault();
        event.stopPropagation();
        onPaste(range.text, range.columnId);
      }}
    >
      <Group gap="sm">
        <Title order={2} size="h5" id={heading} className={classes.heading}>
          Add a Row
        </Title>
        <Button
          ref={addButton}
          className={classes.begin}
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={locked || (formState !== null && !rules.addPending)}
          onClick={begin}
        >
          Add a Row
        </Button>
        <Text size="sm" c="dimmed" component="span" className={classes.pastes} data-no-print>
          {PASTES} <KeysShown keys={PASTE_KEYS} />
        </Text>
      </Group>
      {formState && (
        <NewRow
          // The next new row begins at its first field, as the one before did.
          key={number}
          {...props}
          formState={formState}
          onCancel={() => {
            onCancel();
            // The button can take the focus again once it is no longer disabled.
            requestAnimationFrame(() => addButton.current?.focus());
          }}
        />
      )}
    </section>
  );
}

interface NewRowProps extends AddRowProps {
  formState: RecordFormState;
}

/** The inputs of the new row, under the columns of the table. */
function NewRow({ resource, rules, columns, formState, widths, onSave, onCancel }: NewRowProps) {
  const { saving } = useFormStatus(formState);
  const editor = (columnId: string) => {
    const name = columns.find((column) => column.id === columnId)?.field;
    if (!name) return null;
    const common = { resource, formState, name, look: 'cell', mode: 'create' } as const;
    return <FormInput {...common} derives={rules.derive !== undefined} />;
  };
  const editing: GridEditing<RecordRow> = {
    editedKey: recordKey(NEW_ROW),
    locked: false,
    saving,
    changed: () => formState.status().dirty,
    editor,
    nameOf: () => `the new ${resource.noun[0]}`,
    onSave,
    onCancel,
  };
  return (
    <Grid
      bare
      label={`New ${resource.label[0]}`}
      things={resource.noun[1]}
      {...widths}
      columns={columns}
      rows={ROWS}
      rowKey={recordKey}
      total={1}
      status="ready"
      editing={editing}
    />
  );
}

/** Which of the rows that were begun one after the other it is. */
function useNumberOf(formState: RecordFormState | null): number {
  const [now, setNow] = useState({ formState, number: 0 });
  if (now.formState !== formState) setNow({ formState, number: now.number + 1 });
  return now.number;
}

/** The range of a spreadsheet that is pasted into an input of the row, and the column of the input; null for anything else. */
function pastedRange(event: ClipboardEvent<HTMLElement>): { text: string; columnId: string | null } | null {
  const input = event.target as HTMLElement;
  // Events of a dialog that one of its inputs opened come by here too.
  if (!event.currentTarget.contains(input)) return null;
  const text = event.clipboardData.getData('text/plain');
  if (!isRange(text, input instanceof HTMLTextAreaElement)) return null;
  const cell = input.closest<HTMLElement>('[data-col]');
  return { text, columnId: cell?.dataset['col'] ?? null };
}
