import { beforeAll, describe, expect, it } from 'vitest';
import { awsCur, azureMca, focus, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { githubUsage } from '#tests/support/billing/github-files.ts';
import type { Row } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let shared: number;
const amounts = async (id: number) =>
  (await desk.postings(id)).map(({ cost_center: to, amount }) => [to, amount]);
const exceptions = async (id: number) =>
  (await desk.exceptions(id)).map(({ identifier, problem, amount }) => [identifier, problem, amount]);
const spread = async (id: number) => (await portal.api.get<Row[]>(`/billing_runs/${id}/spread`)).body.data;

beforeAll(async () => {
  const companies_id = await make.company('1000');
  const center = { companies_id, cloud_contact_id: await make.contact('owner@example.com') };
  for (const n of [1, 2]) await make.costCenter(`N-${n}`, center);
  shared = await make.costCenter('N-bought', center);
  await make.account('1650417d-44cb-4288-8692-77e365845781', 'N-1');
  await make.account('17390f1f-e694-4c1d-85bb-63468ff39dab', 'N-2');
  await make.account('222222222222', 'N-1', 'AwsCloudParent');
  await make.account('n-project', 'N-1', 'GcpCloudParent');
});

const EA =
  'InvoiceSectionName,SubscriptionId,SubscriptionName,Date,ProductName,MeterCategory,MeterName,Quantity,CostInBillingCurrency,CostCenter,ReservationId,Tags,ChargeType,PublisherType,PricingModel,BillingAccountId,BillingCurrencyCode,BillingPeriodStartDate';
/** A month of an enrolment in which a reservation was bought without a subscription. */
const withReservation = (month: string, section = 'S') =>
  [
    EA,
    `S,1650417d-44cb-4288-8692-77e365845781,a,${month}/03/2026,VM,Virtual Machines,D2,1,100.00,,,,Usage,Azure,OnDemand,7000008,EUR,${month}/01/2026`,
    `S,17390f1f-e694-4c1d-85bb-63468ff39dab,b,${month}/03/2026,VM,Virtual Machines,D2,1,300.00,,,,Usage,Azure,OnDemand,7000008,EUR,${month}/01/2026`,
    `${section},,Unassigned,${month}/05/2026,Reserved VM,Virtual Machines,Reserved D2 1 Year,1,60000.00,,r-1,,Purchase,Azure,Reservation,7000008,EUR,${month}/01/2026`,
  ].join('\r\n');
const PLACE = 'No account: Billing account 7000008, invoice section S';

describe('what was bought without an account', () => {
  let first: Run;

  it('is an exception with its place, and no other pays for it', async () => {
    first = await desk.run('azure', withReservation('10'), { month: '2026-10' });
    expect(await amounts(first.id)).toEqual([
      ['N-1', '100.00'],
      ['N-2', '300.00'],
    ]);
    expect(await desk.exceptions(first.id)).toMatchObject([
      {
        identifier: PLACE,
        problem: 'no_account',
        message: expect.stringContaining('The file gives no account for this purchase or usage'),
        amount: '60000.00',
        assignable: true,
      },
    ]);
    expect(first).toMatchObject({
      state: 'needs_review',
      totals: [{ lines: '60400.00', allocated: '400.00', unallocated: '60000.00', spread: '0.00' }],
    });
    expect(await spread(first.id)).toEqual([]);
    const refused = await portal.api.post(`/billing_runs/${first.id}/finalize`, { cloud_bills: true });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('which have no account (Billing account 7000008, invoice section S): '),
    ]);
  });

  it('is charged to whom somebody names for this run alone', async () => {
    const placed = await desk.assign(first.id, PLACE, shared);
    expect(placed).toMatchObject({ state: 'ready', exceptions: 0, rules_version: 1 });
    expect(await amounts(first.id)).toContainEqual(['N-bought', '60000.00']);
    expect(placed.steps).toContainEqual(
      expect.objectContaining({
        name: `Charge ${PLACE} to N-bought`,
        detail: 'This holds for this run alone.',
      }),
    );
    const next = await desk.run('azure', withReservation('11'), { month: '2026-11' });
    expect(await exceptions(next.id)).toEqual([[PLACE, 'no_account', '60000.00']]);
  });

  it('is charged so in the months to come where that is kept, for its place alone, until it is removed', async () => {
    const kept = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${first.id}/assign`, {
      identifier: PLACE,
      cost_center_id: shared,
      keep: true,
    });
    expect(kept.status).toBe(202);
    await followJob(portal.api, kept.body.data.job.id);
    const { body } = await portal.api.get<Row[]>('/billing_rules');
    expect(body.data[0]).toMatchObject({
      shared: { split: 'proportional' },
      places: [{ place: PLACE, cost_center_id: shared, cost_center: 'N-bought' }],
      current: true,
    });
    const next = await desk.run('azure', withReservation('12'), { month: '2026-12' });
    expect(next).toMatchObject({ state: 'ready', exceptions: 0, rules_version: 2 });
    expect(await amounts(next.id)).toEqual([
      ['N-1', '100.00'],
      ['N-2', '300.00'],
      ['N-bought', '60000.00'],
    ]);
    const other = await desk.run('azure', withReservation('01', 'T'), { month: '2026-01' });
    expect(await exceptions(other.id)).toEqual([
      ['No account: Billing account 7000008, invoice section T', 'no_account', '60000.00'],
    ]);
    // Another shared rule leaves places as they are; only who says so removes them.
    const removed = await portal.api.post<Row>('/billing_rules', {
      shared: { split: 'proportional' },
      places: [],
    });
    expect([removed.status, removed.body.data]).toMatchObject([201, { places: [] }]);
    const later = await desk.run('azure', withReservation('02'), { month: '2026-02' });
    expect(await exceptions(later.id)).toEqual([[PLACE, 'no_account', '60000.00']]);
  });
});

describe('the file of each provider says what of no account is of the invoice as such, which alone is split', () => {
  const AWS = 'No account: Payer account 111111111111';
  const used = { account: '222222222222', amount: '100' };
  const split = (kind: string, amount: string) => ({
    kind,
    amount,
    rule: 'proportional',
    charged_to: null,
    postings: 1,
    exceptions: 1,
  });

  it.each<
    [what: string, provider: string, file: string, place: string, charged: string[], spreads: object[]]
  >([
    [
      'of AWS tax, and neither support nor a plan paid upfront',
      'aws',
      awsCur([
        { ...used, invoice: 'N-AWS' },
        { account: null, amount: '4', kind: 'Tax', invoice: 'N-AWS' },
        { account: null, amount: '100', kind: 'Fee', invoice: 'N-AWS' },
        { account: null, amount: '200', kind: 'SavingsPlanUpfrontFee', invoice: 'N-AWS' },
      ]),
      AWS,
      ['101.00', '303.00'],
      [split('tax', '4.00')],
    ],
    [
      'of AWS nothing that no kind is told of',
      'aws',
      awsCur([
        { ...used, invoice: 'N-AWS-2' },
        { account: null, amount: '300', kind: '', invoice: 'N-AWS-2' },
      ]),
      AWS,
      ['100.00', '300.00'],
      [],
    ],
    [
      'of Google tax and rounding, and no support without a project, whatever it is called',
      'gcp',
      googleCostTable(
        [
          { account: 'n-project', amount: '100' },
          { account: null, amount: '4', kind: 'Tax' },
          { account: null, amount: '300' },
        ],
        { total: '404.04', sums: [['Rounding error', '0.04']] },
      ).replace(',,,Compute Engine,N2 core,,Usage', ',,,Support,Sales tax advice,,Usage'),
      'No account: Billing account Skyledger (0123AB-4567CD)',
      ['101.01', '303.03'],
      [split('rounding', '0.04'), split('tax', '4.00')],
    ],
    [
      'of FOCUS a credit, and no purchase',
      'focus',
      focus(
        [
          { ...used, invoice: 'N-FOCUS' },
          { account: null, amount: '-4', kind: 'Credit', invoice: 'N-FOCUS' },
          { account: null, amount: '300', kind: 'Purchase', invoice: 'N-FOCUS' },
        ],
        'AWS',
      ),
      'No account: Billing account ba-9',
      ['99.00', '297.00'],
      [split('credit', '-4.00')],
    ],
    [
      'of GitHub, which tells no kinds, nothing',
      'github',
      githubUsage([
        { amount: '300', product: 'actions', sku: 'actions_linux', organization: null, user: 'octo' },
      ]),
      'No account: GitHub user octo',
      ['300.00'],
      [],
    ],
  ])('%s', async (_what, provider, file, place, charged, spreads) => {
    const run = await desk.run(provider, file);
    expect(await exceptions(run.id)).toEqual([[place, 'no_account', charged.at(-1)]]);
    expect((await desk.postings(run.id)).map(({ amount }) => amount)).toEqual(charged.slice(0, -1));
    expect(await spread(run.id)).toMatchObject(spreads);
  });

  it('and the sum that is split stands in the reconciliation', async () => {
    const run = await desk.run(
      'azure',
      azureMca([
        { account: '1650417d-44cb-4288-8692-77e365845781', amount: '100', invoice: 'N-sum' },
        { account: '17390f1f-e694-4c1d-85bb-63468ff39dab', amount: '300', invoice: 'N-sum' },
        { account: null, amount: '76.01', kind: 'Tax', invoice: 'N-sum' },
        { account: null, amount: '-8', kind: 'Credit', invoice: 'N-sum' },
      ]),
    );
    expect(await amounts(run.id)).toEqual([
      ['N-1', '117.00'],
      ['N-2', '351.01'],
    ]);
    expect(await spread(run.id)).toMatchObject([
      {
        reference: 'N-sum',
        currency: 'EUR',
        kind: 'credit',
        lines: 1,
        amount: '-8.00',
        postings: 2,
        exceptions: 0,
      },
      { kind: 'tax', lines: 1, amount: '76.01', rule: 'proportional', postings: 2 },
    ]);
    expect(run.totals).toMatchObject([{ lines: '468.01', spread: '68.01', allocated: '468.01' }]);
    const { body } = await portal.api.get<Row[]>(`/billing_runs/${run.id}/reconciliation`);
    expect(body.data).toMatchObject([{ reference: 'N-sum', spread: '68.01', difference: '0.00' }]);
    // Where a cost center is named for what belongs to no account, nothing is split.
    const named = await desk.assign(run.id, null, shared);
    expect(named.totals).toMatchObject([{ spread: '0.00' }]);
    expect(await spread(run.id)).toMatchObject([
      { kind: 'credit', rule: 'named', charged_to: 'N-bought', postings: 1 },
      { kind: 'tax', rule: 'named', charged_to: 'N-bought', postings: 1 },
    ]);
  });
});
