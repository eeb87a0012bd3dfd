import type { PoolClient } from 'pg';
import type { AccountLease } from '#calls/account-leases.ts';
import { formatDay } from '#kernel/dates.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { money } from '#kernel/written.ts';
import { latestDay, reminderOf } from '#resources/account-leases.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { todayIn, UTC } from '#server/platform/database/today.ts';
import { beginDeed } from '../life/begin-deed.ts';
import { beginCloudDeed } from '../life/routes.ts';
import { holdAccount, nameOf, type LivingAccount } from '../life/store.ts';
import type { ServedFactory } from '../parts.ts';
import { noteLease } from './events.ts';
import { mailExtended, mailRemoved, mailSet, termsInWords } from './mails.ts';
import { againstExtension, presentLeases } from './present.ts';
import { hasReached, spentOf } from './spend.ts';
import { dropLease, holdLease, keepEnd, keepTerms, type LeaseTerms, type StoredLease } from './store.ts';

/** The day that it is for leases, whoever looks. */
export const leaseDay = (): string => todayIn(UTC);

/** A lease that somebody sets. */
interface GivenLease extends LeaseTerms {
  reason: string;
  /** What they saw before; null: whatever it is. */
  lock_version: number | null;
}

/** Sets the lease of an account, or sets it anew. @throws {Refusal} 404, 409, 422 */
export async function setLease(
  tx: PoolClient,
  parts: ServedFactory,
  id: number,
  { reason, lock_version: version, ...given }: GivenLease,
  who: Who,
): Promise<AccountLease> {
  const day = leaseDay();
  const { before, account } = await holdBoth(tx, id);
  if (account.state === 'closed')
    throw conflict(`'${nameOf(account)}' is closed: only accounts that are there are lent.`);
  if (version !== null && version !== (before?.lock_version ?? 0)) throw changedMeanwhile();
  if (given.ends_on < day) throw invalid([{ field: 'ends_on', message: 'Last Day must be today or later.' }]);
  const terms = withLimit(given);
  await demandRoom(tx, parts, { ...terms, id, starts_on: before?.starts_on ?? day });
  if (before) await takeBack(tx, parts, before, reason, who);
  const reminded = reminderOf(terms.ends_on, day);
  const isKept = await keepTerms(tx, id, terms, { before, day, reminded, by: who.actor.email });
  if (!isKept) throw changedMeanwhile();
  const lease = await mustHold(tx, id);
  const what = `${before ? 'Lease set anew' : 'Lease set'}: ${termsInWords(lease).join(' ')}`;
  await noteLease(tx, id, { by: who.actor.email, what, reason });
  await mailSet(tx, parts, lease, reason, who);
  return present(tx, parts, lease);
}

/** What an extension asks for. */
export interface GivenExtension {
  ends_on: string;
  reason: string;
  /** Whether the account is released, which the lease froze. */
  release: boolean;
  /** The reasons against a release when its cloud was called. */
  problems: readonly string[];
}

/** Extends the lease of an account within its terms. @throws {Refusal} 404, 409, 422 */
export async function extendLease(
  tx: PoolClient,
  parts: ServedFactory,
  id: number,
  { ends_on: end, reason, release, problems }: GivenExtension,
  who: Who,
): Promise<AccountLease> {
  const day = leaseDay();
  const { before, account } = await holdBoth(tx, id);
  if (!before) throw conflict(`'${nameOf(account)}' has no lease that could be extended.`);
  const no = againstExtension(before, day);
  if (no !== null) throw conflict(no);
  const problem = endProblem(before, end, day);
  if (problem !== null) throw invalid([{ field: 'ends_on', message: problem }]);
  if (release && !before.frozen_by_it)
    throw conflict(
      `'${nameOf(account)}' was not frozen by its lease: extend it without releasing the account.`,
    );
  await takeBack(tx, parts, before, reason, who);
  await keepEnd(tx, id, { end, reminded: reminderOf(end, day) });
  const what = `Lease extended to ${formatDay(end)}`;
  await noteLease(tx, id, { by: who.actor.email, what, reason });
  if (release)
    await beginDeed(parts, { id, deed: 'release', problems }, (inside, held) =>
      beginCloudDeed(inside, parts, held, { deed: 'release', reason: `${what}. ${reason}` }, who),
    )(tx);
  const lease = await mustHold(tx, id);
  await mailExtended(tx, parts, lease, { reason, releases: release }, who);
  return present(tx, parts, lease);
}

