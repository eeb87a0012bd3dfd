import { useCallback, useMemo, useState } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { columnFields, type CrudColumn } from './columns.ts';
import { createDraft, type Draft } from './draft.ts';
import { startValues } from './payload.ts';
import type { Saving } from './use-saving.ts';

export interface Edited {
  row: RecordRow;
  draft: Draft;
}

/** What the dialog about two versions needs. */
export interface Stale {
  mine: Values;
  sentence: string;
}

interface EditedRowOptions {
  resource: Resource;
  columns: readonly CrudColumn[];
  saving: Saving;
  inputs: () => ParentNode | null;
  onSaved: (before: RecordRow, stored: RecordRow) => void;
  /** What was being edited here before. */
  kept: Edited | null;
}

/** The row of the table that is being edited, from Edit to Save or Cancel. */
export function useEditedRow({ resource, columns, saving, inputs, onSaved, kept }: EditedRowOptions) {
  const [edited, setEdited] = useState<Edited | null>(kept);
  const [stale, setStale] = useState<Stale | null>(null);
  const fields = useMemo(() => columnFields(columns), [columns]);
  const { updateFailed } = resource.messages;

  const begin = useCallback(
    (row: RecordRow) => setEdited({ row, draft: createDraft(startValues(resource, fields, row)) }),
    [resource, fields],
  );
  const end = useCallback(() => {
    setStale(null);
    setEdited(null);
  }, []);

  const send = async ({ row, draft }: Edited, changes: Values) => {
    if (Object.keys(changes).length === 0) return end();
    const stored = await saving.attempt({
      draft,
      id: row.id,
      failed: updateFailed,
      inputs,
      send: () => saving.update(row.id, row.lock_version, changes),
      onStale: (error) => setStale({ mine: draft.values(), sentence: error.message }),
    });
    if (!stored) return;
    onSaved(row, stored);
    end();
  };

  return {
    edited,
    stale,
    begin,
    end,
    save: () => edited && void send(edited, edited.draft.changes()),
    /** Back from the dialog about two versions to the row, which is as stale as before. */
    leaveStale: () => setStale(null),
    /** Sends the chosen values against the version that the person has seen by now. */
    saveChoice: (chosen: Values, current: RecordRow) => {
      if (!edited) return;
      edited.draft.rebase({ ...startValues(resource, fields, current), ...chosen });
      const next = { ...edited, row: current };
      setEdited(next);
      setStale(null);
      void send(next, chosen);
    },
  };
}
