import { cloudName } from '#kernel/clouds.ts';
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

/** The header may be so many rows below the first one. */
export const MOST_PREAMBLE = 100;

const fittingTo = (cells: readonly string[]): BillFormat[] => {
  const columns = new Columns(cells);
  return FORMATS.filter((format) => fits(format, columns));
};

/**
 * The format whose columns these cells are; null where they are none.
 * @throws {BillProblem} for another provider's
 */
export function recognise(cells: readonly string[], provider: BillProvider): BillFormat | null {
  const fitting = fittingTo(cells);
  const format = fitting.find((one) => one.provider === provider);
  if (format) return format;
  const [other] = fitting;
  if (!other) return null;
  throw new BillProblem(
    `This is a file of another provider: ${other.label}. Please upload it as a bill of ${cloudName(other.provider)}.`,
  );
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

/** Keeps a row above the header, `label,value`, by its label in lower case. */
export function addPreamble(
  preamble: Map<string, string>,
  [label = '', value = '']: readonly string[],
): void {
  if (label.trim() !== '') preamble.set(label.trim().replace(/:$/, '').toLowerCase(), value.trim());
}
