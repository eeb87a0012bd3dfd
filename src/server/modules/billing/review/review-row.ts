import type { FieldError } from '#kernel/errors.ts';
import type { PlaceInFile } from '#server/platform/files/tables/unreadable.ts';
import { PRE_AP } from './pre-ap/pre-ap-sheet.ts';

/** So many mistakes are named at once. */
export const MOST_MISTAKES = 50;

/** The error of a cell of the reviewed sheet. */
export const mistakeAt = (row: number, column: string, what: string): FieldError & PlaceInFile => ({
  sheet: PRE_AP.sheet,
  row,
  column,
  field: column,
  message: `Sheet ${PRE_AP.sheet}, row ${row}, ${column}: ${what}`,
});

/** A row of the reviewed sheet: a posting, or a part of one. */
export interface ReviewRow {
  /** Its row in the sheet, whose header is row 1. */
  row: number;
  posting: number;
  company: string;
  reference: string;
  currency: string;
  gl: string;
  center: string;
  wbs: string;
  amount: string;
}

/** A workbook that finance has reviewed. */
export interface ReviewedWorkbook {
  run: number;
  /** The state of the run that it was made of. */
  version: number;
  rows: ReviewRow[];
}
