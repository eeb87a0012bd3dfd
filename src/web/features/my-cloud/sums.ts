import type { MySpend } from '#calls/my-cloud.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { partName } from './my-cloud.ts';

/** A row of the table of spend: a part, and what it comes to in each month. */
export interface SpendRow {
  name: string;
  /** By month; a month without it is absent. */
  amounts: ReadonlyMap<string, string>;
}

/** The spend of one currency by part, in the order in which the parts come. */
export function rowsOf(spend: readonly MySpend[], currency: string): SpendRow[] {
  const rows = new Map<string, Map<string, string>>();
  for (const one of spend.filter((each) => each.currency === currency)) {
    const name = partName(one);
    const amounts = rows.get(name) ?? new Map<string, string>();
    amounts.set(one.month, sumOfDecimals([amounts.get(one.month) ?? '0', one.amount]));
    rows.set(name, amounts);
  }
  return [...rows].map(([name, amounts]) => ({ name, amounts }));
}
