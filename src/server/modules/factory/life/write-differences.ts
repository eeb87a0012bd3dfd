import type { PoolClient } from 'pg';
import { writeDifferences, type WrittenDifference } from '#calls/account-change.ts';
import { conflict } from '#kernel/errors.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, servePrepared } from '#server/platform/http/serve.ts';
import type { ServedFactory } from '../parts.ts';
import { demandReason } from './begin-deed.ts';
import { beginChange, type ChangeDeed, type PlannedChange } from './change.ts';
import { planMove } from './move.ts';
import { againstIt, busyWith, holdAccount, nameOf, readAccount } from './store.ts';
import { planTags } from './tag-account.ts';

/** So many accounts are looked at in their clouds at once. */
const AT_ONCE = 4;

/** The call that brings clouds to what the inventory says, of several differences at once. */
export function writeDifferencesRoute(door: Door, parts: ServedFactory): void {
  servePrepared(
    door,
    writeDifferences,
    async ({ body: { ids, reason, dry_run: wantsPreview }, actor, request }) => {
      const who = requesterOf(request, actor);
      const why = wantsPreview ? '' : demandReason(reason);
      const planned = await planAll(parts, await wantedOf(parts.db, ids));
      if (wantsPreview) return new Previewed({ data: planned.map(({ shown }) => shown) });
      await parts.queue.ready();
      return async (tx) => {
        const done = [];
        // In the order of their accounts, so that two who repair the same wait for each other and not in a circle.
        for (const one of planned.toSorted((a, b) => a.shown.cloud_parent_id - b.shown.cloud_parent_id))
          done.push(await beginOne(tx, parts, one, why, who));
        return done;
      };
    },
    () => parts.deployments.wake(),
  );
  refuseOtherMethods(door.scope, `/api${writeDifferences.path}`, ['POST']);
}

/** What is to be done with an account. */
interface Wanted {
  cloud_parent_id: number;
  deed: ChangeDeed;
  /** Of a move: where the record says that it belongs. */
  place: string | null;
}

/**
 * What the differences ask for: once for each account, whichever of its tags they are about.
 * @throws {Refusal} 409 where one of them is not there any more, or is not repaired in its cloud in this way
 */
async function wantedOf(runner: Runner, ids: readonly string[]): Promise<Wanted[]> {
  const { rows } = await runner.query<Wanted & { found: number }>({
    text: `SELECT cloud_parent_id, CASE cloud_side WHEN 'move' THEN 'move' ELSE 'tag' END AS deed,
        max(CASE WHEN cloud_side = 'move' THEN in_inventory END) AS place, count(*)::integer AS found
      FROM inventory_differences WHERE id = ANY ($1) AND cloud_side IN ('move', 'write')
      GROUP BY 1, 2 ORDER BY min(lower(identifier)), 2`,
    values: [ids],
  });
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  if (found < new Set(ids).size)
    throw conflict(
      'Some of these differences are not there any more, or are not repaired in the cloud. Look at the list again.',
    );
  return rows;
}

interface Planned {
  change: PlannedChange;
  shown: WrittenDifference;
}

/** Looks at each account in its cloud. One that is to be moved gets its tags afterwards: one thing is done at a time. */
async function planAll(parts: ServedFactory, wanted: readonly Wanted[]): Promise<Planned[]> {
  const moved = new Set(wanted.flatMap(({ deed, cloud_parent_id: id }) => (deed === 'move' ? [id] : [])));
  const planned: Planned[] = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE)
    planned.push(
      ...(await Promise.all(
        wanted.slice(from, from + AT_ONCE).map((one) => planOne(parts, one, moved.has(one.cloud_parent_id))),
      )),
    );
  return planned;
}

async function planOne(parts: ServedFactory, wanted: Wanted, isMoved: boolean): Promise<Planned> {
  const account = await readAccount(parts.db, wanted.cloud_parent_id);
  const change =
    wanted.deed === 'move'
      ? await planMove(parts, account, wanted.place ?? '')
      : await planTags(parts, account);
  const waits =
    isMoved && wanted.deed === 'tag' ? ['Its tags are written once it is moved: repair them then.'] : [];
  const [problem = null] = [...(await busyWith(parts.db, account)), ...waits, ...change.problems];
  const shown = { cloud_parent_id: account.id, account: nameOf(account), deed: wanted.deed };
  return { change, shown: { ...shown, what: wordsOf(change), problem } };
}

function wordsOf({ deed, account, shown: { from, to, tags } }: PlannedChange): string {
  if (deed === 'move') return `Move it from ${from ?? 'where it lies'} to ${to ?? account.place ?? ''}`;
  return tags.length === 0
    ? 'Write its tags'
    : `Write ${tags.map(({ name, after }) => `${name} ${after}`).join(', ')}`;
}

/** Begins what nothing stands against, and says of the others why not. */
async function beginOne(
  tx: PoolClient,
  parts: ServedFactory,
  { change, shown }: Planned,
  reason: string,
  who: Who,
): Promise<WrittenDifference & { deployment: number | null }> {
  if (shown.problem !== null) return { ...shown, deployment: null };
  const held = await holdAccount(tx, change.account.id);
  const [busy] = await busyWith(tx, held);
  const problem = busy ?? againstIt(held, change.deed);
  if (problem !== null) return { ...shown, problem, deployment: null };
  return { ...shown, deployment: await beginChange(tx, parts, { ...change, account: held }, reason, who) };
}
