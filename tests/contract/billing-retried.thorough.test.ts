import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let center: number;

beforeAll(async () => {
  const companies_id = await make.company('1000');
  const cloud_contact_id = await make.contact('retried@example.com');
  center = await make.costCenter('R-center', { companies_id, cloud_contact_id });
  await make.account('r-known', 'R-center');
  await portal.db.query(
    `CREATE FUNCTION refuse_postings() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'no posting'; END $$`,
  );
});
const takePostings = () => portal.db.query('DROP TRIGGER IF EXISTS refused ON billing_postings');
const refusePostings = () =>
  portal.db.query(
    'CREATE TRIGGER refused BEFORE INSERT ON billing_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_postings()',
  );
afterEach(takePostings);

/** The one line of an invoice. */
const fileOf = (invoice: string, account = 'r-known') =>
  azureMca([{ account, amount: '7.50', invoice, currency: 'EUR' }]);

/** Waits for the end of a job whose pauses nobody needs to wait for. */
async function failing(job: string): Promise<void> {
  const state = async () => {
    await endPauses(portal.db);
    return (await portal.api.get<{ state: string }>(`/jobs/${job}`)).body.data.state;
  };
  await expect.poll(state).toBe('failed');
}

/** A run whose lines were taken and could not be allocated, with its job. */
async function unallocated(invoice: string): Promise<{ run: number; job: string }> {
  await refusePostings();
  const { body } = await desk.begin('azure', fileOf(invoice));
  const { billing_run: run, job } = body.data;
  await failing(job.id);
  expect(await desk.read(run.id)).toMatchObject({ state: 'failed', lines: 1 });
  await takePostings();
  return { run: run.id, job: job.id };
}

const retry = async (job: string) => {
  expect((await portal.api.post(`/jobs/${job}/retry`)).status).toBe(202);
  return followJob(portal.api, job);
};
const stepsOf = async (run: number) =>
  (await desk.read(run)).steps.map(({ name, state }) => `${name}: ${state}`);

describe('a billing run that failed after its lines were taken', () => {
  it('is allocated when its job is tried again, with what was read kept', async () => {
    const { run, job } = await unallocated('R-1');
    expect(await stepsOf(run)).toEqual([
      'Fetch the file: done',
      'Read the lines: done',
      'Allocate the lines: failed',
    ]);
    expect(await retry(job)).toMatchObject({ state: 'done', error: null });
    expect(await desk.read(run)).toMatchObject({
      state: 'ready',
      error: null,
      totals: [{ allocated: '7.50', unallocated: '0.00' }],
    });
    expect(await stepsOf(run)).toEqual([
      'Fetch the file: done',
      'Read the lines: done',
      'Allocate the lines: failed',
      'Allocate the lines: done',
    ]);
  });

  it('is left alone where its file was uploaded again meanwhile, which is told', async () => {
    const { run, job } = await unallocated('R-2');
    const again = await desk.run('azure', fileOf('R-2'));
    expect(again.state).toBe('ready');
    expect(await retry(job)).toMatchObject({
      state: 'failed',
      error: 'The file was uploaded again meanwhile. Please go on with that run.',
    });
    expect((await desk.read(run)).state).toBe('failed');
    expect((await stepsOf(run)).filter((step) => step.endsWith('running'))).toEqual([]);
  });

  it('is left alone where another file with its invoice was taken meanwhile, so that nothing is charged twice', async () => {
    const { run, job } = await unallocated('R-4');
    const other = await desk.run('azure', `${fileOf('R-4')}\n`);
    expect(other).toMatchObject({ state: 'ready', invoices: [{ reference: 'R-4' }] });
    expect(other.id).not.toBe(run);
    expect(await retry(job)).toMatchObject({
      state: 'failed',
      error: `Invoice R-4 was uploaded again meanwhile, with run ${other.id}. Please go on with that run.`,
    });
    expect((await desk.read(run)).state).toBe('failed');
    expect((await desk.read(other.id)).state).toBe('ready');
  });
});

it('a run that failed as it was allocated anew is so when that job is tried again', async () => {
  const { id } = await desk.run('azure', fileOf('R-3', 'r-unknown'));
  await refusePostings();
  const { body } = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${id}/assign`, {
    identifier: 'r-unknown',
    cost_center_id: center,
  });
  await failing(body.data.job.id);
  expect((await desk.read(id)).state).toBe('failed');
  await takePostings();
  expect(await retry(body.data.job.id)).toMatchObject({ state: 'done', error: null });
  expect(await desk.read(id)).toMatchObject({ state: 'ready', error: null });
  expect((await stepsOf(id)).slice(-2)).toEqual(['Allocate the lines: failed', 'Allocate the lines: done']);
});
