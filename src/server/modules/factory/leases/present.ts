import type { AccountLease } from '#calls/account-leases.ts';
import { dayAfter, formatDay } from '#kernel/dates.ts';
import { money } from '#kernel/written.ts';
import { closing, comingOf, latestDay, type Coming, type LeaseState } from '#resources/account-leases.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { FactoryParts } from '../parts.ts';
import { nameOf } from '../life/store.ts';
import { percentOf } from './spend.ts';
import type { StoredLease } from './store.ts';

type Spent = { currency: string; amount: string };

/** The problem of a lease that came with a backup. */
const HELD =
  'It was held when a backup was restored: no mail is sent about its end, and nothing ends by it until it is set or extended.';

/** How a lease is. */
export function stateOf({ account_state: account, ended_on: ended }: StoredLease): LeaseState {
  if (account === 'closed') return 'closed';
  if (ended === null) return 'running';
  return account === 'frozen' ? 'frozen' : 'ended';
}

/** The day on which the portal requests the closure of an account that is frozen after its lease; null where it does not. */
export function closingDay({
  ended_on: ended,
  frozen_on: frozen,
  close_after_days: days,
}: StoredLease): string | null {
  if (ended === null || frozen === null || days === null) return null;
  return dayAfter(frozen > ended ? frozen : ended, days);
}

/** What the end of a lease begins by itself. */
export type EndDeed = 'freeze' | 'close';

/** What is to be begun for a lease that has ended; null: nothing more, or not yet. */
export function deedOn(lease: StoredLease, day: string): EndDeed | null {
  if (lease.ended_on === null || lease.held) return null;
  if (lease.account_state === 'in_use') return lease.freeze_id === null ? 'freeze' : null;
  const closes = closingDay(lease);
  return lease.close_id === null && closes !== null && closes <= day ? 'close' : null;
}

/** Why a lease cannot be extended on a day; null where it can. */
export function againstExtension(lease: StoredLease, day: string): string | null {
  if (lease.account_state === 'closed') return 'The account is closed.';
  if (lease.most_days === 0 || lease.extension_days === 0)
    return 'Its terms allow no extension: ask the CCoE team to set it anew.';
  if (lease.ended_for === 'spend')
    return `Its spend limit of ${money(lease.limit_amount ?? '', lease.limit_currency ?? '')} is reached: ask the CCoE team to raise it.`;
  const latest = latestDay(lease, day);
  if (latest <= lease.ends_on || latest < day)
    return `It was extended by all of its ${lease.most_days} days, to ${formatDay(lease.ends_on)}: ask the CCoE team to set it anew.`;
  return null;
}

/** What comes of a lease by itself. */
function comingOn(lease: StoredLease, day: string): Coming[] {
  const state = stateOf(lease);
  if (lease.held || state === 'closed') return [];
  if (state === 'running') return comingOf(lease, day);
  const closes = closingDay(lease);
  if (lease.close_id !== null || closes === null) return [];
  return [closing(closes < day ? day : closes)];
}

/** What is in the way; once somebody else has done what was to be done, nothing is. */
function problemOf(lease: StoredLease, day: string): string | null {
  if (lease.held) return HELD;
  return deedOn(lease, day) === null ? null : lease.problem;
}

/** A lease as the API returns it. @param spent what the account costs since its first day, by currency */
export function presentLease(lease: StoredLease, spent: readonly Spent[], day: string): AccountLease {
  const { limit_amount: amount, limit_currency: currency } = lease;
  const limit = amount === null || currency === null ? null : { amount, currency };
  const own = spent.find((one) => one.currency === limit?.currency)?.amount ?? '0.00';
  const no = againstExtension(lease, day);
  return {
    account: {
      id: lease.id,
      identifier: lease.identifier,
      name: nameOf(lease),
      provider_type: lease.provider_type,
      owner: lease.owner,
    },
    state: stateOf(lease),
    starts_on: lease.starts_on,
    ends_on: lease.ends_on,
    agreed_end: lease.agreed_end,
    ended:
      lease.ended_on === null || lease.ended_for === null
        ? null
        : { on: lease.ended_on, for: lease.ended_for },
    limit,
    spent: limit && {
      amount: own,
      percent: percentOf(own, limit.amount),
      others: spent.filter((one) => one.currency !== limit.currency),
    },
    close_after_days: lease.close_after_days,
    extension_days: lease.extension_days,
    most_days: lease.most_days,
    latest_day: no === null ? latestDay(lease, day) : null,
    no_extension: no,
    may_release: lease.frozen_by_it,
    coming: comingOn(lease, day),
    problem: problemOf(lease, day),
    freeze: lease.freeze_id,
    closure: lease.close_id,
    set_by: lease.set_by,
    set_at: lease.set_at,
    lock_version: lease.lock_version,
  };
}

/** Several, with what the accounts of those cost that have a limit. */
export async function presentLeases(
  runner: Runner,
  { spentSince }: Pick<FactoryParts, 'spentSince'>,
  leases: readonly StoredLease[],
  day: string,
): Promise<AccountLease[]> {
  const limited = leases.filter(({ limit_amount: limit }) => limit !== null);
  const spent = await spentSince(
    runner,
    limited.map(({ id, starts_on: since }) => ({ id, since })),
  );
  return leases.map((lease) => presentLease(lease, spent.get(lease.id) ?? [], day));
}
