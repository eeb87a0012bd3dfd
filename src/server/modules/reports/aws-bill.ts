import { formatDay } from '#kernel/dates.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { csvExport } from '#server/engine/lists/csv-export.ts';
import type { ContentParts, ReportFile } from './served.ts';

/** How bills name AWS, whatever the case of its letters. */
const PROVIDER = 'aws';

/** The last month in which AWS billed anything, by its first and last day; null without a bill. */
async function lastMonth({ db }: ContentParts): Promise<{ first: string; last: string } | null> {
  const { rows } = await db.query<{ first: string | null; last: string | null }>(
    `SELECT date_trunc('month', max(date))::date AS first,
       (date_trunc('month', max(date)) + interval '1 month' - interval '1 day')::date AS last
     FROM cloud_bills WHERE lower(btrim(provider)) = $1`,
    [PROVIDER],
  );
  const { first, last } = rows[0] ?? { first: null, last: null };
  return first === null || last === null ? null : { first, last };
}

/** The last bill of AWS as a CSV file, in the columns that the list of bills is downloaded with. */
export async function awsBillFiles(parts: ContentParts): Promise<readonly ReportFile[]> {
  const { registry } = parts.services;
  const resource = registry.get(cloudBills.name);
  const month = await lastMonth(parts);
  const days = month ?? { first: '0001-01-01', last: '0001-01-01' };
  const query = { by_cloud: PROVIDER, startDate: days.first, endDate: days.last };
  const name = month ? `aws_bill_${formatDay(month.first).slice(3)}.csv` : 'aws_bill.csv';
  return [{ name, content: (onRows) => content(onRows) }];

  async function* content(onRows: (count: number) => void): AsyncGenerator<Buffer> {
    if (!resource.csv) throw new Error('Bills have no CSV file.');
    const lists = parts.services.lists(resource);
    onRows(0);
    for await (const chunk of await csvExport(registry, resource, resource.csv, lists, { query, onRows }))
      yield Buffer.from(chunk as Uint8Array);
  }
}
