import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { SelectionPreview } from '#calls/selections.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { bulkCalls, refusedRecords } from './bulk-calls.ts';
import { changeAll, type Done, type Progress, type Selection } from './selection-calls.ts';
import type { BulkUndo } from './use-bulk-undo.ts';

interface SelectionWork {
  /** It goes on; how far, where a job does it. */
  busy: { progress: Progress; job: string | null } | null;
  error: ApiError | null;
  /** Changes what is selected as the preview has shown it; without changes it is deleted. */
  start: (preview: SelectionPreview, changes: Values | null) => Promise<void>;
  /** Forgets the error. */
  clear: () => void;
  /** Leaves the job to itself; it is shown beside all screens until it ends. */
  leave: () => void;
}

interface WorkOptions {
  resource: Resource;
  selection: Selection;
  undo: BulkUndo;
  /** Records that were chosen one by one are different now. */
  onStored?: ((rows: readonly RecordRow[]) => void) | undefined;
  onDone: () => void;
}

/** The work with a selection: chosen records are changed at once, all that match by a job; each with one undo. */
export function useSelectionWork(options: WorkOptions): SelectionWork {
  const { resource, selection, undo, onStored, onDone } = options;
  const queries = useQueryClient();
  const intent = useRef({ of: '', key: newIntent() });
  const versions = useRef('rows' in selection ? selection.rows : []);
  const left = useRef(false);
  const [busy, setBusy] = useState<SelectionWork['busy']>(null);
  const [error, setError] = useState<ApiError | null>(null);

  const keyFor = (input: unknown) => {
    const of = JSON.stringify(input);
    if (intent.current.of !== of) intent.current = { of, key: newIntent() };
    return intent.current.key;
  };
  const changeChosen = async (changes: Values) => {
    const before = versions.current;
    const key = keyFor([before.map(({ id, lock_version }) => [id, lock_version]), changes]);
    const each = before.map((record) => ({ record, values: changes }));
    const stored = await bulkCalls.update(resource, each, key);
    onDone();
    onStored?.(stored);
    undo.ofUpdate(stored, before, onStored);
  };
  const changeByJob = async (preview: SelectionPreview, changes: Values | null) => {
    const key = keyFor([preview.state, changes]);
    const done: Done = await changeAll(resource, selection, preview, changes, key, (progress, job) => {
      if (!left.current) setBusy({ progress, job });
    });
    if (!left.current) onDone();
    await queries.invalidateQueries();
    undo.ofJob(done);
  };
  const start = async (preview: SelectionPreview, changes: Values | null) => {
    setError(null);
    setBusy({ progress: null, job: null });
    try {
      await ('rows' in selection && changes ? changeChosen(changes) : changeByJob(preview, changes));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (left.current) return;
      setBusy(null);
      setError(failure);
      // The person sees who changed what; another try is based on that.
      const newer = newerOf(failure);
      versions.current = versions.current.map((row) => newer.find(({ id }) => id === row.id) ?? row);
    }
  };
  const clear = useCallback(() => setError(null), []);
  const leave = () => {
    if (!busy?.job) return;
    left.current = true;
    followJob(busy.job);
    onDone();
  };
  return { busy, error, start, clear, leave };
}

/** The records that somebody else has changed meanwhile, as they are now. */
const newerOf = (error: ApiError): RecordRow[] =>
  refusedRecords(error).flatMap(({ conflict }) =>
    conflict ? [conflict.current as unknown as RecordRow] : [],
  );
