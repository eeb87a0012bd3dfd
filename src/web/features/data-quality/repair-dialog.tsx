import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QualityCount } from '#calls/quality.ts';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import type { Repair } from '#kernel/quality.ts';
import type { Resource } from '#kernel/resource.ts';
import { bulkCalls, countOf } from '#web/generic/bulk/bulk-calls.ts';
import { RefusedList } from '#web/generic/bulk/refused-list.tsx';
import { useBulkUndo } from '#web/generic/bulk/use-bulk-undo.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { recordKey } from '#web/generic/record-key.ts';
import { recordName } from '#web/generic/record-title.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { useMay } from '#web/generic/use-may.ts';
import { ApiError } from '#web/data/client.ts';
import { listQuery, type RecordRow } from '#web/data/queries.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { brokenSearch } from './broken-search.ts';
import classes from './data-quality.module.css';

interface RepairDialogProps {
  resource: Resource;
  broken: QualityCount;
  repair: Repair;
  onClose: () => void;
}

/** Shows which records a repair changes and how, and changes them at once, with one undo for all of them. */
export function RepairDialog({ resource, broken, repair, onClose }: RepairDialogProps) {
  const query = { ...brokenSearch(broken.rule), page: '1', per_page: String(MOST_AT_ONCE) };
  const load = useLoad(listQuery(resource.name, query));
  const queries = useQueryClient();
  const undo = useBulkUndo(resource, useMay(resource).delete);
  const [intents] = useState(() => createIntents(null));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const { field: name, value, from } = repair;
  const field = resource.fields[name];
  const become = (row: RecordRow) => (from === null ? value : row[from]);
  const shown = (one: unknown) => (field && formatValue(field, one)) || 'None';

  const run = async (rows: readonly RecordRow[]) => {
    setBusy(true);
    setRefused(null);
    try {
      const versions = rows.map(({ id, lock_version: version }) => [id, version]);
      const changes = rows.map((record) => ({ record, values: { [name]: become(record) } }));
      const stored = await intents.once(versions, (intent) => bulkCalls.update(resource, changes, intent));
      await queries.invalidateQueries();
      undo.ofUpdate(stored, rows);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
      // The person sees what others changed; another try is based on that.
      await queries.invalidateQueries({ queryKey: [resource.name] });
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={busy ? () => undefined : onClose} title={repair.label} centered>
      <Loaded load={load} failed="The records could not be loaded" height={160}>
        {({ data, meta: { total } }) => (
          <>
            <Text size="sm" mb="xs">
              {field?.label} changes in {countOf(resource, data.length)}
              {total > data.length &&
                `; the other ${grouped(total - data.length)} come when this is done again`}
              .
            </Text>
            <ul className={classes.records} aria-label="What is changed">
              {data.map((row) => (
                <li key={recordKey(row)}>
                  {recordName(resource, row)}: {shown(row[name])} → {shown(become(row))}
                </li>
              ))}
            </ul>
            {refused && (
              <RefusedList
                resource={resource}
                error={refused}
                sentence="Nothing was changed."
                onFollow={onClose}
              />
            )}
            <DialogButtons>
              <Button variant="default" onClick={onClose} disabled={busy}>
                Cancel
              </Button>
              <Button loading={busy} disabled={data.length === 0} onClick={() => void run(data)}>
                {repair.label}
              </Button>
            </DialogButtons>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
