/** A decimal as PostgreSQL reads it, taken apart. */
const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** A decimal as a whole number of its last digits, of which there are `decimals` behind the point. */
export function unitsOf(decimal: string): { units: bigint; decimals: number } {
  const [, sign = '', whole = '', part = '', exponent = '0'] = DECIMAL.exec(decimal) ?? [];
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${part}`);
  const decimals = part.length - Number(exponent);
  return decimals < 0 ? { units: units * 10n ** BigInt(-decimals), decimals: 0 } : { units, decimals };
}

/** The exact sum of decimals, which may have exponents, as a decimal without one. */
export function sumOfDecimals(all: readonly string[]): string {
  const parts = all.map(unitsOf);
  const decimals = Math.max(0, ...parts.map((part) => part.decimals));
  const sum = parts.reduce((so, part) => so + part.units * 10n ** BigInt(decimals - part.decimals), 0n);
  return decimalText(sum, decimals);
}

/** So many units of the last of so many decimals, as a decimal. */
export function decimalText(units: bigint, decimals: number): string {
  if (decimals === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
