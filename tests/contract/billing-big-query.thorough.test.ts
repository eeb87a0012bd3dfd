import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBigQuery } from '#simulators/big-query/big-query.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
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

const simulated = withPortal({ BIGQUERY_DATASET: 'billing' });

beforeAll(async () => {
  for (const each of [portal, simulated]) {
    const { company, contact, costCenter, account } = estate(each);
    const center = { companies_id: await company('1000'), cloud_contact_id: await contact('bq@example.com') };
    await costCenter('BQ1', center);
    await account('bq-1', 'BQ1');
  }
});

const ready = (invoice: string, at = desk) =>
  at.run('azure', azureMca([{ account: 'bq-1', amount: '12.34', invoice }]));
const rowsOf = (run: number) =>
  (bigQuery.tables.get('billing.cloud_bills') ?? []).filter((row) => row['billing_run'] === run);
const stateOf = (run: { options: { name: string; state: string }[] }) =>
  run.options.find(({ name }) => name === 'big_query');

it('the postings of a run that is finalized are loaded into BigQuery, once', async () => {
  const run = await ready('BQ-1');
  const final = await desk.finalized(run.id, { cloud_bills: true, big_query: true });
  expect(stateOf(final)).toMatchObject({
    state: 'done',
    note: '1 row in billing.cloud_bills of project finops-1.',
  });
  expect(rowsOf(run.id)).toEqual([
    expect.objectContaining({
      posting: 1,
      month: '2026-03-01',
      provider: 'azure',
      reference: 'BQ-1',
      company_code: '1000',
      cost_center: 'BQ1',
      wbs_element: null,
      amount: '12.34',
      currency: 'EUR',
      owner_email: 'bq@example.com',
    }),
  ]);
});

it('what was loaded already by work that died before it could say so is not loaded again', async () => {
  const run = await ready('BQ-2');
  await desk.finalized(run.id, { cloud_bills: true, big_query: true });
  const jobs = bigQuery.jobs();
  // As if the process had died between the load job and the note that it was done.
  await portal.db.query(`DELETE FROM billing_options WHERE run_id = $1 AND name = 'big_query'`, [run.id]);
  const again = await desk.finalized(run.id, { big_query: true });
  expect(stateOf(again)).toMatchObject({ state: 'done' });
  expect([rowsOf(run.id).length, bigQuery.jobs()]).toEqual([1, jobs]);
});

it('a load job that BigQuery refuses is told, and can be asked for again', async () => {
  const run = await ready('BQ-3');
  bigQuery.failNext('No such field: posting.');
  const refused = await desk.finalized(run.id, { cloud_bills: true, big_query: true });
  expect(stateOf(refused)).toMatchObject({
    state: 'failed',
    note: 'BigQuery did not take the bills: No such field: posting.',
  });
  expect(rowsOf(run.id)).toEqual([]);
  const again = await desk.finalized(run.id, { big_query: true });
  expect(stateOf(again)).toMatchObject({ state: 'done' });
  expect(rowsOf(run.id)).toHaveLength(1);
});

it('a run whose rows were loaded and whose work failed then keeps its postings, and is taken back once it is reversed', async () => {
  const run = await ready('BQ-lost');
  await portal.db.query(
    `CREATE FUNCTION lose_answers() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'the connection was lost'; END $$`,
  );
  await portal.db.query(
    `CREATE TRIGGER lost BEFORE UPDATE ON billing_options FOR EACH ROW WHEN (NEW.state = 'done') EXECUTE FUNCTION lose_answers()`,
  );
  await desk.finalize(run.id, { big_query: true });
  const became = async () => {
    await endPauses(portal.db);
    return stateOf(await desk.read(run.id))?.state;
  };
  await expect.poll(became, { timeout: 60_000 }).toBe('failed');
  await portal.db.query('DROP TRIGGER lost ON billing_options');
  expect(rowsOf(run.id)).toHaveLength(1);
  expect((await desk.read(run.id)).state).toBe('final');

  await portal.db.query(`UPDATE cost_centers SET expired_at = '2026-01-31' WHERE identifier = 'BQ1'`);
  const final = await desk.finalized(run.id, { cloud_bills: true });
  await portal.db.query(`UPDATE cost_centers SET expired_at = NULL WHERE identifier = 'BQ1'`);
  expect([final.state, stateOf(final)?.state]).toEqual(['final', 'failed']);
  const { body } = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${run.id}/reverse`);
  expect(await followJob(portal.api, body.data.job.id)).toMatchObject({ state: 'done', result: { rows: 1 } });
  expect(rowsOf(run.id).map(({ amount }) => amount)).toEqual(['12.34', '-12.34']);
});

it('a portal with a dataset and no project loads into a simulator of its own', async () => {
  const own = billingDesk(simulated);
  const run = await ready('BQ-4', own);
  const final = await own.finalized(run.id, { cloud_bills: true, big_query: true });
  expect(stateOf(final)).toMatchObject({
    state: 'done',
    note: '1 row in billing.cloud_bills of project simulator.',
  });
});
