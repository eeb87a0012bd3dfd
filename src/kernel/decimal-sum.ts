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
  const sum = new DecimalSum();
  for (const decimal of all) sum.add(decimal);
  return sum.text;
}

/** So many units of the last of so many decimals, as a decimal. */
export function decimalText(units: bigint, decimals: number): string {
  if (decimals === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** An exact sum that decimals are added to one by one. */
export class DecimalSum {
  #units = 0n;
  #decimals = 0;

  /** Adds a decimal, which may have an exponent. */
  add(decimal: string): void {
    const { units, decimals } = unitsOf(decimal);
    if (decimals > this.#decimals) {
      this.#units *= 10n ** BigInt(decimals - this.#decimals);
      this.#decimals = decimals;
    }
    this.#units += decimals === this.#decimals ? units : units * 10n ** BigInt(this.#decimals - decimals);
  }

  /** The sum as a decimal without an exponent. */
  get text(): string {
    return decimalText(this.#units, this.#decimals);
  }
}
