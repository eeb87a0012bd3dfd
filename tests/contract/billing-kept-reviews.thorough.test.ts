import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { downloadPreAp } from '#tests/support/billing/pre-ap.ts';
import { type Booked, bookedOtherwise } from '#tests/support/billing/reviewed-postings.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const ids: Record<string, number> = {};
let run: Run;
let invoice: string;
let count = 0;

beforeAll(async () => {
  const center = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('kept@example.com'),
  };
  for (const name of ['K1', 'K2', 'K3', 'K4', 'K5']) ids[name] = await make.costCenter(name, center);
  await make.account('k-1', 'K1');
  await make.account('k-2', 'K2');
});

beforeEach(async () => {
  count += 1;
  invoice = `K-${count}`;
  await portal.db.query(`UPDATE cost_centers SET expired_at = NULL WHERE identifier LIKE 'K%'`);
  run = await desk.run(
    'azure',
    azureMca([
      { account: 'k-1', amount: '10', invoice },
      { account: 'k-2', amount: '5', invoice },
      { account: `k-other-${count}`, amount: '0', invoice },
    ]),
  );
});

/** Hands a reviewed workbook in. */
async function handIn(booked: Booked, more: Record<string, unknown> = {}) {
  const data = await bookedOtherwise(await downloadPreAp(portal, run.id), booked);
  return portal.api.post<{ job: { id: string } }>('/cloud_bills/parse_pre_ap', {
    cloud_bill: { data, input: { provider: 'azure', ...more } },
  });
}

