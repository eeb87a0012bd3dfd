import { beforeAll, describe, expect, it } from 'vitest';
import type { BudgetOfCostCenter, BudgetSpend } from '#calls/budgets.ts';
import type { Row } from '#tests/support/api.ts';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const ids: Record<string, number> = {};
const YEAR = { period: 'year', starts_on: '2025-04-10', ends_on: '2027-02-28' };
const MONTHS = { starts_on: '2026-02-10', ends_on: '2026-04-01' };

const add = async (name: string, values: Row | object, currency = 'EUR'): Promise<number> => {
  const { status, body, text } = await portal.api.post('/budgets', {
    name,
    amount: '100',
    currency,
    ...values,
  });
  if (status !== 201) throw new Error(`No budget was added: ${status} ${text}`);
  ids[name] = body.data.id;
  return body.data.id;
};
const spendOf = async (name: string): Promise<BudgetSpend> =>
  (await portal.api.get<BudgetSpend>(`/budgets/${ids[name]}/spend`)).body.data;
const told = async (name: string) =>
  (await spendOf(name)).periods.map(({ from, until, spent, percent, reached, others }) => [
    `${from} ${until}`,
    spent,
    percent,
    reached,
    others,
  ]);
const refused = async (values: object, id?: number) => {
  const { status, body } = await (id === undefined
    ? portal.api.post('/budgets', { name: 'Refused', amount: '1', ...values })
    : portal.api.put(`/budgets/${id}`, values));
  return [status, body.errors];
};

beforeAll(async () => {
  const owned = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('owner@example.com'),
    business_units_id: await make.insert('business_units', { name: 'Orchards' }),
  };
  for (const [account, center] of [
    ['b-one', 'B-ONE'],
    ['b-two', 'B-ONE'],
    ['b-three', 'B-THREE'],
  ] as const) {
    ids[center] ??= await make.costCenter(center, owned);
    await make.account(account, center);
  }
  await add('Center', { cost_center_id: ids['B-ONE'], ...MONTHS });
  await add('Account', { account: 'B-TWO', ...MONTHS });
  await add('Unit', { business_units_id: owned.business_units_id, amount: '1000', ...YEAR });
});

