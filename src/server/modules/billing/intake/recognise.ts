import { BillProblem, type BillProvider } from './bill-line.ts';
import { Columns, missingOf, type BillFormat } from './format.ts';
import { awsFormats } from './formats/aws.ts';
import { azureFormats } from './formats/azure.ts';
import { focusFormats } from './formats/focus.ts';
import { githubFormats } from './formats/github.ts';
import { googleFormats } from './formats/google.ts';

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

/** The format whose columns these cells are; null where they are none. @throws {BillProblem} for another provider's */
export function recognise(cells: readonly string[], provider: BillProvider): BillFormat | null {
  const columns = new Columns(cells);
  const fitting = FORMATS.filter((format) => missingOf(format, columns).length === 0);
  const format = fitting.find((one) => one.provider === provider);
  if (format) return format;
  const [other] = fitting;
  if (!other) return null;
  throw new BillProblem(
    `This is a file of another provider: ${other.label}. Please upload it with provider=${other.provider}.`,
  );
}

/**
 * Says of a file that was not recognised which columns were missed for which format.
 * @param rows the first ones, of which one may be meant to be the header
 */
export function unrecognised(rows: readonly (readonly string[])[], provider: BillProvider): BillProblem {
  const sentences = FORMATS.filter((format) => format.provider === provider).map((format) => {
    const tries = rows.map((row) => missingOf(format, new Columns(row)));
    const missing =
      tries.toSorted((one, other) => one.length - other.length)[0] ?? missingOf(format, new Columns([]));
    return `For ${format.label} it lacks ${missing.join(', ')}.`;
  });
  return new BillProblem(`The columns of this file are not known. ${sentences.join(' ')}`);
}
