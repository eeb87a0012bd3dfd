import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { awsCur } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { headed } from '#tests/support/billing/headed.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

const amounts = async (id: number) =>
  (await desk.postings(id)).map(({ reference, cost_center: to, amount }) => [reference, to, amount]);
const commitments = async (id: number) =>
  (await portal.api.get<Row[]>(`/billing_runs/${id}/commitments?page=1`)).body as unknown as {
    data: Row[];
    meta: Row;
  };

const MCA =
  'invoiceId,billingAccountId,billingProfileId,billingPeriodStartDate,date,meterCategory,SubscriptionId,chargeType,billingCurrency,' +
  'costInBillingCurrency,pricingModel,reservationId';
const row = (
  invoice: string,
  account: string,
  cost: string,
  more: Record<string, string> = {},
): Record<string, string> => ({
  invoiceId: invoice,
  billingAccountId: 'ba-1',
  billingProfileId: 'bp-1',
  billingPeriodStartDate: '03/01/2026',
  date: '03/02/2026',
  meterCategory: 'Virtual Machines',
  SubscriptionId: account,
  chargeType: 'Usage',
  billingCurrency: 'EUR',
  costInBillingCurrency: cost,
  pricingModel: 'OnDemand',
  ...more,
});
const reserved = { pricingModel: 'Reservation', reservationId: 'r-azure' };
const used = (invoice: string) => [row(invoice, 'c-one', '100.00'), row(invoice, 'c-other', '10.00')];
const actual = (invoice: string) =>
  headed(
    MCA,
    ...used(invoice),
    row(invoice, 'c-one', '0', reserved),
    row(invoice, 'c-other', '0', reserved),
    row(invoice, 'c-buyer', '1200.00', { ...reserved, chargeType: 'Purchase' }),
  );
const amortised = (invoice: string, others = used(invoice)) =>
  headed(
    MCA,
    ...others,
    row(invoice, 'c-one', '60.00', reserved),
    row(invoice, 'c-other', '30.005', reserved),
    row(invoice, 'c-buyer', '9.995', { ...reserved, chargeType: 'UnusedReservation' }),
  );
const addTo = (id: number, file: string) =>
  portal.api.send<{ job: { id: string } }>(
    'POST',
    `/billing_runs/${id}/parts?name=amortised.csv&split=amortised`,
    file,
    { 'content-type': 'text/csv' },
  );
const added = async (id: number, file: string): Promise<Run> => {
  const { status, body, text } = await addTo(id, file);
  expect(status, text).toBe(202);
  await followJob(portal.api, body.data.job.id);
  return desk.read(id);
};
let run: Run;

beforeAll(async () => {
  const center = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('owner@example.com'),
  };
  for (const name of ['buyer', 'two', 'three']) await make.costCenter(`C-${name}`, center);
  const unused = await make.costCenter('C-unused', center);
  await make.account('c-one', 'C-two');
  await make.account('c-other', 'C-three');
  await make.account('c-buyer', 'C-buyer');
  const { status } = await portal.api.post('/billing_rules', {
    shared: { split: 'proportional' },
    commitments: { azure: { charge: 'effective_cost', unused_cost_center_id: unused } },
  });
  expect(status).toBe(201);
});

it('reservations of Azure stay with the buyer as long as only the actual costs are there, which alone begin a run', async () => {
  expect(await desk.run('azure', amortised('C-Z'))).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('added to it as its amortised costs'),
  });
  run = await desk.run('azure', actual('C-Z'));
  expect(await amounts(run.id)).toEqual([
    ['C-Z', 'C-buyer', '1200.00'],
    ['C-Z', 'C-three', '10.00'],
    ['C-Z', 'C-two', '100.00'],
  ]);
  expect((await commitments(run.id)).data).toMatchObject([
    { commitment: 'r-azure', charge: 'buyer', known: false, billed: '1200.00', used: null },
  ]);
});

