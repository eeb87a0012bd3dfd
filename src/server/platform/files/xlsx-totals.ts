import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { columnName } from './xlsx-parts.ts';
import {
  currencyOf,
  exactNumber,
  formulaCell,
  numberIn,
  textCell,
  type Amounts,
  type SheetColumn,
} from './xlsx-cells.ts';
import { isCurrency } from '#kernel/currencies.ts';
import { STYLES, type MoneyStyles } from './xlsx-styles.ts';

/** Digits after the point that sums keep. */
const SCALE = 12;

/** The sum of one column, or of its rows of one currency. */
interface Sum {
  /** In units of 10⁻¹². */
  units: bigint;
  /** Digits after the point of its longest value. */
  decimals: number;
  /** Every value of it is a number in the sheet, where a formula finds them all. */
  exact: boolean;
}

interface Summed {
  at: number;
  column: Extract<SheetColumn, { total?: boolean }>;
  amounts: Amounts | null;
  /** By currency; '' where there is none. */
  sums: Map<string, Sum>;
}

/** Rows of more currencies than this are not summed. */
const MOST_CURRENCIES = 200;

/**
 * The sums below the rows of a sheet: formulas, with their results for programs that compute nothing. Amounts of
 * several currencies are never added up: there is a row for each.
 */
export class Totals {
  readonly #summed: readonly Summed[];
  readonly #width: number;

  constructor(columns: readonly SheetColumn[]) {
    this.#width = columns.length;
    this.#summed = columns.flatMap((column, at): Summed[] => {
      if (!('total' in column) || column.total !== true) return [];
      return [{ at, column, amounts: column.kind === 'money' ? column : null, sums: new Map() }];
    });
  }

  /** Adds a row to the sums. */
  add(row: readonly unknown[]): void {
    for (const { at, column, amounts, sums } of this.#summed) {
      const value = row[at];
      if (value === null || value === undefined || value === '') continue;
      const currency = (amounts && currencyOf(amounts, row)) ?? '';
      const sum = sums.get(currency) ?? { units: 0n, decimals: 0, exact: true };
      const text = String(value);
      const [, sign = '', whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(text) ?? [];
      if (whole === undefined || numberIn(column, text) === null) sum.exact = false;
      if (whole !== undefined) {
        const units = BigInt(whole + part.padEnd(SCALE, '0'));
        sum.units += sign ? -units : units;
        sum.decimals = Math.max(sum.decimals, part.length);
      }
      if (sums.size < MOST_CURRENCIES || sums.has(currency)) sums.set(currency, sum);
    }
  }

  /** The rows of the sums as XML; empty where nothing is summed. `rows` is how many rows stand above. */
  xml(rows: number, money: MoneyStyles): string {
    const currencies = [...new Set(this.#summed.flatMap(({ sums }) => [...sums.keys()]))].toSorted();
    return currencies
      .map((currency, line) => `<row r="${rows + 2 + line}">${this.#row(rows, line, currency, money)}</row>`)
      .join('');
  }

  #row(rows: number, line: number, currency: string, money: MoneyStyles): string {
    const number = rows + 2 + line;
    const cells = this.#summed.flatMap((summed) => {
      const sum = summed.sums.get(currency);
      return sum ? [[summed.at, this.#cell(summed, sum, { rows, number, currency, money })] as const] : [];
    });
    // The first column says what the row is, unless it is summed itself.
    const label = currency === '' ? 'Total' : `Total ${currency}`;
    if (!cells.some(([at]) => at === 0))
      cells.push([0, textCell(`A${number}`, STYLES.totalText, neutraliseCell(label))]);
    // The line above the sums goes through.
    const filled = new Set(cells.map(([at]) => at));
    for (let at = 0; at < this.#width; at += 1)
      if (!filled.has(at))
        cells.push([at, `<c r="${columnName(at + 1)}${number}" s="${STYLES.totalText}"/>`]);
    return cells
      .toSorted(([one], [other]) => one - other)
      .map(([, xml]) => xml)
      .join('');
  }

  #cell(
    { at, amounts, sums }: Summed,
    sum: Sum,
    { rows, number, currency, money }: { rows: number; number: number; currency: string; money: MoneyStyles },
  ): string {
    const place = `${columnName(at + 1)}${number}`;
    const range = (column: number) => `${columnName(column + 1)}2:${columnName(column + 1)}${rows + 1}`;
    const result = decimal(sum);
    const style = amounts
      ? money.of(currency === '' ? null : currency, amounts.decimals, true)
      : STYLES.totalNumber;
    const by = amounts && typeof amounts.currency === 'object' ? amounts.currency.column : null;
    const all = by === null || sums.size === 1;
    // A condition takes no account of case, and some signs mean any other: it is trusted with real codes alone.
    const found = all || (currency !== '' && [...sums.keys()].every((key) => key === '' || isCurrency(key)));
    // A sum that a formula cannot find, or that a spreadsheet would round, is written as text.
    if (!found || !sum.exact || exactNumber(result) === null)
      return textCell(place, STYLES.totalText, neutraliseCell(result));
    const formula = all ? `SUM(${range(at)})` : `SUMIF(${range(by)},"${currency}",${range(at)})`;
    return formulaCell(place, style, formula, result);
  }
}

function decimal({ units, decimals }: Sum): string {
  const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, '0');
  const part = digits.slice(-SCALE).slice(0, decimals);
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${part && `.${part}`}`;
}