describe('a budget', () => {
  it('is for exactly one of cost center, account and business unit', async () => {
    const message =
      'A budget is for a cost center, an account or a business unit: choose exactly one of the three.';
    expect(await refused({})).toEqual([422, [{ field: 'cost_center_id', message }]]);
    const both = { cost_center_id: ids['B-ONE'], account: 'b-one' };
    const errors = [
      { field: 'cost_center_id', message },
      { field: 'account', message },
    ];
    expect(await refused(both)).toEqual([422, errors]);
    expect(await refused({ account: 'b-one' }, ids['Center'])).toEqual([422, errors]);
    expect(await refused({ account: null }, ids['Account'])).toEqual([
      422,
      [{ field: 'cost_center_id', message }],
    ]);
    const moved = await portal.api.put(`/budgets/${ids['Account']}`, {
      account: null,
      cost_center_id: ids['B-THREE'],
    });
    expect([moved.status, moved.body.data]).toMatchObject([200, { cost_center: 'B-THREE', account: null }]);
    await portal.api.put(`/budgets/${ids['Account']}`, { account: 'b-two', cost_center_id: null });
  });

  it('takes thresholds in any order, an amount above zero, and an end that is not before its start', async () => {
    const of = { account: 'b-one' };
    const wrong = await refused({
      ...of,
      thresholds: '0, 50',
      amount: '0',
      starts_on: '2026-03-02',
      ends_on: '2026-03-01',
    });
    expect(wrong).toEqual([
      422,
      [
        {
          field: 'thresholds',
          message:
            'Thresholds must be whole numbers from 1 to 1000 with commas between them, such as 50, 80, 100.',
        },
        { field: 'amount', message: 'Amount must be above zero.' },
        { field: 'ends_on', message: 'Ends On must not be before Starts On.' },
      ],
    ]);
    await add('Ordered', { ...of, thresholds: '100%;80 , 9,80', ...MONTHS });
    const { body } = await portal.api.get(`/budgets/${ids['Ordered']}`);
    expect(body.data['thresholds']).toBe('9, 80, 100');
    expect(await refused({ ends_on: '2026-02-09' }, ids['Ordered'])).toMatchObject([
      422,
      [{ field: 'ends_on' }],
    ]);
    await portal.api.delete(`/budgets/${ids['Ordered']}`);
  });

  it('comes with a file, which is held to the same, and changes by it', async () => {
    const send = async (cells: Record<string, string>, update = false) => {
      const row = { name: 'Filed', amount: '12.50', currency: 'eur', thresholds: '90,40', ...cells };
      const { status, body } = await portal.api.post('/budgets/import_json', {
        data: [row],
        row_numbers: [2],
        update,
        empty_cells: 'clear',
      });
      return [status, body.error ?? body.data];
    };
    expect(await send({ cost_center: 'B-ONE', account: 'b-one' })).toEqual([
      422,
      expect.stringContaining('exactly one of the three'),
    ]);
    const added = await send({ account: 'b-one', starts_on: '2026-03-01' });
    expect(added).toMatchObject([201, { created: 1 }]);
    expect(await send({ ends_on: '2026-02-28' }, true)).toEqual([
      422,
      expect.stringContaining('Ends On must not be before Starts On.'),
    ]);
    expect(await send({ cost_center: 'B-ONE' }, true)).toEqual([
      422,
      expect.stringContaining('exactly one of the three'),
    ]);
    expect(await send({ cost_center: 'B-ONE', account: '' }, true)).toMatchObject([201, { updated: 1 }]);
    const [row] = (await portal.api.get<Row[]>('/budgets?by_name=Filed')).body.data;
    expect(row).toMatchObject({
      cost_center: 'B-ONE',
      account: null,
      amount: '12.50',
      currency: 'EUR',
      thresholds: '40, 90',
    });
    await portal.api.delete(`/budgets/${row?.id}`);
  });
});