/** Removes the lease of an account. @throws {Refusal} 404, 409 */
export async function removeLease(
  tx: PoolClient,
  parts: ServedFactory,
  id: number,
  reason: string,
  who: Who,
): Promise<void> {
  const { before, account } = await holdBoth(tx, id);
  if (!before) throw conflict(`'${nameOf(account)}' has no lease.`);
  await takeBack(tx, parts, before, reason, who);
  await dropLease(tx, id);
  await noteLease(tx, id, { by: who.actor.email, what: 'Lease removed', reason });
  await mailRemoved(tx, parts, before, reason, who);
}

/** Terms with a limit and its currency, or with neither. @throws {Refusal} 422 for an amount without its currency */
function withLimit(terms: LeaseTerms): LeaseTerms {
  if (terms.limit_amount === null) return { ...terms, limit_currency: null };
  if (terms.limit_currency === null)
    throw invalid([{ field: 'limit_currency', message: 'Give the currency of the limit.' }]);
  return terms;
}

const changedMeanwhile = () =>
  conflict('This lease was changed by somebody else meanwhile. Look at it again, and change it then.');

/** Why a lease cannot end on a day that it is to be extended to; null where it can. */
function endProblem(lease: StoredLease, end: string, day: string): string | null {
  if (end <= lease.ends_on)
    return `Last Day must be after ${formatDay(lease.ends_on)}, on which it ends now.`;
  if (end < day) return 'Last Day must be today or later.';
  const latest = latestDay(lease, day);
  if (end <= latest) return null;
  return (
    `Last Day must be ${formatDay(latest)} or earlier: one extension adds at most ${lease.extension_days} days, ` +
    `and all of them together ${lease.most_days} days to ${formatDay(lease.agreed_end)}.`
  );
}

/** Refuses a limit that what the account costs has reached already: it would end the lease at once. @throws {Refusal} 422 */
async function demandRoom(
  tx: PoolClient,
  parts: ServedFactory,
  lease: Pick<StoredLease, 'id' | 'starts_on' | 'limit_amount' | 'limit_currency'>,
): Promise<void> {
  const { limit_amount: limit, limit_currency: currency } = lease;
  if (limit === null) return;
  const spent = await spentOf(tx, parts, lease);
  if (!hasReached(spent, limit, 100)) return;
  const message =
    `The account has cost ${money(spent, currency ?? '')} since ${formatDay(lease.starts_on)}, when its lease began: ` +
    'give a higher limit, or remove the lease and set another one, which counts anew.';
  throw invalid([{ field: 'limit_amount', message }]);
}

/** Nobody else changes the lease of an account, or does anything with the account, until the transaction ends. @throws {Refusal} 404 */
async function holdBoth(
  tx: PoolClient,
  id: number,
): Promise<{ before: StoredLease | null; account: LivingAccount }> {
  const before = await holdLease(tx, id);
  // As a deployment that ends does: first it, then its account.
  await tx.query(
    'SELECT 1 FROM cloud_deployments WHERE id = ANY ($1::integer[]) ORDER BY id FOR NO KEY UPDATE',
    [begunBy(before)],
  );
  return { before, account: await holdAccount(tx, id) };
}

/** The deployments that the end of a lease began. */
const begunBy = (lease: StoredLease | null): number[] =>
  [lease?.freeze_id ?? null, lease?.close_id ?? null].filter((id) => id !== null);

/** Cancels the open deployments that the end of a lease began. @throws {Refusal} 409 where their cloud was called already */
async function takeBack(
  tx: PoolClient,
  { deployments }: ServedFactory,
  lease: StoredLease,
  reason: string,
  who: Who,
): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(
    `SELECT id FROM cloud_deployments WHERE id = ANY ($1::integer[]) AND state IN ('waiting_approval', 'running', 'waiting_provider')
     ORDER BY id DESC`,
    [begunBy(lease)],
  );
  for (const { id } of rows)
    await deployments.cancel(tx, id, who, { decided_by: who.actor.email, decision_reason: reason });
}

/** A lease that is there. @throws {Refusal} 404 */
async function mustHold(tx: PoolClient, id: number): Promise<StoredLease> {
  const lease = await holdLease(tx, id);
  if (!lease) throw notFound(`Lease of account ${id}`);
  return lease;
}

async function present(tx: PoolClient, parts: ServedFactory, lease: StoredLease): Promise<AccountLease> {
  const [shown] = await presentLeases(tx, parts, [lease], leaseDay());
  if (!shown) throw notFound(`Lease of account ${lease.id}`);
  return shown;
}
