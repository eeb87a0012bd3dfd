import type { PoolClient } from 'pg';
import { formatDay } from '#kernel/dates.ts';
import { Refusal } from '#kernel/errors.ts';
import { money } from '#kernel/written.ts';
import { byMachine, type Who } from '#server/engine/writes/write-statements.ts';
import { beginDeed } from '../life/begin-deed.ts';
import { checkDeed } from '../life/preview.ts';
import { beginCloudDeed } from '../life/routes.ts';
import { readAccount } from '../life/store.ts';
import type { FactoryParts, ServedFactory } from '../parts.ts';
import { noteLease } from './events.ts';
import { mailProblem } from './mails.ts';
import { deedOn, type EndDeed } from './present.ts';
import { holdLease, type StoredLease } from './store.ts';

/** The clock acts in the name of the desk, which is also mailed about it. */
export const byClock = ({ config }: Pick<FactoryParts, 'config'>, account: number): Who =>
  byMachine({ actor: { email: config.ccoeEmail, name: null }, requestId: `lease-${account}` });

/** Why a lease is over, as a sentence. */
function whyOver({
  ended_for: why,
  ends_on: end,
  limit_amount: limit,
  limit_currency: currency,
}: StoredLease): string {
  return why === 'spend'
    ? `Its spend limit of ${money(limit ?? '', currency ?? '')} is reached.`
    : `Its last day, ${formatDay(end)}, has passed.`;
}

/** Ends a lease that is held, once. */
export async function endLease(
  tx: PoolClient,
  lease: StoredLease,
  { day, why }: { day: string; why: 'end' | 'spend' },
): Promise<void> {
  await tx.query('UPDATE account_leases SET ended_on = $2, ended_for = $3 WHERE cloud_parent_id = $1', [
    lease.id,
    day,
    why,
  ]);
  await noteLease(tx, lease.id, {
    by: null,
    what: 'Lease ended',
    reason: whyOver({ ...lease, ended_for: why }),
  });
}

/** The reason of the freeze or the closure, as the mails and the deployment show it. */
function reasonOf(lease: StoredLease, deed: EndDeed): string {
  const over = `The lease of the account has ended. ${whyOver(lease)}`;
  if (deed === 'close')
    return `${over} It is frozen since ${formatDay(lease.frozen_on ?? '')}, and was to be closed then.`;
  const days = lease.close_after_days;
  return days === null
    ? over
    : `${over} ${days} ${days === 1 ? 'day' : 'days'} from now desk and owner are asked to close it.`;
}

/** The columns that have what was begun. */
const KEPT: Readonly<Record<EndDeed, string>> = { freeze: 'freeze_id', close: 'close_id' };

/**
 * Begins the freeze or the closure that is due after a lease, with the same code as for a person, and stores its deployment at the lease
 * in the same transaction: so it is begun once, whichever process looks and whenever one dies. A refusal is stored, mailed to the desk,
 * and tried again later.
 * @returns whether something was begun
 */
export async function beginEnd(
  parts: ServedFactory,
  id: number,
  { day, now }: { day: string; now: Date },
): Promise<boolean> {
  const { db } = parts;
  const deed = await db.transaction(async (tx) => {
    const held = await holdLease(tx, id);
    return held && deedOn(held, day);
  });
  if (!deed) return false;
  const who = byClock(parts, id);
  try {
    // The cloud is called before anything is locked.
    const { problems } = await checkDeed(parts, await readAccount(db, id), deed);
    return await db.transaction(async (tx) => {
      const held = await holdLease(tx, id);
      if (!held || deedOn(held, day) !== deed) return false;
      const reason = reasonOf(held, deed);
      const { cloud_deployment: begun } = await beginDeed(parts, { id, deed, problems }, (inside, account) =>
        beginCloudDeed(inside, parts, account, { deed, reason }, who),
      )(tx);
      await tx.query(
        `UPDATE account_leases SET ${KEPT[deed]} = $2, problem = NULL, tried_at = NULL WHERE cloud_parent_id = $1`,
        [id, begun['id']],
      );
      return true;
    });
  } catch (error) {
    // What only the database says is no answer about the account: it is looked at again soon.
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    await noteProblem(parts, id, { deed, problem: error.message, now });
    return false;
  }
}

/** Stores why it could not be begun; the desk is mailed about the first refusal only. */
async function noteProblem(
  parts: ServedFactory,
  id: number,
  { deed, problem, now }: { deed: EndDeed; problem: string; now: Date },
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const held = await holdLease(tx, id);
    if (!held) return;
    await tx.query('UPDATE account_leases SET problem = $2, tried_at = $3 WHERE cloud_parent_id = $1', [
      id,
      problem,
      now,
    ]);
    if (held.problem === null) await mailProblem(tx, parts, held, { deed, problem }, byClock(parts, id));
  });
}
