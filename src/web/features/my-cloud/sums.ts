import type { MySpend } from '#calls/my-cloud.ts';
import { partName } from './my-cloud.ts';

/** The exact sum of decimals, with as many digits after the point as the longest of them. */
export function sumOf(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const unit = (amount: string) => {
    const [whole = '0', part = ''] = amount.split('.');
    return BigInt(whole + part.padEnd(digits, '0'));
  };
  const total = amounts.reduce((sum, amount) => sum + unit(amount), 0n);
  const text = (total < 0n ? -total : total).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${total < 0n ? '-' : ''}${text.slice(0, point)}${digits > 0 ? `.${text.slice(point)}` : ''}`;
}

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
    amounts.set(one.month, sumOf([amounts.get(one.month) ?? '0', one.amount]));
    rows.set(name, amounts);
  }
  return [...rows].map(([name, amounts]) => ({ name, amounts }));
}
