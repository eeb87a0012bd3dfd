import type { PoolClient } from 'pg';
import type { Refusal } from '#kernel/errors.ts';
import { restoreRecord } from '../history.ts';
import { lockWrittenCircles } from '../records.ts';
import type { EngineServices } from '../services.ts';
import { changePossible } from '../writes/bulk.ts';
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
    const { refused } = await changePossible(tx, [...wayOf.keys()], {
      anyOrder: true,
      change: async (id) => {
        onProgress(Math.min(++looked, total), total);
        const { how, version } = wayOf.get(id) ?? { how: { values: {} }, version: null };
        if (how === 'delete') return writer.remove(id, who, tx, version);
        if (how === 'restore') return restoreRecord(tx, writer, resource, id, who);
        return writer.update(id, how.values, version, who, tx);
      },
    });
    done.unshift({ resource, ways: ways.filter(({ id }) => !refused.has(id)) });
    for (const [id, refusal] of refused) stays.push({ resource, id, ...reasonOf(refusal) });
  }
  return { parts: done, left: stays };
}

/** Why a record could not be brought back; null where somebody has changed it in the moment between. */
const reasonOf = ({ status, message, details }: Refusal): Pick<Left, 'status' | 'reason'> => ({
  status,
  reason: 'conflict' in details ? null : message,
});
