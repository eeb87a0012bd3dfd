import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { billSources } from '#tests/support/billing/bill-sources.ts';
import { foldersOf, refreshed, running, runningMonth } from '#tests/support/billing/running-month.ts';
import { withPortal } from '#tests/support/portal.ts';

const sources = await billSources();
const { BILL_SOURCE_AWS, BILL_SOURCE_AWS_API, BILL_FETCH } = sources.settings;
const portal = withPortal({ BILL_SOURCE_AWS, BILL_SOURCE_AWS_API, BILL_FETCH });
const MONTH = runningMonth();
const FOLDER = `cur/desk/${foldersOf(MONTH).aws}`;

const LINES = 1_000_000;
const ACCOUNTS = 3000;
const SERVICES = 12;
const DAYS = 28;

/** A part of a report of the running month, whose lines come in no order. */
function part(first: number, lines: number): Buffer {
  const rows = [
    'bill_payer_account_id,bill_billing_period_start_date,line_item_usage_account_id,line_item_line_item_type,line_item_unblended_cost,line_item_currency_code,line_item_usage_start_date,line_item_product_code',
  ];
  for (let n = first; n < first + lines; n += 1) {
    const account = String(100_000_000_000 + ((n * 7919) % ACCOUNTS));
    const day = String(1 + ((n * 31) % DAYS)).padStart(2, '0');
    rows.push(
      `111111111111,${MONTH}-01T00:00:00Z,${account},Usage,0.0000000${1 + (n % 9)},USD,${MONTH}-${day}T00:00:00Z,Service ${n % SERVICES}`,
    );
  }
  return gzipSync(`${rows.join('\n')}\n`, { level: 1 });
}

/** A report in two parts. */
function putReport(assembly: string, lines: number): string[] {
  const paths = ['1', '2'].map((n) => `${FOLDER}/${assembly}/desk-0000${n}.csv.gz`);
  paths.forEach((path, at) => sources.s3.put(path, part((at * lines) / 2, lines / 2)));
  const manifest = { assemblyId: assembly, reportKeys: paths, compression: 'GZIP' };
  sources.s3.put(`${FOLDER}/desk-Manifest.json`, JSON.stringify(manifest));
  return paths;
}

const rowsKept = async () => {
  const { rows } = await portal.db.query<{ rows: number; amount: string }>(
    'SELECT count(*) AS rows, coalesce(sum(amount), 0)::text AS amount FROM running_costs',
  );
  return rows[0];
};

describe('a running month of a million lines', () => {
  it('is summed to the last digit, by day, account and service', async () => {
    putReport('a-large', LINES);
    const job = await refreshed(portal.api, 280_000);
    expect([job.state, job.error]).toEqual(['done', null]);
    const units = Array.from({ length: 9 }, (_none, at) => at + 1);
    const ofNine = sumOfDecimals(units.map((n) => `0.0000000${n}`));
    const whole = Math.floor(LINES / 9);
    const rest = Array.from({ length: LINES - whole * 9 }, (_none, at) => `0.0000000${1 + at}`);
    const expected = sumOfDecimals([...Array.from({ length: whole }, () => ofNine), ...rest]);
    const kept = await rowsKept();
    expect(kept?.amount).toBe(expected);
    // Each combination of what lines are summed by once, however often the thread has handed sums on.
    const { rows } = await portal.db.query<{ most: number }>(
      'SELECT max(n) AS most FROM (SELECT count(*) AS n FROM running_costs GROUP BY day, account, service, currency) s',
    );
    expect(rows[0]?.most).toBe(1);
    expect((await running(portal.api)).meta.readings[0]).toMatchObject({ lines: LINES, files: 3 });
  }, 300_000);

  it('a connection that breaks in the middle leaves what was read before', async () => {
    const before = await rowsKept();
    putReport('a-broken', 20_000);
    // The manifest comes, and of its first part the half; the client tries some reads again.
    sources.s3.faults.plan('get', 'none');
    sources.s3.faults.plan('get', 'lost', 12);
    const job = await refreshed(portal.api);
    expect(job.state).toBe('failed');
    expect(await rowsKept()).toEqual(before);
    const { meta } = await running(portal.api);
    expect(meta.readings[0]).toMatchObject({ export: 'a-large', error: expect.any(String) });
    expect(meta.failed).toMatch(/^AWS, /);
  });
});
