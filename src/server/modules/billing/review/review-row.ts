/** A row of the reviewed sheet: a posting, or a part of one. */
export interface ReviewRow {
  /** Where it stands in the sheet, whose header is row 1. */
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
