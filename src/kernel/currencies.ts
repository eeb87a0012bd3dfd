const PLAIN_DECIMALS = 2;

/** Whether a text is written as a currency is, such as EUR. */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

const known = new Map<string, number>();

/** The digits after the point that a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  if (!isCurrency(currency)) return PLAIN_DECIMALS;
  const found = known.get(currency);
  if (found !== undefined) return found;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? PLAIN_DECIMALS;
  known.set(currency, decimals);
  return decimals;
}
