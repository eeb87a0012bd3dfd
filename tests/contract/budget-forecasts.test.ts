import { beforeAll, describe, expect, it } from 'vitest';
import type { BudgetReached, BudgetSpend, ListedAlert } from '#calls/budgets.ts';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const ids: Record<string, number> = {};
const OWNER = 'owner@example.com';

const add = async (name: string, values: object): Promise<void> => {
  const { status, body, text } = await portal.api.post('/budgets', {
    name,
    currency: 'EUR',
    amount: '100',
    thresholds: '1000',
    starts_on: '2026-02-10',
    ...values,
  });
  if (status !== 201) throw new Error(`No budget was added: ${status} ${text}`);
  ids[name] = body.data.id;
};
const book = async (month: string, amounts: Record<string, string>) => {
  const lines = Object.entries(amounts).map(([account, amount]): MadeLine => ({
    account,
    amount,
    invoice: `F-${month}-${amount}`,
    currency: 'EUR',
  }));
  const { id } = await desk.run('azure', azureMca(lines), { month });
  await desk.finalized(id);
};
/** Waits until budgets were held against all that is booked. */
const compared = async () => {
  await expect
    .poll(async () => {
      const open = `SELECT 1 FROM jobs WHERE kind = 'budget_alerts' AND state <> 'done'`;
      return (await portal.db.query(open)).rowCount;
    })
    .toBe(0);
};
const spendOf = async (name: string): Promise<BudgetSpend> =>
  (await portal.api.get<BudgetSpend>(`/budgets/${ids[name]}/spend`)).body.data;

beforeAll(async () => {
  const owned = { companies_id: await make.company('1000'), cloud_contact_id: await make.contact(OWNER) };
  for (const [account, center] of [
    ['f-one', 'F-ONE'],
    ['f-two', 'F-TWO'],
  ] as const) {
    ids[center] = await make.costCenter(center, owned);
    await make.account(account, center);
  }
  const one = { cost_center_id: ids['F-ONE'] };
  const year = { ...one, period: 'year', starts_on: '2026-01-10', amount: '200' };
  await add('Month', { ...one, forecast_thresholds: '25, 20' });
  await add('Month as last year', { ...one, forecast_by: 'last_year', forecast_thresholds: '51' });
  await add('Month that ended', { ...one, ends_on: '2026-04-30' });
  await add('Year', { ...year, forecast_thresholds: '100' });
  await add('Year as last year', { ...year, forecast_by: 'last_year' });
  await add('Half a year', { ...year, ends_on: '2026-06-15' });
  await add('Without a year before', { cost_center_id: ids['F-TWO'], forecast_by: 'last_year' });
  await portal.api.post('/webhooks', {
    name: 'Budgets',
    url: 'https://receiver.invalid/hooks',
    events: ['budget.*'],
  });
  await book('2025-05', { 'f-one': '50.25' });
  await book('2026-02', { 'f-one': '10.00' });
  await book('2026-03', { 'f-one': '20.00' });
  await book('2026-04', { 'f-one': '40.01', 'f-two': '7.00' });
  await book('2026-04', { 'f-two': '1.00' });
});

describe('what is forecast of a budget', () => {
  it.each([
    // (10.00 + 20.00 + 40.01) / 3
    ['Month', '2026-05-01 2026-05-31', '23.34', '23.3', 'linear', [20]],
    // What May 2025 had.
    ['Month as last year', '2026-05-01 2026-05-31', '50.25', '50.3', 'last_year', []],
    // 70.01 in four months, for twelve
    ['Year', '2026-01-01 2026-12-31', '210.03', '105.0', 'linear', [100]],
    // 70.01 until April, and what May to December had in 2025
    ['Year as last year', '2026-01-01 2026-12-31', '120.26', '60.1', 'last_year', []],
    // 70.01 in four months, for the six until June: 105.015
    ['Half a year', '2026-01-01 2026-06-30', '105.02', '52.5', 'linear', []],
  ])('%s: goes by what is booked, to the cent', async (name, days, amount, percent, by, reached) => {
    const { forecast } = await spendOf(name);
    expect(forecast && [`${forecast.from} ${forecast.until}`, forecast.amount, forecast.percent]).toEqual([
      days,
      amount,
      percent,
    ]);
    expect(forecast).toMatchObject({ by, reached });
  });

  it('is nothing after the end of a budget, and without the year that it goes by', async () => {
    expect((await spendOf('Month that ended')).forecast).toBeNull();
    expect((await spendOf('Without a year before')).forecast).toBeNull();
  });

  it('is told to the owner and the desk once, with what it goes by, and to webhooks', async () => {
    await compared();
    const { rows } = await portal.db.query<{ told: string; body: string }>(
      `SELECT recipient || ': ' || subject AS told, body_text AS body FROM outbox WHERE subject LIKE 'Budget %' ORDER BY id`,
    );
    expect(rows.map(({ told }) => told).toSorted()).toEqual([
      'ccoe@example.com: Budget Month: 20% forecast',
      'ccoe@example.com: Budget Year: 100% forecast',
      `${OWNER}: Budget Month: 20% forecast`,
      `${OWNER}: Budget Year: 100% forecast`,
    ]);
    const year = rows.find(({ told }) => told.includes('Budget Year'))?.body ?? '';
    expect(year).toContain('  Booked: 70.01 EUR\n  Forecast by the months so far: 210.03 EUR, 105.0%\n');
    const month = rows.find(({ told }) => told.includes('Budget Month'))?.body ?? '';
    expect(month).toContain(
      'what is forecast for cost center F-ONE in May 2026 reaches 20% of the budget Month.',
    );
    const events = await portal.db.query<{ event: string; told: Record<string, unknown> }>(
      `SELECT event, told FROM webhook_deliveries WHERE told ->> 'name' = 'Year' ORDER BY id`,
    );
    expect(events.rows).toMatchObject([
      {
        event: 'budget.forecast_reached',
        told: { threshold: 100, forecast: '210.03', forecast_by: 'linear', spent: '70.01' },
      },
    ]);
  });

  it('is listed where it was reached: on the board of the month, and with all others, also as a file', async () => {
    const board = await portal.api.get<BudgetReached[]>('/month_close/budgets?month=2026-04');
    expect(
      board.body.data.map(({ name, threshold, forecast }) => [name, threshold, forecast?.amount]),
    ).toEqual([
      ['Month', 20, '23.34'],
      ['Year', 100, '210.03'],
    ]);
    const listed = await portal.api.get<ListedAlert[]>('/budget_alerts?month=2026-04&per_page=1');
    expect(listed.body.meta).toMatchObject({ total: 2 });
    expect(listed.body.data).toMatchObject([{ charged_to: 'F-ONE', forecast: { by: 'linear' } }]);
    const { text } = await portal.api.get('/budget_alerts.csv?month=2026-04');
    expect(text.split(/\r?\n/).find((line) => line.includes('Year'))).toMatch(
      /^Year,F-ONE,2026-01-01,100,70\.01,210\.03,by the months so far,200\.00,EUR,\d+,2\d{3}-/,
    );
    expect((await portal.api.get<ListedAlert[]>('/budget_alerts?month=2026-03')).body.data).toEqual([]);
  });
});
