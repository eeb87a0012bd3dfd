import type { AccountLease } from '#calls/account-leases.ts';
import { formatDay, inDays } from '#kernel/dates.ts';
import { money } from '#kernel/written.ts';

/** The day that it is for leases. */
export const leaseDay = (): string => new Date().toISOString().slice(0, 10);

/** Until when it is, or since when it is over and why: without a full stop. */
export function endInWords({ ends_on: end, ended, limit }: AccountLease, today = leaseDay()): string {
  if (ended === null) return `Lease ends on ${formatDay(end)} (${inDays(today, end)})`;
  return ended.for === 'spend' && limit !== null
    ? `Lease ended on ${formatDay(ended.on)}, as its spend limit of ${money(limit.amount, limit.currency)} was reached`
    : `Lease ended on ${formatDay(end)} (${inDays(today, end)})`;
}

/** What the account costs of its limit; null without one. */
export function spendInWords({ limit, spent, starts_on: since }: AccountLease): string | null {
  if (limit === null || spent === null) return null;
  const others = spent.others.map(({ amount, currency }) => money(amount, currency));
  const beside = others.length === 0 ? '' : `. Not counted: ${others.join(', ')}`;
  return `${money(spent.amount, limit.currency)} of ${money(limit.amount, limit.currency)} spent since ${formatDay(since)}, ${spent.percent}%${beside}`;
}

/** How a lease is, in a word beside a dot. */
export const LEASE_STATES = {
  running: { word: 'Running', color: 'teal' },
  ended: { word: 'Ended', color: 'red' },
  frozen: { word: 'Frozen', color: 'blue' },
  closed: { word: 'Closed', color: 'gray' },
} as const satisfies Record<AccountLease['state'], { word: string; color: string }>;
