import * as z from 'zod/mini';
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
  /** Lists tell the sums of all that match, one for each currency. */
  total?: boolean;
}

export interface MoneyField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'money', V, W> {
  currency: string;
  default?: string;
  scale: number;
  total: boolean;
}

/** Digits before the point: what a spreadsheet shows exactly has fewer, the books of a company too. */
const WHOLE_DIGITS = 15;
/** A JSON number of so many digits is the decimal that was written; of more it may be another one. */
const EXACT_DIGITS = 15;

/**
 * An amount beside its currency: a decimal text such as `1234.50` with all its `scale` digits, everywhere. It is
 * never a JSON number, which would round it.
 * @public for the declarations of models
 */
export function money<const O extends MoneyOptions>(
  label: string,
  options: O,
): MoneyField<ValueOf<O, string>, WritingOf<O>> {
  const { optional, hint, currency, scale = 2, default: preset, total = false }: MoneyOptions = options;
  const writing = writingOf(options) as WritingOf<O>;
  return {
    kind: 'money',
    label,
    writing,
    nullable: optional === true,
    currency,
    scale,
    total,
    hint,
    default: preset === undefined ? undefined : (decimalOf(preset, scale) ?? preset),
  };
}

/** A decimal with `scale` digits after the point; null for what is none or has more digits than can be kept. */
export function decimalOf(text: string, scale: number): string | null {
  const [, sign = '', whole = '', part = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits === '' || digits.length > WHOLE_DIGITS || part.replace(/0+$/, '').length > scale) return null;
  const decimal = scale > 0 ? `${digits}.${part.padEnd(scale, '0').slice(0, scale)}` : digits;
  return sign === '-' && /[1-9]/.test(decimal) ? `-${decimal}` : decimal;
}

/** 1234567.5 → 1,234,567.5 */
const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

const sentence = ({ label, scale }: MoneyField) =>
  `${label} must be an amount such as ${decimalOf('1234.5', scale) ?? '1234'}, with at most ${WHOLE_DIGITS} digits before the point and ${scale} after it.`;

export const moneyKind: Kind<MoneyField> = {
  schema: (field) => {
    const error = sentence(field);
    return z.pipe(
      z.union([z.string(), z.number()], { error }),
      z.transform((value, context) => {
        const text = String(value);
        const exact = typeof value === 'string' || text.replace(/\D/g, '').length <= EXACT_DIGITS;
        const decimal = exact ? decimalOf(text, field.scale) : null;
        if (decimal !== null) return decimal;
        context.issues.push({ code: 'custom', message: error, input: value });
        return z.NEVER;
      }),
    );
  },
  answer: ({ scale }) => ({
    type: 'string',
    pattern: `^-?\\d+${scale > 0 ? `\\.\\d{${scale}}` : ''}$`,
    description: 'A decimal; a number would round it.',
  }),
  longest: () => 0,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: (field) => field.default,
  same: (one, other) => plain(one) === plain(other),
  parseCell: (field, cell) => {
    const plainCell = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(cell) ? cell.replaceAll(',', '') : cell;
    const value = decimalOf(plainCell, field.scale);
    return value === null ? { error: `${field.label} '${cell}' is no amount such as 1234.50.` } : { value };
  },
  formatCell: String,
  sheet: 'money',
  display: (value) => grouped(String(value)),
  filters: ['equals', 'contains'],
  readFilter: (field, word) => {
    const value = decimalOf(word, field.scale);
    return value === null ? { error: 'must be an amount such as 1234.50.' } : equalTo(value);
  },
  align: 'right',
  tells: false,
  hidden: false,
  fault: ({ currency }, fields) =>
    Object.hasOwn(fields, currency) ? null : `has its currency in ${currency}, which is no field.`,
};

/** Without the zeros that end it. */
const plain = (value: unknown) =>
  String(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
