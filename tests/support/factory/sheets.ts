import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { csvLines } from '#server/platform/files/csv.ts';
import type { TestCloud } from './clouds.ts';

type Cells = Record<string, unknown>;

/** A worksheet with these requests, as a person fills in the empty one: its headings are the labels of the form. */
export function sheetText({ kind }: Pick<TestCloud, 'kind'>, rows: readonly Cells[]): string {
  const request = cloudRequests.find(({ name }) => name === kind);
  if (!request) throw new Error(`There is no request ${kind}.`);
  const names = request.groups.flatMap(({ fields }) => fields);
  const header = names.map((name) => request.fields[name]?.label ?? name);
  return csvLines([header, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]);
}

/** The body of a call that sends such a worksheet. */
export const sheetBody = (cloud: Pick<TestCloud, 'kind'>, rows: readonly Cells[]) => ({
  kind: cloud.kind,
  file_name: 'accounts.csv',
  file: Buffer.from(sheetText(cloud, rows)).toString('base64'),
});
