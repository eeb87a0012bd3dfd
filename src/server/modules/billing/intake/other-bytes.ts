import type { BillProvider } from '#kernel/billing/runs.ts';
import { BillProblem } from './bill-line.ts';
import { DETAIL_OF } from './other-files.ts';

/** The first bytes of files that are no text, and what they are. */
const BEGINNINGS: readonly (readonly [begin: string, is: string])[] = [
  ['%PDF', 'This is a PDF, which has no lines that can be read'],
  ['\u00d0\u00cf\u0011\u00e0', 'This is a workbook of Excel 97 to 2003 (.xls)'],
  ['7z\u00bc\u00af', 'This is an archive of 7-Zip'],
  ['Rar!', 'This is a RAR archive'],
  ['BZh', 'This is a file packed by bzip2'],
  ['(\u00b5/\u00fd', 'This is a file packed by Zstandard'],
  ['Obj\u0001', 'This is an Avro file'],
  ['ORC', 'This is an ORC file'],
  ['PARE', 'This is an encrypted Parquet file'],
];

/** The advice for a file that only has to be stored otherwise. */
const STORED: Record<string, string> = {
  'This is a workbook of Excel 97 to 2003 (.xls)': 'Please save it as CSV UTF-8 or XLSX.',
  'This is an archive of 7-Zip': 'Please send its CSV or Parquet file alone, or in a ZIP archive.',
  'This is a RAR archive': 'Please send its CSV or Parquet file alone, or in a ZIP archive.',
  'This is a file packed by bzip2': 'Please unpack it, or pack it by gzip.',
  'This is a file packed by Zstandard': 'Please unpack it, or pack it by gzip.',
};

/** So many bytes show what a file is. */
export const SHOWING = 4096;

/** Kinds of files in JSON by the names in them. */
const JSON_FILES: readonly (readonly [names: RegExp, is: string])[] = [
  [
    /"(?:reportKeys|reportId|dataFiles|assemblyId|executionId)"/,
    'This is the manifest of an AWS report, which lists its files',
  ],
  [
    /"(?:blobs|blobCount|deliveryConfig|runInfo|exportConfig)"/,
    'This is the manifest of an Azure export, which lists its files',
  ],
];

/**
 * Refuses a file that is no table by what it begins with.
 * @param begin its first bytes
 * @throws {BillProblem} that says what the file is
 */
export function refuseOtherBytes(begin: Buffer, provider: BillProvider): void {
  const [, is] = BEGINNINGS.find(([sign]) => begin.toString('latin1', 0, sign.length) === sign) ?? [];
  if (is !== undefined) throw new BillProblem(`${is}. ${STORED[is] ?? DETAIL_OF[provider]}`);
  const text = begin
    .toString('utf8', 0, SHOWING)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^<(?:!doctype html|html|head|body|table|\?xml|!--)/i.test(text)) {
    const html = text.startsWith('<?xml') ? 'This is an XML file' : 'This is an HTML page and no CSV';
    throw new BillProblem(
      `${html}, whatever its name says. It may be the page of a sign-in that had expired. ${DETAIL_OF[provider]}`,
    );
  }
  if (!/^(?:\{\s*["}]|\[\s*[{[])/.test(text)) return;
  const [, json] = JSON_FILES.find(([names]) => names.test(text)) ?? [];
  throw new BillProblem(
    json === undefined
      ? `This is a JSON file. ${DETAIL_OF[provider]}`
      : `${json}, and has no lines. Please send the files that it lists.`,
  );
}
