import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MadeOfCharge, MyCharge, MyLine } from '#calls/my-cloud.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import type { Row } from '#tests/support/api.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { downloadOf } from '#tests/support/billing/downloads.ts';
import { headed } from '#tests/support/billing/headed.ts';
import { withPortal } from '#tests/support/portal.ts';

/* Whoever reads what was charged comes to the same with pools as without. */

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const [BUYER, USER, OTHER] = ['300000000001', '300000000002', '300000000003'];
const ids = new Map<string, number>();
const id = (name: string) => ids.get(name) ?? 0;

const addPools = async (pools: object[], more: object = {}): Promise<void> => {
  const { status, text } = await portal.api.post<Row>('/billing_rules', {
    shared: { split: 'proportional' },
    pools,
    ...more,
  });
  expect([status, text]).toEqual([201, text]);
};
const evenOver = (...names: string[]) => ({ by: 'even', cost_center_ids: names.map(id) });
const charged = async (run: number) =>
  (await desk.postings(run)).map(({ cost_center: to, amount }) => [to, amount]);

beforeAll(async () => {
  const center = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('readers@example.com'),
  };
  for (const name of ['Q-BUY', 'Q-USE', 'Q-OTHER', 'Q-A', 'Q-B', 'Q-C'])
    ids.set(name, await make.costCenter(name, center));
  for (const [account, names, provider] of [
    [BUYER, 'Q-BUY', 'AwsCloudParent'],
    [USER, 'Q-USE', 'AwsCloudParent'],
    [OTHER, 'Q-OTHER', 'AwsCloudParent'],
    ['q-a', 'Q-A', 'AzureCloudParent'],
    ['q-net', 'Q-B', 'AzureCloudParent'],
  ] as const)
    await make.account(account, names, provider);
});

const CUR =
  'bill/InvoiceId,bill/PayerAccountId,bill/BillingPeriodStartDate,lineItem/UsageAccountId,lineItem/LineItemType,lineItem/UsageStartDate,' +
  'lineItem/ProductCode,lineItem/CurrencyCode,lineItem/UnblendedCost,reservation/ReservationARN,reservation/EffectiveCost,' +
  'reservation/UnusedAmortizedUpfrontFeeForBillingPeriod,reservation/UnusedRecurringFee,savingsPlan/SavingsPlanARN,' +
  'savingsPlan/SavingsPlanEffectiveCost,savingsPlan/TotalCommitmentToDate,savingsPlan/UsedCommitment';
