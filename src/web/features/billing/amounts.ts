import { grouped, percent } from '#kernel/written.ts';

const digitsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/**
 * 1234.50 → 1,234.50, with all the digits that are there: an amount is never rounded for the screen.
 * @param like another amount of the currency, which has at least its decimals
 */
export function formatDecimal(amount: string, like = amount): string {
  const [whole = '', part = ''] = grouped(amount).split('.');
  const digits = Math.max(part.length, digitsOf(like));
  return digits > 0 ? `${whole}.${part.padEnd(digits, '0')}` : whole;
}

/** 1234.50 and EUR → 1,234.50 EUR: currencies of one column are aligned. */
export const formatMoney = (amount: string, currency: string, like = amount): string =>
  `${formatDecimal(amount, like)} ${currency}`;

/** 0.333333 → 33.33%. */
export const formatShare = (share: string): string => percent(Number(share), 2);

/** Whether an amount is zero, however many zeros it has. */
export const isZero = (amount: string): boolean => /^-?0*\.?0*$/.test(amount);

/** The exact difference of two decimals, with as many digits after the point as the longer one has. */
export function minus(one: string, other: string): string {
  const scale = Math.max(digitsOf(one), digitsOf(other));
  const unit = (amount: string) => {
    const [whole = '', part = ''] = amount.split('.');
    return BigInt(whole + part.padEnd(scale, '0'));
  };
  const left = unit(one) - unit(other);
  const digits = String(left < 0n ? -left : left).padStart(scale + 1, '0');
  const at = digits.length - scale;
  return `${left < 0n ? '-' : ''}${digits.slice(0, at)}${scale > 0 ? `.${digits.slice(at)}` : ''}`;
}
