import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { TEXT_COLUMNS } from './wide-file.ts';

/**
 * What anybody would do with the file: COPY into a table of texts with its columns, and the sums by account.
 * @returns the seconds of both
 */
export async function copyPlainly(
  connectionString: string,
  file: string,
): Promise<{ copy: number; sum: number }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`DROP TABLE IF EXISTS plain_bill; CREATE TABLE plain_bill (${TEXT_COLUMNS})`);
    const began = performance.now();
    const copy = client.query(copyFrom('COPY plain_bill FROM STDIN (FORMAT csv, HEADER)'));
    await pipeline(createReadStream(file), copy);
    const copied = performance.now();
    await client.query(
      `SELECT invoiceid, billingcurrency, subscriptionid, sum(costinbillingcurrency::numeric), count(*)
       FROM plain_bill GROUP BY 1, 2, 3`,
    );
    const summed = performance.now();
    await client.query('DROP TABLE plain_bill');
    return { copy: (copied - began) / 1000, sum: (summed - copied) / 1000 };
  } finally {
    await client.end();
  }
}