describe('what is spent of a budget', () => {
  const file = (invoice: string, amounts: Record<string, string>, currency = 'EUR') =>
    azureMca(
      Object.entries(amounts).map(([account, amount]): MadeLine => ({ account, amount, invoice, currency })),
    );
  const book = async (month: string, content: string, more: Record<string, string> = {}) => {
    const { id } = await desk.run('azure', content, { month, ...more });
    return desk.finalized(id);
  };
  /** Waits until budgets were held against all that is booked. */
  const compared = async () => {
    await expect
      .poll(async () => {
        const { rows } = await portal.db.query<{ open: number }>(
          `SELECT count(*)::integer AS open FROM jobs WHERE kind = 'budget_alerts' AND state <> 'done'`,
        );
        return rows[0]?.open;
      })
      .toBe(0);
  };
  const mails = async () => {
    const { rows } = await portal.db.query<{ told: string }>(
      `SELECT recipient || ': ' || subject AS told FROM outbox WHERE subject LIKE 'Budget %' ORDER BY id`,
    );
    return rows.map(({ told: mail }) => mail);
  };
  let february: number;
  const alerts = async (name: string) =>
    (await spendOf(name)).alerts.map(({ from, threshold, spent, amount }) => [
      from,
      threshold,
      spent,
      amount,
    ]);

  it('is what final runs book on it, by its periods, to the cent', async () => {
    await portal.api.post('/webhooks', {
      name: 'Budgets',
      url: 'https://receiver.invalid/hooks',
      events: ['budget.*'],
    });
    const first = file('B-2', { 'b-one': '40.10', 'b-two': '9.90', 'b-three': '1000.01' });
    ({ id: february } = await book('2026-02', first));
    await desk.run('azure', file('B-OPEN', { 'b-one': '77' }), { month: '2026-02' });
    await book('2026-03', file('B-3', { 'b-one': '30.005', 'b-two': '50', 'b-three': '5' }));
    await book('2026-03', file('B-3-USD', { 'b-two': '20' }, 'USD'));
    await compared();
    expect(await told('Center')).toEqual([
      ['2026-04-01 2026-04-30', '0.00', '0.0', [], []],
      ['2026-03-01 2026-03-31', '80.01', '80.0', [50, 80], [{ currency: 'USD', amount: '20.00' }]],
      ['2026-02-01 2026-02-28', '50.00', '50.0', [50], []],
    ]);
    expect((await told('Account')).slice(1)).toEqual([
      ['2026-03-01 2026-03-31', '50.00', '50.0', [50], [{ currency: 'USD', amount: '20.00' }]],
      ['2026-02-01 2026-02-28', '9.90', '9.9', [], []],
    ]);
    expect(await told('Unit')).toContainEqual([
      '2025-04-01 2026-03-31',
      '1135.02',
      '113.5',
      [50, 80, 100],
      [{ currency: 'USD', amount: '20.00' }],
    ]);
  });

  it('is told to the owner and the desk when it reaches a threshold, once for each period', async () => {
    const ccoe = 'ccoe@example.com';
    expect(await alerts('Center')).toEqual([
      ['2026-03-01', 80, '80.01', '100.00'],
      ['2026-03-01', 50, '80.01', '100.00'],
      ['2026-02-01', 50, '50.00', '100.00'],
    ]);
    const all = await mails();
    expect(all.filter((mail) => mail.includes('Center'))).toEqual([
      'owner@example.com: Budget Center: 50% reached',
      `${ccoe}: Budget Center: 50% reached`,
      'owner@example.com: Budget Center: 80% reached',
      `${ccoe}: Budget Center: 80% reached`,
    ]);
    expect(all.filter((mail) => mail.includes('Unit'))).toEqual([`${ccoe}: Budget Unit: 100% reached`]);
    const { rows } = await portal.db.query<{ event: string; told: Row }>(
      `SELECT event, told FROM webhook_deliveries WHERE told ->> 'name' = 'Center' ORDER BY id`,
    );
    expect(rows.map(({ event, told: { threshold, spent } }) => [event, threshold, spent] as unknown)).toEqual(
      [
        ['budget.threshold_reached', 50, '50.00'],
        ['budget.threshold_reached', 50, '80.01'],
        ['budget.threshold_reached', 80, '80.01'],
      ],
    );
  });

  it('follows a corrected invoice, and is not told again of what was reached', async () => {
    const before = await mails();
    await desk.finalized(february, { email_owners: true });
    await book('2026-02', file('B-2', { 'b-one': '40.10', 'b-two': '19.90', 'b-three': '1000.01' }), {
      existing: 'difference',
    });
    await compared();
    const inFebruary = (of: unknown[][]) => of.find(([days]) => String(days).startsWith('2026-02'));
    expect(inFebruary(await told('Center'))).toEqual(['2026-02-01 2026-02-28', '60.00', '60.0', [50], []]);
    expect(inFebruary(await told('Account'))).toEqual(['2026-02-01 2026-02-28', '19.90', '19.9', [], []]);
    expect(await mails()).toEqual(before);
  });

  it('is told with the month that brought it there', async () => {
    const { body } = await portal.api.get<Row[]>('/month_close/budgets?month=2026-03');
    expect(body.data.map(({ name, threshold, spent }) => [name, threshold, spent])).toEqual([
      ['Account', 50, '50.00'],
      ['Center', 80, '80.01'],
    ]);
  });

  it('is shown for a cost center by the newest period with anything booked', async () => {
    const { body } = await portal.api.get<BudgetOfCostCenter[]>(`/cost_centers/${ids['B-ONE']}/budgets`);
    expect(body.data).toEqual([
      {
        id: ids['Center'],
        name: 'Center',
        amount: '100.00',
        currency: 'EUR',
        period: 'month',
        latest: expect.objectContaining({ from: '2026-03-01', spent: '80.01', reached: [50, 80] }),
        // 60.00 after the correction, and 80.01: their mean.
        forecast: expect.objectContaining({ from: '2026-04-01', amount: '70.01', by: 'linear' }),
      },
    ]);
    for (const path of ['/budgets/999999/spend', '/cost_centers/999999/budgets'])
      expect((await portal.api.get(path)).status).toBe(404);
  });
});