const reserved = { 'reservation/ReservationARN': `arn:aws:ec2:eu-central-1:${BUYER}:reserved-instances/r-1` };
const line = (type: string, account: string, cost: string, more: Record<string, string> = {}) => ({
  'bill/InvoiceId': 'Q-RI',
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

describe('a pool by account, where commitments are charged by effective cost', () => {
  it('takes what its account used of them as well, and the invoice adds up', async () => {
    await addPools(
      [{ name: 'Used', source: { by: 'account', account: USER }, split: evenOver('Q-A', 'Q-B', 'Q-C') }],
      {
        commitments: { aws: { charge: 'effective_cost', unused_cost_center_id: null } },
      },
    );
    const bill = headed(
      CUR,
      line('Usage', USER, '10.00'),
      line('Usage', OTHER, '7.00'),
      line('DiscountedUsage', USER, '0', { ...reserved, 'reservation/EffectiveCost': '40.01' }),
      line('RIFee', BUYER, '50.00', {
        ...reserved,
        'reservation/UnusedAmortizedUpfrontFeeForBillingPeriod': '9.99',
        'reservation/UnusedRecurringFee': '0',
      }),
    );
    const run = await desk.run('aws', bill);
    // 50.01 is taken: 10.00 as billed, and 40.01 of the reservation. The buyer keeps what nobody used.
    expect(await charged(run.id)).toEqual([
      ['Q-A', '16.67'],
      ['Q-B', '16.67'],
      ['Q-BUY', '9.99'],
      ['Q-C', '16.67'],
      ['Q-OTHER', '7.00'],
    ]);
    expect(run).toMatchObject({ state: 'ready', totals: [{ invoice: '67.00', allocated: '67.00' }] });
  });
});

describe('a final run with pools', () => {
  let run: number;

  beforeAll(async () => {
    await addPools([
      {
        name: 'Network',
        source: { by: 'account', account: 'q-net' },
        split: evenOver('Q-A', 'Q-C', 'Q-OTHER'),
      },
    ]);
    const begun = await desk.run(
      'azure',
      azureMca(
        [
          { account: 'q-net', amount: '10.003', invoice: 'Q-1' },
          { account: 'q-a', amount: '5.00', invoice: 'Q-1' },
          { account: null, amount: '1.50', kind: 'Tax', invoice: 'Q-1' },
        ],
        {},
      ),
    );
    run = begun.id;
    await desk.finalized(run);
  });

  it('goes out as FOCUS with rows that come to each posting, and the account that was taken from', async () => {
    const { text } = await downloadOf(portal, '/focus/cost_and_usage.csv?month=2026-03&provider=azure');
    const rows = (parse(text, { columns: true }) as Record<string, string>[]).filter(
      (row) => row['x_BillingRunId'] === String(run),
    );
    for (const { id: posting, amount } of await desk.postings(run)) {
      const costs = rows
        .filter((row) => row['x_PostingId'] === String(posting))
        .map((row) => row['BilledCost'] ?? '');
      expect(Number(sumOfDecimals(costs)), `posting ${posting}`).toBe(Number(amount));
    }
    const taken = rows.filter((row) => row['SubAccountId'] === 'q-net').map((row) => row['x_CostCenter']);
    expect(taken.toSorted()).toEqual(['Q-A', 'Q-C', 'Q-OTHER']);
  });

  it('splits tax in proportion to who bears the pool, and all postings come to the invoice', async () => {
    const lines = await desk.lines(run);
    const pooled = lines.find(({ identifier }) => identifier === 'q-net');
    expect(
      ((pooled?.['parts'] as Row[] | undefined) ?? [])
        .map(({ share }) => Number(share))
        .reduce((a, b) => a + b, 0),
    ).toBeCloseTo(1, 5);
    const { body } = await portal.api.get<Row[]>(`/billing_runs/${run}/spread`);
    expect(body.data).toMatchObject([{ kind: 'tax', rule: 'proportional', postings: 3 }]);
    const total = sumOfDecimals((await desk.postings(run)).map(({ amount }) => amount));
    expect(total).toBe('16.50');
  });

  it('is told to the owner of who bears the pool by the services of its lines', async () => {
    const owner = await portal.signIn({ email: 'readers@example.com', roles: ['owner'] });
    const { body } = await owner.get<Row[]>('/my_cloud/spend');
    expect(body.data.map(({ part, service, amount }) => [part, service, amount])).toEqual([
      ['service', 'Virtual Machines', '15.00'],
      ['shared', null, '1.50'],
    ]);
  });

  it('tells who bears a part of a pool its lines, and not who would pay for their account without it', async () => {
    const contact = await make.contact('bears@example.com');
    await portal.db.query('UPDATE cost_centers SET cloud_contact_id = $1 WHERE id = $2', [
      contact,
      id('Q-C'),
    ]);
    const owner = await portal.signIn({ email: 'bears@example.com', roles: ['owner'] });
    const [charge] = (await owner.get<MyCharge[]>('/my_cloud/charges?month=2026-03')).body.data;
    expect(charge).toMatchObject({ billing_run: run, charged_to: 'Q-C' });
    const path = `/my_cloud/charges/${run}/${charge?.posting}`;
    const { body, text } = await owner.get<MyLine[]>(`${path}/lines`);
    const pooled = body.data.find(({ identifier }) => identifier === 'q-net');
    expect(pooled).toMatchObject({ pool: 'Network', named: null, cloud_parent_id: null, chain: [] });
    expect(pooled?.parts).toHaveLength(1);
    const explained = await owner.get<MadeOfCharge>(path);
    for (const told of [text, explained.text]) expect(told).not.toMatch(/Q-[AB]\b|Q-OTHER/);
  });

  it('keeps sums that come to the lines of the invoice', async () => {
    const { rows } = await portal.db.query<{ lines: string; amount: string }>(
      'SELECT sum(lines)::text AS lines, trim_scale(sum(amount))::text AS amount FROM billing_sums WHERE run_id = $1',
      [run],
    );
    expect(rows).toEqual([{ lines: '3', amount: '16.503' }]);
  });
});
