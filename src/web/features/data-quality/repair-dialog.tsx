import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import type { QualityCount, Repair } from '#kernel/quality.ts';
import type { Resource } from '#kernel/resource.ts';
import { bulkCalls, countOf } from '#web/generic/bulk/bulk-calls.ts';
import { useBulkUndo } from '#web/generic/bulk/use-bulk-undo.ts';
import { failureWords } from '#web/generic/failure-words.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { recordKey } from '#web/generic/record-key.ts';
import { recordName } from '#web/generic/record-title.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { useMay } from '#web/generic/use-may.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { listQuery, type RecordRow } from '#web/data/queries.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { brokenSearch } from './quality.ts';
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
  const [intent] = useState(newIntent);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Outcome | null>(null);
  const { field: name, value, from } = repair;
  const field = resource.fields[name];
  const become = (row: RecordRow) => (from === null ? value : row[from]);
  const shown = (one: unknown) => (field && formatValue(field, one)) || 'None';

  const run = async (rows: readonly RecordRow[]) => {
    setBusy(true);
    setFailure(null);
    try {
      const stored = await bulkCalls.update(resource, rows, (row) => ({ [name]: become(row) }), intent);
      await queries.invalidateQueries();
      undo.ofUpdate(stored, rows);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(failureWords(error, { sentence: 'Nothing was changed.', resource }));
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={repair.label} centered>
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
            {failure && <FailureNote outcome={failure} />}
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
