import { unitsOf } from '#kernel/decimal-sum.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { FactoryParts } from '../parts.ts';
import type { StoredLease } from './store.ts';

/** A decimal as a whole number of the last of so many digits behind the point. */
function inUnits(decimal: string, decimals: number): bigint {
  const { units, decimals: own } = unitsOf(decimal);
  return units * 10n ** BigInt(decimals - own);
}

/** How many tenths of a per cent of a limit an amount is, rounded down so that 100% is never said before it is reached. */
function tenthsOf(amount: string, limit: string): bigint {
  const decimals = Math.max(unitsOf(amount).decimals, unitsOf(limit).decimals);
  const [spent, most] = [inUnits(amount, decimals), inUnits(limit, decimals)];
  return spent <= 0n ? 0n : (spent * 1000n) / most;
}

/** Per cent of a limit, with one digit after the point. */
export function percentOf(amount: string, limit: string): string {
  const tenths = tenthsOf(amount, limit);
  return `${tenths / 10n}.${tenths % 10n}`;
}

/** Whether an amount has reached so many per cent of a limit. */
export const hasReached = (amount: string, limit: string, percent: number): boolean =>
  tenthsOf(amount, limit) >= BigInt(percent) * 10n;

/** What counts against the limit of a lease. */
export async function spentOf(
  runner: Runner,
  { spentSince }: Pick<FactoryParts, 'spentSince'>,
  {
    id,
    starts_on: since,
    limit_currency: currency,
  }: Pick<StoredLease, 'id' | 'starts_on' | 'limit_currency'>,
): Promise<string> {
  const spent = (await spentSince(runner, [{ id, since }])).get(id) ?? [];
  return spent.find((one) => one.currency === currency)?.amount ?? '0';
}
