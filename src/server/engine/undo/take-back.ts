import type { PoolClient } from 'pg';
import type { Refusal } from '#kernel/errors.ts';
import { restoreRecord } from '../history.ts';
import { portions } from '../import/portions.ts';
import { lockWrittenCircles } from '../records.ts';
import type { EngineServices } from '../services.ts';
import { tryAll } from '../writes/bulk.ts';
import type { Who } from '../writes/write-statements.ts';
import type { WaysBack } from './lines.ts';
import type { Left, UndoPlan } from './plan.ts';

/** Takes back what can be; answers what was, and what stays. What was written last goes first: it may refer to what came before. */
export async function takeBack(
  tx: PoolClient,
  services: EngineServices,
  { parts, left }: UndoPlan,
  who: Who,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<UndoPlan> {
  const total = parts.reduce((sum, { ways }) => sum + ways.length, 0);
  for (const { resource, ways } of parts)
    await lockWrittenCircles(tx, resource, (name) =>
      ways.some(({ how }) => typeof how === 'object' && Object.hasOwn(how.values, name)),
    );
  const done: WaysBack[] = [];
  const stays: Left[] = [...left];
  let looked = 0;
  for (const { resource, ways } of parts.toReversed()) {
    const wayOf = new Map(ways.map((way) => [way.id, way]));
    const writer = services.writer(resource);
    const refused = await tryInTurns(tx, [...wayOf.keys()], async (id) => {
      onProgress(Math.min(++looked, total), total);
      const { how, version } = wayOf.get(id) ?? { how: { values: {} }, version: null };
      if (how === 'delete') return writer.remove(id, who, tx, version);
      if (how === 'restore') return restoreRecord(tx, writer, resource, id, who);
      return writer.update(id, how.values, version, who, tx);
    });
    done.unshift({ resource, ways: ways.filter(({ id }) => !refused.has(id)) });
    for (const [id, refusal] of refused) stays.push({ resource, id, ...reasonOf(refusal) });
  }
  return { parts: done, left: stays };
}

/**
 * Tries every record until none more can be brought back: one may be in the way of another. The first time they go by number, as
 * others do who would wait for them, and then to and fro: of records that refer to each other in a row one way is the right one.
 */
async function tryInTurns(
  tx: PoolClient,
  ids: readonly number[],
  change: (id: number) => Promise<string>,
): Promise<Map<number, Refusal>> {
  for (let pending = ids.toSorted((a, b) => a - b); ;) {
    const refused = new Map<number, Refusal>();
    for (const portion of portions(pending)) {
      const tried = await tryAll(tx, portion, change);
      for (const [id, refusal] of tried.refused) refused.set(id, refusal);
    }
    if (refused.size === 0 || refused.size === pending.length) return refused;
    pending = [...refused.keys()].toReversed();
  }
}

/** Why a record could not be brought back; null where somebody has changed it in the moment between. */
const reasonOf = ({ status, message, details }: Refusal): Pick<Left, 'status' | 'reason'> => ({
  status,
  reason: 'conflict' in details ? null : message,
});
