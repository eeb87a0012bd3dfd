import { Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { Grid } from '#web/grid/grid.tsx';
import type { GridEditing } from '#web/grid/types.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';
import { useShortcuts } from '#web/ui/shortcuts/shortcuts.ts';
import { createIntents, type Intents } from '../form/intents.ts';
import type { CrudColumn } from './columns.ts';
import type { CrudRules } from './crud-rules.ts';
import { DraftInput } from './draft-input.tsx';
import type { Draft } from './draft.ts';
import { NEW_ROW } from './payload.ts';
import { fillIn, newDraft } from './typing.ts';
import type { Saving } from './use-saving.ts';
import classes from './crud.module.css';

/** A row that is not saved yet, from Add to Save or Cancel. */
export interface Adding {
  draft: Draft;
  intents: Intents;
}

interface AddRowProps {
  resource: Resource;
  rules: CrudRules;
  columns: readonly CrudColumn[];
  saving: Saving;
  adding: Adding | null;
  onAdding: (adding: Adding | null) => void;
  /** Where the new row's draft is kept. */
  draftKey: string;
  /** A row of the other table is being edited. */
  locked: boolean;
  onAdded: (stored: RecordRow) => void;
}

const ROWS = [NEW_ROW];

/** The table on top, with the one row that is being added. */
export function AddRow(props: AddRowProps) {
  const { resource, rules, columns, saving, adding, onAdding, draftKey, locked, onAdded } = props;
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { added, addFailed } = resource.messages;
  const [one] = resource.label;

  const begin = () => {
    if (adding && rules.addPending) noticeFailure(rules.addPending);
    if (adding || locked) return;
    onAdding({ draft: newDraft(resource, columns), intents: createIntents(draftKey) });
  };
  useShortcuts(resource.label[1], [{ keys: 'n', label: 'Add a row', run: begin }]);
  const save = async ({ draft, intents }: Adding) => {
    const stored = await saving.attempt({
      draft,
      failed: addFailed,
      inputs: () => section.current,
      send: () => saving.create(draft, intents),
    });
    if (!stored) return;
    noticeSuccess(added);
    onAdding(null);
    onAdded(stored);
  };
  const cancel = () => {
    onAdding(null);
    // The button can take the focus again once it is no longer disabled.
    requestAnimationFrame(() => addButton.current?.focus());
  };

  const editor = (columnId: string) => {
    const name = columns.find((column) => column.id === columnId)?.field;
    if (!name || !adding) return null;
    const { draft } = adding;
    const common = { resource, name, draft, row: null, look: 'cell', mode: 'create' } as const;
    return <DraftInput {...common} onLeave={rules.derive && (() => void fillIn(rules, draft))} />;
  };

  const editing: GridEditing<RecordRow> = {
    editedId: NEW_ROW.id,
    locked: false,
    saving: saving.saving,
    editor,
    nameOf: () => `the new ${resource.noun[0]}`,
    onSave: () => adding && void save(adding),
    onCancel: cancel,
  };
  return (
    <section ref={section} aria-labelledby={heading} className={classes.add}>
      <Group justify="space-between">
        <Title order={2} size="h4" id={heading}>
          Add a Row
        </Title>
        <Button
          ref={addButton}
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={locked || (adding !== null && !rules.addPending)}
          onClick={begin}
        >
          Add a Row
        </Button>
      </Group>
      {adding && (
        <Grid
          bare
          label={`New ${one}`}
          things={resource.noun[1]}
          widthsKey={`crud.${resource.name}`}
          columns={columns}
          rows={ROWS}
          total={1}
          status="ready"
          editing={editing}
        />
      )}
    </section>
  );
}
