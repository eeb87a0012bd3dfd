import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { downloadOf } from '#tests/support/billing/downloads.ts';
import { headed } from '#tests/support/billing/headed.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const [BUYER, TWO, THREE] = ['100000000001', '100000000002', '100000000003'];
let unused: number;

const amounts = async (id: number) =>
  (await desk.postings(id)).map(({ reference, cost_center: to, amount }) => [reference, to, amount]);
const commitments = async (id: number) => {
  const { status, body } = await portal.api.get<Row[]>(`/billing_runs/${id}/commitments?page=1&per_page=50`);
  expect(status).toBe(200);
  return body as unknown as { data: Row[]; meta: Row };
};
const addRules = (commitmentsOf: object, more: object = {}) =>
  portal.api.post<Row>('/billing_rules', {
    shared: { split: 'proportional' },
    commitments: commitmentsOf,
    ...more,
  });
const take = async (id: number, version: number): Promise<Run> => {
  const { status, body } = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${id}/allocate`, {
    rules_version: version,
  });
  expect(status).toBe(202);
  await followJob(portal.api, body.data.job.id);
  return desk.read(id);
};

const CUR =
  'bill/InvoiceId,bill/PayerAccountId,bill/BillingPeriodStartDate,lineItem/UsageAccountId,lineItem/LineItemType,lineItem/UsageStartDate,' +
  'lineItem/ProductCode,lineItem/CurrencyCode,lineItem/UnblendedCost,reservation/ReservationARN,reservation/EffectiveCost,' +
  'reservation/UnusedAmortizedUpfrontFeeForBillingPeriod,reservation/UnusedRecurringFee,savingsPlan/SavingsPlanARN,' +
  'savingsPlan/SavingsPlanEffectiveCost,savingsPlan/TotalCommitmentToDate,savingsPlan/UsedCommitment';
const reservation = (name: string) => `arn:aws:ec2:eu-central-1:${BUYER}:reserved-instances/${name}`;
const PLAN = `arn:aws:savingsplans::${BUYER}:savingsplan/s-1`;

/** A line of the Cost and Usage Report. */
const line = (
  type: string,
  account: string,
  cost: string,
  more: Record<string, string> = {},
): Record<string, string> => ({
  'bill/InvoiceId': 'C-M',
  'bill/PayerAccountId': BUYER,
  'bill/BillingPeriodStartDate': '2026-03-01T00:00:00Z',
  'lineItem/UsageAccountId': account,
  'lineItem/LineItemType': type,
  'lineItem/UsageStartDate': '2026-03-02T00:00:00Z',
  'lineItem/ProductCode': 'AmazonEC2',
  'lineItem/CurrencyCode': 'USD',
  'lineItem/UnblendedCost': cost,
  ...more,
});
const covered = (name: string, account: string, effective: string) =>
  line('DiscountedUsage', account, '0', {
    'reservation/ReservationARN': reservation(name),
    'reservation/EffectiveCost': effective,
  });

/**
 * A month of AWS. r-1 was paid upfront in part in a month before: 50.00 of its 100.00 of this month are billed. r-2 is paid upfront
 * for a year in this month, on an invoice of its own. s-1 is paid month by month.
 */
const LINES = [
  line('Usage', TWO, '100.00'),
  line('Usage', THREE, '7.00'),
  covered('r-1', TWO, '60.10'),
  covered('r-1', THREE, '20.05'),
  line('RIFee', BUYER, '50.00', {
    'reservation/ReservationARN': reservation('r-1'),
    'reservation/UnusedAmortizedUpfrontFeeForBillingPeriod': '9.85',
    'reservation/UnusedRecurringFee': '10',
  }),
  line('Fee', BUYER, '1200.00', {
    'bill/InvoiceId': 'C-U',
    'reservation/ReservationARN': reservation('r-2'),
  }),
  covered('r-2', THREE, '100'),
  line('SavingsPlanCoveredUsage', TWO, '40.00', {
    'savingsPlan/SavingsPlanARN': PLAN,
    'savingsPlan/SavingsPlanEffectiveCost': '25.005',
  }),
  line('SavingsPlanNegation', TWO, '-40.00', { 'savingsPlan/SavingsPlanARN': PLAN }),
  line('SavingsPlanRecurringFee', BUYER, '30.00', {
    'savingsPlan/SavingsPlanARN': PLAN,
    'savingsPlan/TotalCommitmentToDate': '30',
    'savingsPlan/UsedCommitment': '25.005',
  }),
];
const AS_BILLED = [
  ['C-M', 'C-buyer', '80.00'],
  ['C-M', 'C-three', '7.00'],
  ['C-M', 'C-two', '100.00'],
  ['C-U', 'C-buyer', '1200.00'],
];
const BY_USE = [
  ['C-M', 'C-buyer', '-150.00'],
  ['C-M', 'C-three', '127.05'],
  ['C-M', 'C-two', '185.11'],
  ['C-M', 'C-unused', '24.84'],
  ['C-U', 'C-buyer', '1200.00'],
];

beforeAll(async () => {
  const center = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('owner@example.com'),
  };
  for (const name of ['buyer', 'two', 'three']) await make.costCenter(`C-${name}`, center);
  unused = await make.costCenter('C-unused', center);
  await make.account(BUYER, 'C-buyer', 'AwsCloudParent');
  await make.account(TWO, 'C-two', 'AwsCloudParent');
  await make.account(THREE, 'C-three', 'AwsCloudParent');
});

describe('reservations and savings plans of AWS', () => {
  let run: Run;

  it('are charged to the buyer as they are billed, until a version of the rules says otherwise', async () => {
    run = await desk.run('aws', headed(CUR, ...LINES));
    expect(run).toMatchObject({ state: 'ready', lines: 7, rules_version: 1 });
    expect(await amounts(run.id)).toEqual(AS_BILLED);
    const { data } = await commitments(run.id);
    expect(data.map(({ charge }) => charge)).toEqual(['buyer', 'buyer', 'buyer', 'buyer']);
  });

  it('move from the buyer to who used them with a version that says so, which is previewed first', async () => {
    const rules = { aws: { charge: 'effective_cost', unused_cost_center_id: unused } };
    const tried = await portal.api.post<{ runs: { moves: Row[]; moves_total: number }[] }>('/billing_rules', {
      shared: { split: 'proportional' },
      commitments: rules,
      preview: true,
    });
    expect(tried.body.data.runs).toMatchObject([{ id: run.id, moves_total: 3 }]);
    expect(await amounts(run.id)).toEqual(AS_BILLED);
    const added = await addRules(rules);
    expect([added.status, added.body.data]).toMatchObject([
      201,
      {
        version: 2,
        commitments: {
          aws: {
            charge: 'effective_cost',
            unused_cost_center_id: unused,
            unused_cost_center: 'C-unused',
          },
          azure: { charge: 'buyer' },
          gcp: { charge: 'buyer' },
        },
      },
    ]);
    expect(await take(run.id, 2)).toMatchObject({
      state: 'ready',
      exceptions: 0,
      lines: 7,
      totals: [{ lines: '1387.00', postings: '1387.00', unallocated: '0.00' }],
    });
    expect(await amounts(run.id)).toEqual(BY_USE);
  });

  it('are told one by one: what is billed, used and unused, what is left, and who bears each', async () => {
    const { data, meta } = await commitments(run.id);
    const told = { buyer: BUYER, buyer_charged_to: 'C-buyer', unused_charged_to: 'C-unused', known: true };
    expect(data).toMatchObject([
      {
        ...told,
        commitment: reservation('r-1'),
        reference: 'C-M',
        charge: 'effective_cost',
        billed: '50.00',
        used: '80.15',
        unused: '19.85',
        difference: '-50.00',
        users: 2,
        largest: [
          { identifier: TWO, amount: '60.10', charged_to: 'C-two' },
          { identifier: THREE, amount: '20.05', charged_to: 'C-three' },
        ],
      },
      {
        ...told,
        commitment: reservation('r-2'),
        reference: 'C-M',
        billed: '0.00',
        used: '100.00',
        unused: '0.00',
        difference: '-100.00',
      },
      {
        ...told,
        commitment: PLAN,
        reference: 'C-M',
        billed: '30.00',
        used: '25.005',
        unused: '4.995',
        difference: '0.00',
      },
      {
        ...told,
        commitment: reservation('r-2'),
        reference: 'C-U',
        billed: '1200.00',
        used: '0.00',
        unused: '0.00',
        difference: '1200.00',
        users: 0,
      },
    ]);
    expect(meta).toMatchObject({
      total: 4,
      read: true,
      invoices: [
        {
          reference: 'C-M',
          currency: 'USD',
          billed: '187.00',
          amortised: '337.00',
          difference: '-150.00',
          charged: '187.00',
        },
        {
          reference: 'C-U',
          billed: '1200.00',
          amortised: '0.00',
          difference: '1200.00',
          charged: '1200.00',
        },
      ],
    });
  });

  it('are among what a posting is explained by', async () => {
    const [, , two] = await desk.postings(run.id);
    const { body } = await portal.api.get<{ accounts: Row[]; split: Row }>(
      `/billing_runs/${run.id}/postings/${two?.id}`,
    );
    expect(body.data).toMatchObject({
      accounts: [{ identifier: TWO, lines: 3, amount: '185.105', share: '1' }],
      split: { amount: '0.00' },
    });
  });

  it('leave what nobody used with the buyer where the rules name nobody else', async () => {
    const { body } = await addRules({ aws: { charge: 'effective_cost' } });
    await take(run.id, body.data['version'] as number);
    expect((await amounts(run.id)).slice(0, 3)).toEqual([
      ['C-M', 'C-buyer', '-125.15'],
      ['C-M', 'C-three', '127.05'],
      ['C-M', 'C-two', '185.10'],
    ]);
    expect((await commitments(run.id)).data[0]).toMatchObject({
      unused_to: BUYER,
      unused_charged_to: 'C-buyer',
    });
  });

  it('go back to the buyer with the version of before, and stay by their version once they are final', async () => {
    await take(run.id, 1);
    expect(await amounts(run.id)).toEqual(AS_BILLED);
    await take(run.id, 2);
    await desk.settled(run.id);
    await desk.finalized(run.id);
    await addRules({});
    expect(await amounts(run.id)).toEqual(BY_USE);
    expect((await commitments(run.id)).data[0]).toMatchObject({ charge: 'effective_cost', used: '80.15' });
    const { text } = await downloadOf(portal, '/focus/cost_and_usage.csv?month=2026-03&provider=aws');
    expect(text).toContain('Commitments by effective cost');
  });

  it('are charged as billed where the file leaves the columns of their effective cost out, and that is told', async () => {
    await addRules({ aws: { charge: 'effective_cost' } });
    const without = CUR.replace(/,savingsPlan\/.*/, '');
    const [names, plan] = [without.split(','), LINES.slice(-3)];
    const lines = plan.map((each) => ({
      ...Object.fromEntries(Object.entries(each).filter(([name]) => names.includes(name))),
      'bill/InvoiceId': 'C-W',
    }));
    const short = await desk.run('aws', headed(without, ...lines), { month: '2026-04' });
    expect(short).toMatchObject({ state: 'ready', lines: 3 });
    expect(await amounts(short.id)).toEqual([['C-W', 'C-buyer', '30.00']]);
    expect((await commitments(short.id)).data).toMatchObject([
      { commitment: 'Savings plans', charge: 'buyer', known: false, used: null, difference: null },
    ]);
  });
});

describe('commitments of a FOCUS file', () => {
  const FOCUS =
    'InvoiceId,BillingAccountId,BillingCurrency,BillingPeriodStart,ChargePeriodStart,ChargeCategory,ServiceName,SubAccountId,' +
    'ServiceProviderName,BilledCost,EffectiveCost,CommitmentDiscountId,CommitmentDiscountStatus';
  const row = (of: Record<string, string>): Record<string, string> => ({
    InvoiceId: 'C-F',
    BillingAccountId: BUYER,
    BillingCurrency: 'USD',
    BillingPeriodStart: '2026-03-01T00:00:00Z',
    ChargePeriodStart: '2026-03-02T00:00:00Z',
    ChargeCategory: 'Usage',
    ServiceName: 'Compute',
    ServiceProviderName: 'AWS',
    BilledCost: '0',
    ...of,
  });
  const used = { CommitmentDiscountStatus: 'Used' };

  it('are charged by the rules of the cloud that each line is of', async () => {
    const id = { CommitmentDiscountId: PLAN };
    const run = await desk.run(
      'focus',
      headed(
        FOCUS,
        row({ SubAccountId: TWO, BilledCost: '5', EffectiveCost: '5' }),
        row({ SubAccountId: TWO, EffectiveCost: '45', ...id, ...used }),
        row({ SubAccountId: BUYER, EffectiveCost: '5', ...id, CommitmentDiscountStatus: 'Unused' }),
        row({ SubAccountId: BUYER, BilledCost: '50', EffectiveCost: '0', ...id, ChargeCategory: 'Purchase' }),
      ),
    );
    expect(await amounts(run.id)).toEqual([
      ['C-F', 'C-buyer', '5.00'],
      ['C-F', 'C-two', '50.00'],
    ]);
    expect((await commitments(run.id)).data).toMatchObject([
      { commitment: PLAN, billed: '50.00', used: '45.00', unused: '5.00', difference: '0.00', buyer: BUYER },
    ]);
  });

  it('wait among the exceptions for a buyer whom neither a line nor their id names', async () => {
    await addRules({ azure: { charge: 'effective_cost', unused_cost_center_id: unused } });
    await make.account('c-azure', 'C-two');
    const of = { ServiceProviderName: 'Microsoft', InvoiceId: 'C-A', BillingAccountId: 'ba-1' };
    const id = { CommitmentDiscountId: '/providers/Microsoft.Capacity/reservationOrders/o/reservations/r' };
    const run = await desk.run(
      'focus',
      headed(
        FOCUS,
        row({ ...of, SubAccountId: 'c-azure', BilledCost: '20', EffectiveCost: '20' }),
        row({ ...of, SubAccountId: 'c-azure', EffectiveCost: '8', ...id, ...used }),
      ),
    );
    expect(await amounts(run.id)).toEqual([['C-A', 'C-two', '28.00']]);
    const place = `No account: Buyer of ${id.CommitmentDiscountId}`;
    expect(await desk.exceptions(run.id)).toMatchObject([
      { identifier: place, problem: 'no_account', amount: '-8.00', assignable: true },
    ]);
    expect(await desk.assign(run.id, place, unused)).toMatchObject({ state: 'ready', exceptions: 0 });
    expect(await amounts(run.id)).toEqual([
      ['C-A', 'C-two', '28.00'],
      ['C-A', 'C-unused', '-8.00'],
    ]);
  });
});

describe('rules of commitments', () => {
  it.each<[what: string, commitments: object, field: string]>([
    ['a cloud that sells none', { github: { charge: 'buyer' } }, 'commitments'],
    ['another way to charge', { aws: { charge: 'by_need' } }, 'commitments'],
    [
      'a cost center that is not there',
      { aws: { charge: 'effective_cost', unused_cost_center_id: 999_999 } },
      'commitments.aws.unused_cost_center_id',
    ],
  ])('are refused with %s', async (_what, asked, field) => {
    const { status, body } = await addRules(asked);
    expect([status, body.errors]).toMatchObject([422, [{ field }]]);
  });

  it('stay as they are with a version that says nothing of them', async () => {
    const { body } = await portal.api.post<Row>('/billing_rules', { shared: { cost_center_id: unused } });
    expect(body.data).toMatchObject({
      commitments: {
        aws: { charge: 'buyer' },
        azure: { charge: 'effective_cost', unused_cost_center_id: unused },
      },
    });
  });
});
