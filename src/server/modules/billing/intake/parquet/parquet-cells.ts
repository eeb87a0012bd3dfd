import type { ParquetParsers, SchemaElement } from 'hyparquet';
import { BillProblem } from '../bill-line.ts';
import { decimalText } from '#kernel/decimal-sum.ts';

/** Decimals after the point that an amount may have. */
const MOST_DECIMALS = 76;

/** Makes the text of a cell of a value. */
export type TextOfValue = (value: unknown) => string;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOfBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BillProblem('The file has text that is not in UTF-8.');
  }
}

/** A time as ISO 8601 in UTC; what no calendar has is shown as the number that it is. */
function instantText(millis: bigint): string {
  const date = new Date(Number(millis));
  if (Number.isNaN(date.getTime())) return String(millis);
  return date.toISOString().replace('.000Z', 'Z');
}

/** Times and texts of the library, written as a CSV has them. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis) => instantText(BigInt(millis)),
  timestampFromMicroseconds: (micros) => instantText(BigInt(micros) / 1000n),
  timestampFromNanoseconds: (nanos) => instantText(BigInt(nanos) / 1_000_000n),
  dateFromDays: (days) => instantText(BigInt(days) * 86_400_000n).slice(0, 10),
  stringFromBytes: textOfBytes,
  jsonFromBytes: textOfBytes,
};

/** The number of a decimal in units of its last digit, whatever it is kept in. */
function unitsOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (!(value instanceof Uint8Array) || value.length > 64) return null;
  const bits = BigInt(value.length * 8);
  let units = 0n;
  for (const byte of value) units = units * 256n + BigInt(byte);
  return BigInt.asIntN(Number(bits), units);
}

/** A float of 32 bits by the fewest digits that distinguish it from all others. */
function shortText(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

/** The contents of lists, maps and structs, as JSON. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? textOfBytes(value) : value;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (value instanceof Uint8Array) return textOfBytes(value);
  return JSON.stringify(value, plain);
}

/** Whether the values of a column are decimals, which the library would make floats of. */
export const isDecimal = ({ converted_type, logical_type }: SchemaElement): boolean =>
  converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL';

/** How the values of a column become the cells that a CSV would have. @throws {BillProblem} for decimals of too many digits */
export function textsOf(element: SchemaElement): TextOfValue {
  if (isDecimal(element)) {
    const decimals =
      element.scale ?? (element.logical_type?.type === 'DECIMAL' ? element.logical_type.scale : 0);
    if (decimals < 0 || decimals > MOST_DECIMALS)
      throw new BillProblem('The file has amounts of too many decimals.');
    return (value) => {
      const units = unitsOf(value);
      return units === null ? textOf(value) : decimalText(units, decimals);
    };
  }
  if (element.type === 'FLOAT')
    return (value) => (typeof value === 'number' ? shortText(value) : textOf(value));
  return textOf;
}
