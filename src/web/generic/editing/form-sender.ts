import type { StaleConflict } from '#kernel/history.ts';
import { ApiError } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { FormCore } from './form-core.ts';
import type { Conflict, FormOptions, Result, Versions } from './form-state-types.ts';
import { createIntents } from './intents.ts';
import { keptAttempts } from './kept-attempts.ts';
import { merge } from './merge.ts';

/** So often in a row others may be quicker before the person hears of it. */
const MERGES = 3;

const conflictIn = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && 'conflict' in error.details
    ? (error.details['conflict'] as StaleConflict<RecordRow>)
    : null;

/** What others changed while this was typed: the fields that were taken over, and the last author. */
interface Others {
  adopted: Set<string>;
  by: Conflict['by'];
}

/**
 * Sends what was typed. What only others changed meanwhile is taken over, and the rest sent again; what both
 * changed becomes a conflict.
 * @param derive fetches what follows from the values
 * @returns the function that sends; it throws the refusal of the server
 */
export function createSender<T>(
  options: FormOptions<T>,
  core: FormCore,
  derive: () => Promise<void>,
): () => Promise<Result<T>> {
  const { versions, place = null } = options;
  const { values } = core;
  const intents = createIntents(place === null ? null : keptAttempts(place));

  const finish = (stored: T, before: RecordRow | null, { adopted, by }: Others): Result<T> => {
    core.end();
    return { is: 'saved', stored, before, adopted: [...adopted], by };
  };

  /** Merges what is typed with the record as it is by now; the result, where that leaves nothing to send. */
  const takeOver = (
    { current, by, at }: StaleConflict<RecordRow>,
    { read, isMine, stored }: Versions<T>,
    record: RecordRow,
    others: Others,
  ): Result<T> | null => {
    const original = values.start();
    const theirs = read(current);
    const merged = merge(original, values.all(), theirs, options.fields);
    for (const name of merged.adopted) others.adopted.add(name);
    others.by = by;
    const { contested } = merged;
    if (contested.length > 0) {
      core.update({
        conflict: { by, at, current, original, theirs, contested, adopted: [...others.adopted] },
      });
      return { is: 'conflict' };
    }
    // The answer to an attempt before was lost, and the record is as wanted; or somebody else saved the same.
    const isNext = current.lock_version === record.lock_version + 1;
    const before = isNext && others.adopted.size === 0 && isMine(by) ? record : null;
    values.rebase(theirs, merged.values);
    core.record = current;
    return values.differ() ? null : finish(stored(current), before, others);
  };

  return async () => {
    const others: Others = { adopted: new Set(), by: null };
    for (let round = 1; ; round += 1) {
      try {
        await derive();
        // Its person may have left meanwhile, and given it up.
        if (core.isOver()) return { is: 'stopped' };
        const { record } = core;
        const sending = { values: values.all(), changes: values.changes(), record, once: intents.once };
        const stored = await options.submit(sending);
        return stored === null ? { is: 'stopped' } : finish(stored, core.record, others);
      } catch (error) {
        const stale = conflictIn(error);
        if (!stale || !versions || !core.record || round > MERGES) throw error;
        const result = takeOver(stale, versions, core.record, others);
        if (result) return result;
      }
    }
  };
}
