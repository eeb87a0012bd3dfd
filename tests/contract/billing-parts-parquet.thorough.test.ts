import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();
const desk = billingDesk(portal);
/** Both have the same lines of one invoice, stored in other ways. */
const stored = (name: string) => readFile(new URL(`../fixtures/parquet/${name}.parquet`, import.meta.url));
const [one, other] = await Promise.all([stored('focus-snappy'), stored('focus-zstd-v2')]);
const EACH = '90000000000010.12';
const BOTH = '180000000000020.25';

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  await costCenter('4711', {
    companies_id: await company('1000'),
    cloud_contact_id: await contact('o@example.com'),
  });
  await account('sub-parquet', '4711');
});

const shown = ({ parts }: Run) => parts.map(({ name, state, rows }) => [name, state, rows]);

describe('parts in Parquet', () => {
  it('are one run in an archive, packed or not, in which the same bytes count once', async () => {
    const archive = await zipped({
      'part_0.snappy.parquet': one,
      'part_1.parquet.gz': gzipSync(other),
      'again.parquet.gz': gzipSync(one),
    });
    const run = await desk.run('focus', archive, { name: 'export.zip' });
    expect(run).toMatchObject({
      state: 'ready',
      error: null,
      lines: 6,
      totals: [{ lines: BOTH, allocated: BOTH }],
    });
    expect(shown(run)).toEqual([
      ['part_0.snappy.parquet', 'read', 3],
      ['part_1.parquet.gz', 'read', 3],
      ['again.parquet.gz', 'repeated', 0],
    ]);
  });

  it('ask one after the other, and are added to the run', async () => {
    await portal.db.query(`UPDATE billing_runs SET state = 'reversed'`);
    const run = await desk.run('focus', one, { name: 'part_0.parquet' });
    expect(run).toMatchObject({ state: 'ready', totals: [{ lines: EACH }] });
    const asked = await desk.begin('focus', other, { name: 'part_1.parquet' });
    expect([asked.status, asked.body.error]).toEqual([
      409,
      expect.stringContaining(`Billing run ${run.id} has invoice`),
    ]);
    const told = { name: 'part_1.parquet', existing: 'add' };
    const added = await desk.begin('focus', other, told);
    expect([added.status, added.body.data.billing_run.id]).toEqual([202, run.id]);
    await followJob(portal.api, added.body.data.job.id);
    const whole = await desk.read(run.id);
    expect(whole).toMatchObject({ state: 'ready', totals: [{ lines: BOTH, allocated: BOTH }] });
    expect(shown(whole)).toEqual([
      ['part_0.parquet', 'read', 3],
      ['part_1.parquet', 'read', 3],
    ]);
  });

  it('that are packed and long are read by their run, whatever their first bytes tell', async () => {
    await portal.db.query(`UPDATE billing_runs SET state = 'reversed'`);
    const whole = one;
    // What stands between the pages and the footer is read by nobody.
    const footer = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
    const long = Buffer.concat([whole.subarray(0, footer), randomBytes(3_000_000), whole.subarray(footer)]);
    const run = await desk.run('focus', gzipSync(long), { name: 'long.parquet.gz' });
    expect(run).toMatchObject({ state: 'ready', error: null, totals: [{ lines: EACH }] });
  });

  it('have numbers of their own kind, whatever is told of texts', async () => {
    await portal.db.query(`UPDATE billing_runs SET state = 'reversed'`);
    const archive = await zipped({ 'part_0.parquet': one, 'part_1.parquet': other });
    const run = await desk.run('focus', archive, { decimal_sign: ',', date_order: 'day_first' });
    expect(run).toMatchObject({ error: null, lines: 6, totals: [{ lines: BOTH }] });
  });

  it('and are refused at once where they have other columns', async () => {
    const { status, body } = await desk.begin('aws', one, { name: 'wrong.parquet' });
    expect([status, body.error]).toEqual([422, expect.stringMatching(/^This is a file of another provider/)]);
  });
});
