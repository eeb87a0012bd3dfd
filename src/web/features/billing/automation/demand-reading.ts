import type { Begun } from '#calls/runs.ts';
import { ApiError, api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';

/** So long a dialog waits for what is wrong with how a file is read; a large file is followed on the page of its run. */
const PATIENCE_MS = 8000;
const EVERY_MS = 250;

interface ReadJob {
  state: string;
  error: string | null;
  result: { errors?: { field: string; message: string }[] } | null;
}

/**
 * Waits until the files of a run are read, as long as that takes no longer than somebody waits.
 * @param names the fields of the dialog
 * @throws {ApiError} where they leave one of these open; what was added to a run is left out then
 */
export async function demandReading(
  { job }: Begun,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (job === null) return;
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const { data } = await api.get<RecordAnswer<ReadJob>>(`/jobs/${job.id}`, { signal });
    const errors = data.result?.errors?.filter(({ field }) => names.includes(field)) ?? [];
    const isOver = data.state === 'failed' || data.state === 'done';
    if (isOver && errors.length > 0)
      throw new ApiError(422, data.error ?? errors[0]?.message ?? '', { errors });
    if (isOver) return;
    await new Promise((next) => setTimeout(next, EVERY_MS));
  }
}