it('they are split by the export of amortised costs, of which nothing is booked', async () => {
  const read = await added(run.id, amortised('C-Z'));
  expect(read).toMatchObject({
    id: run.id,
    state: 'ready',
    lines: 3,
    totals: [{ lines: '1310.00', postings: '1310.00' }],
    parts: [
      { name: 'bill.csv', amortised: false, lines: 3 },
      { name: 'amortised.csv', amortised: true, rows: 5, lines: 0, totals: [] },
    ],
  });
  expect(await amounts(run.id)).toEqual([
    ['C-Z', 'C-buyer', '1100.00'],
    ['C-Z', 'C-three', '40.01'],
    ['C-Z', 'C-two', '160.00'],
    ['C-Z', 'C-unused', '9.99'],
  ]);
  expect(await commitments(run.id)).toMatchObject({
    data: [
      {
        charge: 'effective_cost',
        billed: '1200.00',
        used: '90.005',
        unused: '9.995',
        difference: '1100.00',
        buyer: 'c-buyer',
      },
    ],
    meta: {
      invoices: [{ billed: '1310.00', amortised: '210.00', difference: '1100.00', charged: '1310.00' }],
    },
  });
});

it('they are with the buyer again once the amortised costs are removed, which can be added again', async () => {
  const { parts } = await desk.read(run.id);
  const addition = (parts as unknown as { addition: string | null }[])[1]?.addition ?? '';
  const remove = (id: number) =>
    portal.api.send<{ job: { id: string } }>('DELETE', `/billing_runs/${id}/amortised/${addition}`);
  const { status, body, text } = await remove(run.id);
  expect(status, text).toBe(202);
  await followJob(portal.api, body.data.job.id);
  const without = await desk.read(run.id);
  expect(without).toMatchObject({
    state: 'ready',
    lines: 3,
    totals: [{ lines: '1310.00', postings: '1310.00' }],
    parts: [{ name: 'bill.csv', amortised: false, addition: null }],
  });
  expect(without.files.map(({ name }) => name)).not.toContain('amortised.csv');
  expect(without.steps).toContainEqual(
    expect.objectContaining({
      name: 'Remove amortised.csv from the split of commitments',
      by: expect.stringMatching(/@/),
    }),
  );
  expect(await amounts(run.id)).toEqual([
    ['C-Z', 'C-buyer', '1200.00'],
    ['C-Z', 'C-three', '10.00'],
    ['C-Z', 'C-two', '100.00'],
  ]);
  expect((await remove(run.id)).status).toBe(404);
  await added(run.id, amortised('C-Z'));
  expect(await amounts(run.id)).toContainEqual(['C-Z', 'C-unused', '9.99']);
});

it('they are not removed from a final run', async () => {
  const other = await desk.run('azure', actual('C-V'));
  await added(other.id, amortised('C-V'));
  const final = await desk.finalized(other.id, {});
  const { parts } = final as unknown as { parts: { addition: string | null }[] };
  const { status, body } = await portal.api.send(
    'DELETE',
    `/billing_runs/${other.id}/amortised/${parts[1]?.addition}`,
  );
  expect([status, body.error]).toEqual([
    409,
    `Run ${other.id} is final, so no amortised costs can be removed from it.`,
  ]);
});

it('they are an exception where the amortised costs are of another state of the month', async () => {
  const other = await desk.run('azure', actual('C-Y'));
  const read = await added(
    other.id,
    amortised('C-Y', [row('C-Y', 'c-one', '101.00'), row('C-Y', 'c-other', '10.00')]),
  );
  expect(read).toMatchObject({ state: 'needs_review', exceptions: 1 });
  expect(await desk.exceptions(other.id)).toMatchObject([
    { problem: 'amortised_differs', amount: '1.00', assignable: false },
  ]);
});

it('they are not split by amortised costs of another invoice, which the run goes on without', async () => {
  const read = await added(run.id, amortised('C-X'));
  expect(read).toMatchObject({ state: 'ready', lines: 3 });
  expect(read.steps).toContainEqual(
    expect.objectContaining({
      name: 'Leave amortised.csv out',
      detail: expect.stringContaining('its invoice, C-X, is none of those that the run bills'),
    }),
  );
});

it('such costs come from Azure alone', async () => {
  const aws = await desk.run('aws', awsCur([{ account: '222222222222', amount: '1', invoice: 'C-U' }]));
  const { status, body } = await addTo(aws.id, amortised('C-U'));
  expect([status, body.errors]).toMatchObject([422, [{ field: 'split' }]]);
});
