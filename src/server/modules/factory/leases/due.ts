import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { dayOfInstant } from '#kernel/dates.ts';
import { REMIND_DAYS, reminderOf, SPEND_PERCENTS } from '#resources/account-leases.ts';
import { lookRegularly } from '#server/platform/process/look-regularly.ts';
import type { ServedFactory } from '../parts.ts';
import { beginEnd, byClock, endLease } from './end.ts';
import { mailReminder, mailSpend } from './mails.ts';
import { hasReached, spentOf } from './spend.ts';
import { holdLease, readLeaseOf, type StoredLease } from './store.ts';

/** Leases end by days; what they begin is to come soon after midnight. */
const LOOK_MS = 10_000;
/** Costs change once a day, and with each run that becomes final. */
const SPEND_LOOK = `interval '1 hour'`;
/** What stood in the way of a freeze is looked at again then. */
const TRY_AGAIN = `interval '10 minutes'`;

/** Whether a moment is longer ago than that; one that is still to come was kept before the clock was set back. */
const isAgo = (moment: string, pause: string) =>
  `(${moment} IS NULL OR ${moment} <= $2::timestamptz - ${pause} OR ${moment} > $2::timestamptz)`;

/** Days before the end of the lease `s` of the reminder that is due on the day $1: what `reminderOf` computes, as SQL. */
const REMINDS = `CASE ${REMIND_DAYS.toReversed()
  .map((days) => `WHEN s.ends_on <= $1::date + ${days} THEN ${days}`)
  .join(' ')} END`;

/** The leases of which something may be due on the day $1, at the moment $2. What is, is decided once each is held. */
const DUE = `SELECT s.cloud_parent_id AS id, s.ended_on IS NULL AND s.limit_amount IS NOT NULL AND ${isAgo('s.spend_looked_at', SPEND_LOOK)} AS spend
FROM account_leases s JOIN cloud_parents p ON p.id = s.cloud_parent_id LEFT JOIN account_lives l ON l.cloud_parent_id = p.id
WHERE NOT s.held AND NOT p.terminated AND coalesce(l.state, 'in_use') <> 'closed' AND (
  s.ended_on IS NULL AND (s.ends_on < $1::date OR coalesce(s.told_days, 9999) > ${REMINDS}
    OR s.limit_amount IS NOT NULL AND ${isAgo('s.spend_looked_at', SPEND_LOOK)})
  OR s.ended_on IS NOT NULL AND ${isAgo('s.tried_at', TRY_AGAIN)} AND (l.state IS NULL AND s.freeze_id IS NULL
    OR l.state = 'frozen' AND s.close_id IS NULL AND s.close_after_days IS NOT NULL
      AND greatest(s.ended_on, (l.since AT TIME ZONE 'UTC')::date) + s.close_after_days <= $1::date))
ORDER BY s.ends_on, s.cloud_parent_id`;

/**
 * Does what is due for leases: sends reminders, ends them, freezes their accounts and requests their closure. Each is done once,
 * however many processes look, whenever one dies, and also where the clock was set back in between. Returns the number of leases
 * for which something was done.
 */
export async function doWhatIsDue(parts: ServedFactory, now: Date): Promise<number> {
  const day = dayOfInstant(now, 'utc');
  const { rows } = await parts.db.query<{ id: number; spend: boolean }>({
    name: 'leases-due',
    text: DUE,
    values: [day, now],
  });
  if (rows.length === 0) return 0;
  await parts.queue.ready();
  let done = 0;
  let begun = 0;
  const failures: unknown[] = [];
  for (const { id, spend } of rows)
    try {
      const settled = await settle(parts, id, { day, now, spend });
      const began = await beginEnd(parts, id, { day, now });
      if (settled || began) done += 1;
      if (began) begun += 1;
    } catch (error) {
      // One that fails keeps no other one waiting.
      failures.push(error);
    }
  if (begun > 0) parts.deployments.wake();
  if (failures.length > 0) throw failures[0];
  return done;
}

interface Look {
  day: string;
  now: Date;
  /** Whether costs are held against the limit. */
  spend: boolean;
}

/** Sends the mails that are due for a running lease, and ends it where it is over. Returns whether anything was done. */
async function settle(parts: ServedFactory, id: number, { day, now, spend }: Look): Promise<boolean> {
  const seen = await readLeaseOf(parts.db, id);
  if (!seen) return false;
  const spent = spend ? await spentOf(parts.db, parts, seen) : null;
  return parts.db.transaction(async (tx) => {
    const lease = await holdLease(tx, id);
    if (!lease || lease.ended_on !== null || lease.held || lease.account_state === 'closed') return false;
    // Whoever changed the terms meanwhile has it looked at again.
    const isSame = lease.lock_version === seen.lock_version;
    if (spent !== null && isSame && (await holdAgainst(tx, parts, lease, { day, now, spent }))) return true;
    if (day > lease.ends_on) {
      await endLease(tx, lease, { day, why: 'end' });
      return true;
    }
    const days = reminderOf(lease.ends_on, day);
    if (days === null || (lease.told_days !== null && lease.told_days <= days)) return false;
    await tx.query('UPDATE account_leases SET told_days = $2 WHERE cloud_parent_id = $1', [id, days]);
    await mailReminder(tx, parts, lease, day, byClock(parts, id));
    return true;
  });
}

/** Holds what an account costs against the limit of its lease: mails each threshold once, and ends the lease at the last one. */
async function holdAgainst(
  tx: PoolClient,
  parts: ServedFactory,
  lease: StoredLease,
  { day, now, spent }: { day: string; now: Date; spent: string },
): Promise<boolean> {
  await tx.query('UPDATE account_leases SET spend_looked_at = $2 WHERE cloud_parent_id = $1', [
    lease.id,
    now,
  ]);
  const limit = lease.limit_amount;
  if (limit === null) return false;
  const percent = SPEND_PERCENTS.findLast((one) => hasReached(spent, limit, one));
  if (percent === undefined) return false;
  const isNew = lease.told_percent === null || lease.told_percent < percent;
  if (isNew) {
    await tx.query('UPDATE account_leases SET told_percent = $2 WHERE cloud_parent_id = $1', [
      lease.id,
      percent,
    ]);
    await mailSpend(tx, parts, lease, { percent, spent }, byClock(parts, lease.id));
  }
  if (percent < 100) return false;
  await endLease(tx, lease, { day, why: 'spend' });
  return true;
}

/** Has this process look for what is due while the portal runs. Where nothing is due, that is one short query. */
export function lookForLeases(app: FastifyInstance, parts: ServedFactory): void {
  lookRegularly(app, {
    everyMs: LOOK_MS,
    // A database that is away is reported by others; what is due stays due.
    look: () => doWhatIsDue(parts, new Date()),
  });
}
