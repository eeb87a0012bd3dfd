/** Amounts are reckoned in these parts of a unit, all digits that made bills have. */
export const PARTS = 10n ** 15n;

/** The currencies of made bills, each with its decimals. */
export const DECIMALS: Record<string, number> = { EUR: 2, JPY: 0, KWD: 3 };

/** A decimal text in parts. */
export const parsed = (text: string): bigint => {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = BigInt(whole) * PARTS + BigInt(part.padEnd(15, '0'));
  return sign === '-' ? -digits : digits;
};

/** Parts as a decimal text. */
export const written = (parts: bigint): string => {
  const digits = (parts < 0n ? -parts : parts).toString().padStart(16, '0');
  return `${parts < 0n ? '-' : ''}${digits.slice(0, -15)}.${digits.slice(-15)}`;
};

/** To the unit of a currency, halves away from zero. */
export const rounded = (parts: bigint, currency: string): bigint => {
  const unit = PARTS / 10n ** BigInt(DECIMALS[currency] ?? 2);
  const size = parts < 0n ? -parts : parts;
  const whole = ((size + unit / 2n) / unit) * unit;
  return parts < 0n ? -whole : whole;
};

/** What parts come to in all. */
export const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);