/** Accepts what finance books otherwise; the job that was to finalize the run is lost before it did anything. */
async function accepted(booked: Booked): Promise<void> {
  await desk.settled(run.id);
  // No delivery finds it, so none can have begun with it.
  await portal.db.query(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.ticket := gen_random_uuid(); RETURN NEW; END $$`);
  await portal.db.query(`CREATE TRIGGER lose BEFORE INSERT ON jobs FOR EACH ROW
    WHEN (NEW.kind = 'billing_finalization') EXECUTE FUNCTION lose()`);
  try {
    const { body, text, status } = await handIn(booked, { send_invoices: true, accept_differences: true });
    if (status !== 202) throw new Error(text);
    await portal.db.query(
      `UPDATE jobs SET state = 'failed', error = 'It was lost.', finished_at = now() WHERE id = $1`,
      [body.data.job.id],
    );
  } finally {
    await portal.db.query('DROP FUNCTION lose CASCADE');
  }
  expect((await desk.read(run.id)).state).toBe('ready');
}

const booked = async () =>
  Object.fromEntries((await desk.postings(run.id)).map(({ cost_center: to, amount }) => [to, amount]));
const SPLIT: Booked = {
  K1: [
    ['K1', 7],
    ['K3', 3],
  ],
};
const STEP = 'Apply what was accepted of reviewed workbooks';

it('what was accepted is kept where the run is allocated anew', async () => {
  await accepted(SPLIT);
  const again = await desk.assign(run.id, 'k-2', ids['K4'] ?? 0);
  expect(await booked()).toEqual({ K1: '7.00', K3: '3.00', K4: '5.00' });
  expect(again).toMatchObject({ state: 'ready', differences: [] });
  expect(again.steps).toContainEqual(
    expect.objectContaining({ name: STEP, detail: 'All of it holds: 1 difference.' }),
  );
  expect(await desk.finalized(run.id)).toMatchObject({ state: 'final', totals: [{ bills: '15.00' }] });
  await portal.db.query(`UPDATE cloud_parents SET cost_center = 'K2' WHERE identifier = 'k-2'`);
});

it('what does not hold any more is told, and the run is not booked until somebody accepts that', async () => {
  await accepted(SPLIT);
  const again = await desk.assign(run.id, 'k-2', ids['K1'] ?? 0);
  expect(await booked()).toEqual({ K1: '15.00' });
  const lost = `It was accepted that this changes: Posting 1 of invoice ${invoice}, 10.00 EUR on K1, was split: 7.00 on K1, 3.00 on K3. The posting is not there with this amount any more.`;
  expect(again).toMatchObject({ state: 'needs_review', differences: [{ message: lost }] });
  expect(again.steps).toContainEqual(
    expect.objectContaining({
      name: STEP,
      detail: '0 of 1 differences hold. Somebody has to accept that the others do not.',
    }),
  );
  expect((await desk.finalize(run.id)).status).toBe(409);
  const final = await desk.finalized(run.id, { cloud_bills: true, accept_differences: true });
  expect(final).toMatchObject({ state: 'final', differences: [] });
  expect((await desk.bills(invoice)).map(({ identifier, amount }) => [identifier, amount])).toEqual([
    ['K1', '15.00'],
  ]);
  expect(final.steps.map(({ name }) => name)).toContain(
    'Accept that a posting of a reviewed workbook does not hold any more',
  );
  await portal.db.query(`UPDATE cloud_parents SET cost_center = 'K2' WHERE identifier = 'k-2'`);
});

describe('what does not hold any more is tried again by each allocation', () => {
  beforeEach(async () => {
    await accepted(SPLIT);
    expect(await desk.assign(run.id, 'k-2', ids['K1'] ?? 0)).toMatchObject({ state: 'needs_review' });
  });
  afterEach(() => portal.db.query(`UPDATE cloud_parents SET cost_center = 'K2' WHERE identifier = 'k-2'`));

  it('so it is applied once its posting is there again', async () => {
    const again = await desk.assign(run.id, 'k-2', ids['K4'] ?? 0);
    expect(await booked()).toEqual({ K1: '7.00', K3: '3.00', K4: '5.00' });
    expect(again).toMatchObject({ state: 'ready', differences: [] });
  });

  it('and waits as long as its posting is not there', async () => {
    const again = await desk.assign(run.id, 'k-2', ids['K1'] ?? 0);
    expect(again).toMatchObject({ state: 'needs_review', differences: [{ posting: 1 }] });
    expect((await desk.finalize(run.id)).status).toBe(409);
  });

  it('until somebody accepts another workbook, which is of the postings of now', async () => {
    await accepted({ K1: [['K5', 15]] });
    const again = await desk.assign(run.id, 'k-2', ids['K1'] ?? 0);
    expect(await booked()).toEqual({ K5: '15.00' });
    expect(again).toMatchObject({ state: 'ready', differences: [] });
  });
});

it('a cost center that has gone since takes what was accepted with it', async () => {
  await accepted({ K1: [['K5', 10]] });
  await portal.db.query(`UPDATE cost_centers SET expired_at = '2025-12-31' WHERE identifier = 'K5'`);
  const again = await desk.assign(run.id, 'k-2', ids['K3'] ?? 0);
  expect(again.differences.map(({ message }) => message)).toEqual([
    expect.stringMatching(/ What it is charged to is not valid any more\.$/),
  ]);
  expect(await booked()).toEqual({ K1: '10.00', K3: '5.00' });
  await portal.db.query(`UPDATE cloud_parents SET cost_center = 'K2' WHERE identifier = 'k-2'`);
});

it('differences that move amounts between postings hold together or not at all', async () => {
  await accepted({ K1: [['K1', 8]], K2: [['K2', 7]] });
  expect(await booked()).toEqual({ K1: '8.00', K2: '7.00' });
  const again = await desk.assign(run.id, 'k-2', ids['K3'] ?? 0);
  expect(await booked()).toEqual({ K1: '10.00', K3: '5.00' });
  expect(again).toMatchObject({ state: 'needs_review', totals: [{ allocated: '15.00' }] });
  expect(again.differences.map(({ message }) => message)).toEqual([
    expect.stringMatching(/ It goes together with one that does not hold any more\.$/),
    expect.stringMatching(/ The posting is not there with this amount any more\.$/),
  ]);
  await portal.db.query(`UPDATE cloud_parents SET cost_center = 'K2' WHERE identifier = 'k-2'`);
});

it('a reviewed workbook that nobody accepted is given up with a step that says so', async () => {
  const { body } = await handIn(SPLIT);
  await followJob(portal.api, body.data.job.id);
  expect((await desk.read(run.id)).differences).toHaveLength(1);
  const again = await desk.assign(run.id, 'k-2', ids['K2'] ?? 0);
  expect(again).toMatchObject({ state: 'ready', differences: [] });
  expect(again.steps.map(({ name }) => name)).toContain(
    'Give up the reviewed workbook that was not accepted',
  );
});
