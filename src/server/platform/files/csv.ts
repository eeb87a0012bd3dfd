import { stringify } from 'csv-stringify/sync';

/** Excel reads a file as UTF-8 only when it begins with this mark; imports leave it aside. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Rows of a CSV file, with CRLF. A lone line feed ends no line here, but it does for many that read the file, so it is
 * put into quotes. Cells are written as they are: who writes them makes formulas harmless.
 */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
