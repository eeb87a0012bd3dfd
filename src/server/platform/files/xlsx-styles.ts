import { decimalsOf, isCurrency } from '#kernel/currencies.ts';

/** The formats of a workbook's cells. Which currencies there are is known once the rows are written. */

const DAY = 'dd\\-mmm\\-yyyy';
const MOMENT = `${DAY}\\ hh:mm`;

/** The cell formats that every workbook has, by their place in the list. */
export const STYLES = {
  plain: 0,
  header: 1,
  text: 2,
  date: 3,
  instant: 4,
  number: 5,
  money: 6,
  totalText: 7,
  totalNumber: 8,
  totalMoney: 9,
  totalDate: 10,
} as const;

const BUILT_IN = Object.keys(STYLES).length;
/** Spreadsheets take some two hundred formats of their own. */
const MOST_CURRENCIES = 90;
const FIRST_FORMAT = 166;
/** Digits after the point that a column may have, at most. */
const MOST_DECIMALS = 10;

/** The formats of amounts that a workbook uses. */
export class MoneyStyles {
  readonly #formats = new Map<string, { id: number; code: string }>();

  /**
   * The format of an amount: its currency, and as many decimals as that has by default.
   * @param total for the bold format of a sum
   */
  of(currency: string | null, decimals: number | undefined, total = false): number {
    const plain = total ? STYLES.totalMoney : STYLES.money;
    const known = currency !== null && isCurrency(currency);
    if (!known && decimals === undefined) return plain;
    const name = known ? currency : '';
    const digits = Math.min(MOST_DECIMALS, decimals ?? decimalsOf(name));
    const key = `${name} ${digits}`;
    let format = this.#formats.get(key);
    if (!format) {
      if (this.#formats.size >= MOST_CURRENCIES) return plain;
      const number = `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
      format = { id: this.#formats.size, code: known ? `[$${name}]\\ ${number}` : number };
      this.#formats.set(key, format);
    }
    return BUILT_IN + 2 * format.id + (total ? 1 : 0);
  }

  /** The part of the workbook that holds all formats. */
  xml(head: string, main: string): string {
    const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
    const cell = (id: number) =>
      `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
    const total = (id: number) =>
      `<xf numFmtId="${id}" fontId="1" fillId="0" borderId="2" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1"/>`;
    const own = [...this.#formats.values()];
    const formats = [
      '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
      '<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>',
      ...[49, 164, 165, 0, 4].map(cell),
      ...[49, 0, 4, 164].map(total),
      ...own.flatMap(({ id }) => [cell(FIRST_FORMAT + id), total(FIRST_FORMAT + id)]),
    ];
    const codes = [
      `<numFmt numFmtId="164" formatCode="${DAY}"/>`,
      `<numFmt numFmtId="165" formatCode="${MOMENT}"/>`,
      ...own.map(({ id, code }) => `<numFmt numFmtId="${FIRST_FORMAT + id}" formatCode="${code}"/>`),
    ];
    return `${head}<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.join('')}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3EEF4"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF5B7C8D"/></bottom><diagonal/></border><border><left/><right/><top style="thin"><color rgb="FF5B7C8D"/></top><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }
}
