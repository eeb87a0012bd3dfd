import { beforeAll, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { strikes } from '#tests/support/billing/strikes.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { withPortal } from '#tests/support/portal.ts';

const FULL = 'The disk is full, so nothing was saved. What is there can still be read.';

const portal = withPortal();
const desk = billingDesk(portal);
let strike: Awaited<ReturnType<typeof strikes>>;

beforeAll(async () => {
  const make = estate(portal);
  const companies_id = await make.company('1000');
  await make.costCenter('FULL', { companies_id, cloud_contact_id: await make.contact('full@example.com') });
  await make.account('full', 'FULL');
  strike = await strikes(portal);
});

/** Waits until a run has a state, without the pauses between the attempts of its job. */
async function come(id: number, state: string): Promise<void> {
  const now = async () => {
    await endPauses(portal.db);
    return (await desk.read(id)).state;
  };
  await expect.poll(now, { timeout: 60_000, interval: 100 }).toBe(state);
}

it('a bill for whose lines the database has no space fails with that, leaves nothing, and is taken once there is some', async () => {
  const file = azureMca([{ account: 'full', amount: '3', invoice: 'full-lines' }]);
  await strike([1, 2, 3].map((at) => ({ at, blow: 'full disk' })));
  const { id } = (await desk.begin('azure', file)).body.data.billing_run;
  await come(id, 'failed');
  expect(await desk.read(id)).toMatchObject({ error: FULL, lines: 0, totals: [], invoices: [] });
  const { rows } = await portal.db.query(`SELECT to_regclass('billing_lines_${id}') AS lines`);
  expect(rows).toEqual([{ lines: null }]);
  const again = await desk.run('azure', file);
  expect(again).toMatchObject({ state: 'ready', totals: [{ postings: '3.00' }] });
  expect(again.id).not.toBe(id);
});

it('a run for whose bills the database has no space is ready again with that, and is booked once there is some', async () => {
  const { id } = await desk.run('azure', azureMca([{ account: 'full', amount: '5', invoice: 'full-bills' }]));
  // The first is what the request itself keeps: who has confirmed the invoice.
  await strike([2, 3, 4, 5, 6].map((at) => ({ at, blow: 'full disk' })));
  await desk.finalize(id);
  await come(id, 'ready');
  expect(await desk.read(id)).toMatchObject({
    error: FULL,
    options: [{ name: 'cloud_bills', state: 'failed', note: FULL }],
    totals: [{ postings: '5.00', bills: '0.00' }],
  });
  expect(await desk.bills('full-bills')).toEqual([]);
  expect(await desk.finalized(id)).toMatchObject({ state: 'final', totals: [{ bills: '5.00' }] });
});
