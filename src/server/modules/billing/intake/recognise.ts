import type { BillProvider } from '#kernel/billing/runs.ts';
import { BillProblem } from './bill-line.ts';
import { Columns, fits, missingOf, type BillFormat } from './format.ts';
import { awsFormats } from './formats/aws.ts';
import { azureFormats } from './formats/azure.ts';
import { focusFormats } from './formats/focus.ts';
import { githubFormats } from './formats/github.ts';
import { googleFormats } from './formats/google.ts';
import { otherFileOf } from './other-files.ts';

/** In this order a file is held against them: what has more columns of its own comes first. */
const FORMATS: readonly BillFormat[] = [
  ...azureFormats,
  ...googleFormats,
  ...awsFormats,
  ...focusFormats,
  ...githubFormats,
];

/** The header may stand so many rows below the first one. */
export const MOST_PREAMBLE = 100;

/** What spreadsheets of some countries, and people who copy from them, put between cells. */
const NO_COMMAS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;

const fittingTo = (cells: readonly string[]): BillFormat[] => {
  const columns = new Columns(cells);
  return FORMATS.filter((format) => fits(format, columns));
};

/**
 * The format whose columns these cells are; null where they are none.
 * @throws {BillProblem} for another provider's, and for cells with something else than commas between them
 */
export function recognise(cells: readonly string[], provider: BillProvider): BillFormat | null {
  const fitting = fittingTo(cells);
  const format = fitting.find((one) => one.provider === provider);
  if (format) return format;
  const [other] = fitting;
  if (!other) return refuseSeparator(cells);
  throw new BillProblem(
    `This is a file of another provider: ${other.label}. Please upload it with provider=${other.provider}.`,
  );
}

/** @throws {BillProblem} for a header in whose cells a comma is nothing; its amounts may have one for a point */
function refuseSeparator(cells: readonly string[]): null {
  const row = cells.join(',');
  for (const [sign, name] of NO_COMMAS)
    if (row.includes(sign) && fittingTo(row.split(sign)).length > 0)
      throw new BillProblem(
        `The cells of this file are separated by ${name}. Please save it with commas between them, and with points in its amounts.`,
      );
  return null;
}

/**
 * Says of a file that was not recognised what it is instead, or which columns were missed for which format.
 * @param rows the first ones, of which one may be meant to be the header
 */
export function unrecognised(rows: readonly (readonly string[])[], provider: BillProvider): BillProblem {
  const other = otherFileOf(rows, provider);
  if (other !== null) return new BillProblem(other);
  const sentences = FORMATS.filter((format) => format.provider === provider && !format.is).map((format) => {
    const tries = rows.map((row) => missingOf(format, new Columns(row)));
    const missing =
      tries.toSorted((one, another) => one.length - another.length)[0] ?? missingOf(format, new Columns([]));
    return `For ${format.label} it lacks ${missing.join(', ')}.`;
  });
  return new BillProblem(`The columns of this file are not known. ${sentences.join(' ')}`);
}
