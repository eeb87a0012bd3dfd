import { readFile } from 'node:fs/promises';
import { BillProblem } from './bill-line.ts';
import type { FileReading } from './cells.ts';
import type { BillPart, OpenedBill } from './open-bill.ts';
import { beginPart, textRows, type BegunPart } from './part-rows.ts';
import { problemOf } from './problem-of.ts';
import type { ReadOptions } from './read-options.ts';
import { ReadingScan } from './reading-scan.ts';

/** So many pieces of each part and rows of a workbook are gone through where only the begin of a bill is read. */
const BEGIN_PIECES = 4;
const BEGIN_ROWS = 1000;

/**
 * How the amounts and dates of a bill are read, which all of its parts decide before the first line is: one program has written
 * them. Most bills settle it with their first lines.
 * @param isBegin whether only the first rows of each part are gone through
 * @returns null where these leave open what the others may settle
 * @throws {BillProblem} where all of them leave it open, with what has to be stated
 */
export async function settledReading(
  opened: OpenedBill,
  options: ReadOptions,
  isBegin: boolean,
): Promise<FileReading | null> {
  const scan = new ReadingScan(options);
  const isAll = await (opened.kind === 'parts'
    ? scanParts(opened.parts, options, scan, isBegin)
    : scanWorkbook(opened.path, options, scan, isBegin));
  try {
    return scan.reading();
  } catch (error) {
    if (!isAll && error instanceof BillProblem && error.fields.length > 0) return null;
    throw error;
  }
}

/** Goes through the parts until they have settled it. @returns whether what is left of them changes nothing */
async function scanParts(
  parts: readonly BillPart[],
  options: ReadOptions,
  scan: ReadingScan,
  isBegin: boolean,
): Promise<boolean> {
  let isAll = true;
  for (const part of parts) {
    if (scan.isSettled) break;
    const isWhole = await scanPart(part, options, scan, isBegin);
    isAll &&= isWhole;
  }
  return isAll || scan.isSettled;
}

/** @returns whether all of the part was gone through */
async function scanPart(
  part: BillPart,
  options: ReadOptions,
  scan: ReadingScan,
  isBegin: boolean,
): Promise<boolean> {
  let begun: BegunPart | null = null;
  try {
    begun = await beginPart(part, options);
    // Parquet has numbers and days of its own kinds, which need no reading of their texts.
    if (begun.isParquet) return true;
    let pieces = 0;
    for await (const _ of textRows(part, begun, scan, options)) {
      pieces += 1;
      if (scan.isSettled || (isBegin && pieces >= BEGIN_PIECES)) return false;
    }
  } catch (error) {
    leaveToReader(error);
  } finally {
    begun?.close();
    scan.endPart();
  }
  return !part.isCut;
}

async function scanWorkbook(
  path: string,
  options: ReadOptions,
  scan: ReadingScan,
  isBegin: boolean,
): Promise<boolean> {
  try {
    // The reader of workbooks is as much to load as all the rest, so it is loaded for them alone.
    const { billRows } = await import('./bill-sheet.ts');
    let rows = 0;
    for await (const { cells } of billRows(await readFile(path), options.provider)) {
      scan.take(cells);
      rows += 1;
      if (scan.isSettled || (isBegin && rows >= BEGIN_ROWS)) return scan.isSettled;
    }
  } catch (error) {
    leaveToReader(error);
  }
  return true;
}

/** Unreadable cells are reported with their row when the lines are read. @throws a fault of ours */
function leaveToReader(error: unknown): void {
  if (problemOf(error) === null) throw error;
}
