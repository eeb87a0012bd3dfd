import { grouped } from '../written.ts';
import * as z from 'zod/mini';
import { decimalsOf } from '../currencies.ts';
import {
  readNumber,
  twoNumbers,
  whichNumber,
  withoutExponent,
  type DecimalSign,
  type TwoNumbers,
} from '../reading/numbers.ts';
import {
  equalTo,
  isBlankText,
  nullOrRequired,
  writingOf,
  type CommonOptions,
  type FieldOf,
  type Kind,
  type ValueOf,
  type Writing,
  type WritingOf,
} from './field.ts';

export interface MoneyOptions extends CommonOptions {
  /** The field of the same record that holds the currency. */
  currency: string;
  default?: string;
  /** Digits after the point; 2 where nothing is said, more for prices of single units. */
  scale?: number;
  /** Digits after the point where the currency has more than `scale`, as the Kuwaiti dinar has 3; none where nothing is said. */
  finest?: number;
  /** Lists show the sums of all that match, one for each currency. */
  total?: boolean;
  /** Whether only amounts above zero are taken. */
  positive?: boolean;
  /** Whether no amounts below zero are taken. */
  nonnegative?: boolean;
}

export interface MoneyField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'money', V, W> {
  currency: string;
  default?: string;
  scale: number;
  finest: number;
  total: boolean;
  positive: boolean;
  nonnegative: boolean;
}

/** Digits before the point: what a spreadsheet shows exactly has fewer, the books of a company too. */
const WHOLE_DIGITS = 15;
/** A JSON number of so many digits is the decimal that was written; of more it may be another one. */
const EXACT_DIGITS = 15;

/**
 * An amount beside its currency: a decimal text such as `1234.50` with all its `scale` digits, everywhere, and with more
 * where its currency has them. It is never a JSON number, which would round it.
 * @public for the declarations of models
 */
export function money<const O extends MoneyOptions>(
  label: string,
  options: O,
): MoneyField<ValueOf<O, string>, WritingOf<O>> {
  const { optional, hint, currency, scale = 2, default: preset }: MoneyOptions = options;
  const { finest = scale, total = false, positive = false, nonnegative = false }: MoneyOptions = options;
  const writing = writingOf(options) as WritingOf<O>;
  return {
    kind: 'money',
    label,
    writing,
    nullable: optional === true,
    currency,
    scale,
    finest,
    total,
    positive,
    nonnegative,
    hint,
    default: preset === undefined ? undefined : (decimalOf(preset, scale) ?? preset),
  };
}

/**
 * A decimal with `scale` digits after the point, and as many more as are not zero, up to `finest`; null for what is none
 * or has more digits than can be kept.
 */
export function decimalOf(text: string, scale: number, finest = scale): string | null {
  const [, sign = '', whole = '', part = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, '');
  const kept = part.replace(/0+$/, '').padEnd(scale, '0');
  if (digits === '' || digits.length > WHOLE_DIGITS || kept.length > finest) return null;
  const decimal = kept === '' ? digits : `${digits}.${kept}`;
  return sign === '-' && /[1-9]/.test(decimal) ? `-${decimal}` : decimal;
}

/** Thousands are set apart by commas; one behind a leading zero is of decimals. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/** 1,234.50 without what sets its thousands apart; every other text as it is. */
const ungrouped = (text: string): string => (GROUPED.test(text) ? text.replaceAll(',', '') : text);

const sentence = ({ label, scale }: MoneyField, most: number) =>
  `${label} must be an amount such as ${decimalOf('1234.5', scale) ?? '1234'}, with at most ${WHOLE_DIGITS} digits before the point and ${most} after it.`;

/** The error of an amount of more digits than its currency has; null where there is none, or the currency is not known. */
export function tooFine(field: MoneyField, amount: unknown, currency: unknown): string | null {
  if (field.finest === field.scale || typeof amount !== 'string' || typeof currency !== 'string') return null;
  const most = Math.min(field.finest, Math.max(field.scale, decimalsOf(currency)));
  return decimalOf(amount, field.scale, most) === null ? sentence(field, most) : null;
}

/** The error of an amount that must be above zero, or must not be below it. */
function outOfRange({ label, positive, nonnegative }: MoneyField, amount: unknown): string | null {
  const text = String(amount);
  if (positive && !/^[^-]*[1-9]/.test(text)) return `${label} must be above zero.`;
  return nonnegative && /^-.*[1-9]/.test(text) ? `${label} must not be below zero.` : null;
}

/** The number of a cell in a column with this decimal sign, or both numbers that it may be where no cell settles it. */
function inColumn(cell: string, sign: DecimalSign | null): { decimal: string | null } | { open: TwoNumbers } {
  const open = sign === null ? twoNumbers(cell) : null;
  if (open) return { open };
  const number = readNumber(cell, sign ?? '.');
  return { decimal: number === null ? null : withoutExponent(number) };
}

/** The digits after the point of amounts that are answered, as a pattern. */
function partPattern(scale: number, finest: number): string {
  if (finest === 0) return '';
  return scale === 0
    ? `(?:\\.\\d{1,${finest}})?`
    : `\\.\\d{${finest > scale ? `${scale},${finest}` : scale}}`;
}

export const moneyKind: Kind<MoneyField> = {
  schema: (field) => {
    const error = sentence(field, field.finest);
    return z.pipe(
      z.union([z.string(), z.number()], { error }),
      z.transform((value, context) => {
        const text = String(value);
        const exact = typeof value === 'string' || text.replace(/\D/g, '').length <= EXACT_DIGITS;
        const decimal = exact ? decimalOf(text, field.scale, field.finest) : null;
        if (decimal !== null) return decimal;
        context.issues.push({ code: 'custom', message: error, input: value });
        return z.NEVER;
      }),
    );
  },
  answer: ({ scale, finest }) => ({
    type: 'string',
    pattern: `^-?\\d+${partPattern(scale, finest)}$`,
    description: 'A decimal; a number would round it.',
  }),
  longest: () => 0,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: (field) => field.default,
  same: (one, other) => plain(one) === plain(other),
  parseCell: (field, cell, reading) => {
    const text = reading ? inColumn(cell, reading.decimalSign) : { decimal: ungrouped(cell) };
    if ('open' in text) return { error: whichNumber(field.label, text.open) };
    const value = text.decimal === null ? null : decimalOf(text.decimal, field.scale, field.finest);
    return value === null ? { error: `${field.label} '${cell}' is no amount such as 1234.50.` } : { value };
  },
  decides: 'amounts',
  formatCell: String,
  sheet: 'money',
  display: (value) => grouped(String(value)),
  filters: ['equals', 'contains'],
  free: () => false,
  readFilter: (field, word) => {
    const value = decimalOf(word, field.scale, field.finest);
    return value === null ? { error: 'must be an amount such as 1234.50.' } : equalTo(value);
  },
  align: 'right',
  distinguishes: false,
  hidden: false,
  unfit: (field, value, values) => outOfRange(field, value) ?? tooFine(field, value, values[field.currency]),
  fault: ({ currency }, fields) =>
    Object.hasOwn(fields, currency) ? null : `has its currency in ${currency}, which is no field.`,
};

/** Without the zeros that end it. */
const plain = (value: unknown) =>
  String(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
