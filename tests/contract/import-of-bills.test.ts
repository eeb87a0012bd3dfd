import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ImportPreview, ImportResult } from '#kernel/csv/csv-import.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';
import { importBody } from '#tests/support/worksheets.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  for (const identifier of ['1000430060', '2000'])
    await factory.create(registry.get('cost_centers'), { identifier });
  await portal.api.post('/companies', { code: '1000', aws_gl: '520084' });
});
beforeEach(() => portal.db.query('TRUNCATE cloud_bills'));

type Answer = ImportPreview & ImportResult;
const send = async (data: object[], more: object = {}) => {
  const { status, body, text } = await portal.api.post<Answer>('/cloud_bills/import_json', {
    data,
    update: true,
    ...more,
  });
  expect([status, text]).toEqual([more && 'dry_run' in more ? 200 : 201, text]);
  return body.data;
};
const bill = (identifier: string, amount: string, more: object = {}) => ({
  date: '2026-09-01',
  provider: 'aws',
  [identifier.includes('/') ? 'wbs_element' : 'cost_center']: identifier,
  amount,
  currency: 'EUR',
  account: '520084',
  ...more,
});

const rows = [
  bill('1000430060', '0.10'),
  bill('1000430060', '0.20', { date: '2026-09-30' }),
  bill('2000', '-5.05', { currency: 'USD' }),
  bill('2000/42', '1234567890123.45', { provider: 'azure' }),
  bill('2000', '3.00', { date: '2026-10-01' }),
];

it('says what is added by currency, month and provider, to the cent', async () => {
  const { summary } = await send(rows, { dry_run: true });
  expect(summary).toEqual({
    by: ['date', 'provider'],
    totals: [
      { currency: 'EUR', of: ['2026-09', 'aws'], amount: '0.30', rows: 2 },
      { currency: 'EUR', of: ['2026-09', 'azure'], amount: '1234567890123.45', rows: 1 },
      { currency: 'EUR', of: ['2026-10', 'aws'], amount: '3.00', rows: 1 },
      { currency: 'USD', of: ['2026-09', 'aws'], amount: '-5.05', rows: 1 },
    ],
    unknown: [],
  });
});

it('names the cost centers, WBS elements and accounts that nobody knows', async () => {
  const foreign = [
    bill('9999', '1.00', { account: '777777' }),
    bill('9999', '2.00', { account: '' }),
    bill('8888/1', '1.00'),
    bill('2000/1', '1.00'),
  ];
  const { summary } = await send(foreign, { dry_run: true });
  expect(summary?.unknown).toEqual([
    { field: 'identifier', label: 'Identifier', names: ['9999', '8888/1'], total: 2, rows: 3 },
    { field: 'account', label: 'Account', names: ['777777'], total: 1, rows: 1 },
  ]);
});

it('shows that a doubled file adds nothing, and of one with a row more only that row', async () => {
  expect(await send(rows)).toMatchObject({ created: 5, unchanged: 0 });
  expect(await send(rows, { dry_run: true })).toMatchObject({
    valid: true,
    would_create: 0,
    would_update: 0,
    unchanged: 5,
    summary: { totals: [] },
  });
  const more = await send([...rows, bill('2000', '7.00')], { dry_run: true });
  expect(more).toMatchObject({ would_create: 1, unchanged: 5 });
  expect(more.summary?.totals).toEqual([
    { currency: 'EUR', of: ['2026-09', 'aws'], amount: '7.00', rows: 1 },
  ]);
});

it('knows the file that was downloaded, with cost centers and WBS elements in columns of their own', async () => {
  await send(rows);
  const { text } = await portal.api.get('/cloud_bills.csv');
  const { data, row_numbers: lines } = importBody(new TextEncoder().encode(text));
  const found = await send(data, { dry_run: true, row_numbers: lines });
  expect(found).toMatchObject({ valid: true, would_create: 0, unchanged: 5 });
});

it('leaves alone a bill that came with an import and was corrected since', async () => {
  await send(rows);
  const { body } = await portal.api.get<{ id: number }[]>('/cloud_bills?by_charged=2000%2F42');
  await portal.api.put(`/cloud_bills/${body.data[0]?.id}`, { amount: '7.00' });
  expect(await send(rows, { dry_run: true })).toMatchObject({ would_create: 0, unchanged: 5 });
});

it('sums of a plan of an upload are those of an import', async () => {
  const text = `date,provider,identifier,amount,currency\n2026-09-01,aws,9999,1.50,USD\n`;
  const data = Buffer.from(text).toString('base64');
  const { body } = await portal.api.post<ImportPreview>('/cloud_bills/upload', { data, dry_run: true });
  expect(body.data.summary).toEqual({
    by: ['date', 'provider'],
    totals: [{ currency: 'USD', of: ['2026-09', 'aws'], amount: '1.50', rows: 1 }],
    unknown: [{ field: 'identifier', label: 'Identifier', names: ['9999'], total: 1, rows: 1 }],
  });
});
