import { awsCur, azureMca, withColumn, type MadeLine } from './bill-files.ts';

/** A line with its cell of tags. */
export type Tagged = MadeLine & { tags: string; service?: string };

/** Files with the same columns, one below the other. */
const joined = (files: readonly string[]) =>
  files.map((file, at) => (at === 0 ? file : file.slice(file.indexOf('\r\n') + 2))).join('');
/** An Azure file whose lines bear tags. */
export const azureTagged = (lines: readonly Tagged[]) =>
  joined(
    lines.map(({ tags, service = 'Virtual Machines', ...line }) =>
      azureMca([{ invoice: 'UT-AZURE', ...line }], { tags, meterCategory: service }),
    ),
  );
/** A report of AWS whose lines bear tags. */
export const awsTagged = (lines: readonly Tagged[]) =>
  withColumn(
    awsCur(lines.map((line) => ({ invoice: 'UT-AWS', ...line }))),
    'resource_tags',
    lines.map(({ tags }) => tags),
  );
