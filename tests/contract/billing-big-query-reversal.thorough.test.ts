import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBigQuery } from '#simulators/big-query/big-query.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const bigQuery = await startBigQuery();
afterAll(() => bigQuery.close());
const portal = withPortal({
  BIGQUERY_PROJECT: 'finops-1',
  BIGQUERY_DATASET: 'billing',
  BIGQUERY_API: bigQuery.url,
});
const desk = billingDesk(portal);
const STEP = 'Take it back in BigQuery';

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('bqr@example.com') };
  for (const name of ['BQR1', 'BQR2']) {
    await costCenter(name, center);
    await account(name.toLowerCase(), name);
  }
});

const file = (invoice: string) =>
  azureMca([
    { account: 'bqr1', amount: '12.34', invoice },
    { account: 'bqr2', amount: '-0.50', invoice },
  ]);
const rowsOf = (run: number) =>
  (bigQuery.tables.get('billing.cloud_bills') ?? []).filter((row) => row['billing_run'] === run);
const amountsOf = (run: number) => rowsOf(run).map((row) => row['amount']);
const stepOf = ({ steps }: Awaited<ReturnType<typeof desk.read>>) =>
  steps.findLast(({ name }) => name === STEP);

/** Reverses a run and waits for what is done in BigQuery. */
async function reversed(run: number) {
  const { body } = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${run}/reverse`);
  return followJob(portal.api, body.data.job.id);
}

async function loaded(
  invoice: string,
  options: Record<string, boolean> = { big_query: true },
): Promise<number> {
  const run = await desk.run('azure', file(invoice));
  await desk.finalized(run.id, { cloud_bills: true, ...options });
  return run.id;
}

it('rows against those of a reversed run are loaded, so that BigQuery comes to nothing as the ledger does', async () => {
  const run = await loaded('BQR-1');
  expect(amountsOf(run)).toEqual(['12.34', '-0.50']);
  expect(await reversed(run)).toMatchObject({ state: 'done', result: { rows: 2 } });
  expect(amountsOf(run)).toEqual(['12.34', '-0.50', '-12.34', '0.50']);
  expect(rowsOf(run)[2]).toMatchObject({
    posting: 1,
    reference: 'BQR-1',
    cost_center: 'BQR1',
    text: 'Reversal of Azure 2026-03',
  });
  expect(await desk.read(run)).toMatchObject({ state: 'reversed', totals: [{ bills: '0.00' }] });
  expect(stepOf(await desk.read(run))).toMatchObject({
    state: 'done',
    detail: '2 rows against it in billing.cloud_bills of project finops-1.',
  });
});

it('work that died between the load and the note that it was done takes nothing back a second time', async () => {
  const run = await loaded('BQR-2');
  const { id } = await reversed(run);
  const jobs = bigQuery.jobs();
  await portal.db.query(`UPDATE jobs SET state = 'failed', error = 'It was killed.' WHERE id = $1`, [id]);
  await portal.db.query(`UPDATE billing_runs SET steps = steps - -1 WHERE id = $1`, [run]);
  expect((await portal.api.post(`/jobs/${id}/retry`)).status).toBe(202);
  expect(await followJob(portal.api, id)).toMatchObject({ state: 'done' });
  expect([amountsOf(run).length, bigQuery.jobs()]).toEqual([4, jobs]);
  expect(stepOf(await desk.read(run))).toMatchObject({ state: 'done' });
});

it('a reversal that BigQuery refuses is told in the steps of the run, and can be tried again', async () => {
  const run = await loaded('BQR-3');
  bigQuery.failNext('Quota exceeded.');
  const job = await reversed(run);
  const sentence = 'BigQuery did not take the bills: Quota exceeded.';
  expect([job.state, job.error]).toEqual(['failed', sentence]);
  const left = await desk.read(run);
  expect([left.state, left.error, stepOf(left)]).toEqual([
    'reversed',
    null,
    expect.objectContaining({ state: 'failed', detail: sentence }),
  ]);
  expect(amountsOf(run)).toHaveLength(2);
  await portal.api.post(`/jobs/${job.id}/retry`);
  await followJob(portal.api, job.id);
  expect(amountsOf(run)).toEqual(['12.34', '-0.50', '-12.34', '0.50']);
  expect(stepOf(await desk.read(run))).toMatchObject({ state: 'done' });
});

it('a run that was never loaded is reversed without a word to BigQuery', async () => {
  const run = await loaded('BQR-4', {});
  const jobs = bigQuery.jobs();
  await desk.reversed(run);
  expect([rowsOf(run), bigQuery.jobs(), stepOf(await desk.read(run))]).toEqual([[], jobs, undefined]);
});

it('what was loaded although the portal was told that it was not is taken back as well', async () => {
  const run = await loaded('BQR-5');
  await portal.db.query(
    `UPDATE billing_options SET state = 'failed', note = 'The connection was lost.' WHERE run_id = $1 AND name = 'big_query'`,
    [run],
  );
  await reversed(run);
  expect(amountsOf(run)).toEqual(['12.34', '-0.50', '-12.34', '0.50']);
});

it('nothing is loaded against a load that failed', async () => {
  bigQuery.failNext('No such field.');
  const run = await loaded('BQR-6');
  expect(await reversed(run)).toMatchObject({ state: 'done', result: { rows: 0 } });
  expect(rowsOf(run)).toEqual([]);
  expect(stepOf(await desk.read(run))).toMatchObject({ state: 'done', detail: 'Nothing of it was loaded.' });
});
