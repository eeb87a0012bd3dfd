import { beforeEach, describe, expect, it } from 'vitest';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
beforeEach(() => portal.db.query('TRUNCATE cloud_bills'));

interface Sum {
  identifier: string | null;
  date: string;
  currency: string;
  amount: string;
  bills: number;
}
interface Meta {
  total: number;
  currencies: { currency: string; amount: string; bills: number; identifiers: number }[];
  identifiers: { identifier: string; currency: string; amount: string; bills: number }[];
}

const add = async (identifier: string, date: string, amount: string, currency = 'USD') => {
  const { body } = await portal.api.post('/cloud_bills/', {
    identifier,
    date,
    amount,
    currency,
    provider: 'aws',
  });
  return body.data.id;
};
const spend = async (query = '') => {
  const { status, body } = await portal.api.get<Sum[]>(`/cloud_bills/spend${query}`);
  return { status, data: body.data, meta: body.meta as unknown as Meta, error: body.error };
};
const said = (data: readonly Sum[]) =>
  data.map(({ identifier, date, currency, amount, bills }) => [identifier, date, currency, amount, bills]);

describe('the spend', () => {
  it('is summed per identifier, day and currency, never over currencies', async () => {
    await add('1000', '2026-08-01', '0.10');
    await add('1000', '2026-08-01', '0.20');
    await add('1000', '2026-08-01', '5.00', 'EUR');
    await add('1000', '2026-09-01', '7.00');
    await add('2000', '2026-09-01', '9.00');
    const { data, meta } = await spend();
    expect(said(data)).toEqual([
      ['1000', '2026-08-01', 'EUR', '5.00', 1],
      ['1000', '2026-08-01', 'USD', '0.30', 2],
      ['2000', '2026-09-01', 'USD', '9.00', 1],
      ['1000', '2026-09-01', 'USD', '7.00', 1],
    ]);
    expect(meta.currencies).toEqual([
      { currency: 'USD', amount: '16.30', bills: 4, identifiers: 2 },
      { currency: 'EUR', amount: '5.00', bills: 1, identifiers: 1 },
    ]);
    expect(meta.identifiers.map(({ identifier, amount }) => [identifier, amount])).toEqual([
      ['1000', '5.00'],
      ['2000', '9.00'],
      ['1000', '7.30'],
    ]);
  });

  it('is asked for by identifier and by days, both included', async () => {
    await add('abc', '2026-08-01', '1.00');
    await add('ABC', '2026-08-31', '2.00');
    await add('abc1', '2026-08-31', '4.00');
    await add('abc', '2026-09-01', '8.00');
    const { data } = await spend('?key=Abc&startDate=2026-08-01&endDate=2026-08-31');
    expect(data.map(({ amount }) => amount)).toEqual(['1.00', '2.00']);
  });

  it('has the largest by themselves, and the rest as one sum per day, where that is asked for', async () => {
    for (const [identifier, amount] of [
      ['a', '5.00'],
      ['b', '4.00'],
      ['c', '0.30'],
      ['d', '0.40'],
    ])
      await add(identifier ?? '', '2026-09-01', amount ?? '');
    const { data, meta } = await spend('?largest=2');
    expect(said(data)).toEqual([
      ['a', '2026-09-01', 'USD', '5.00', 1],
      ['b', '2026-09-01', 'USD', '4.00', 1],
      [null, '2026-09-01', 'USD', '0.70', 2],
    ]);
    expect(meta.identifiers).toHaveLength(4);
  });

  it('comes in pages of one currency where that is asked for, narrowed to part of the identifier', async () => {
    for (const at of [1, 2, 3, 4, 5]) await add(`Harbour-${at}`, '2026-09-01', `${at}.00`);
    await add('other', '2026-09-01', '9.00');
    await add('Harbour-1', '2026-09-02', '1.00', 'EUR');
    const { data, meta } = await spend('?page=2&per_page=2&q=harbour');
    expect(said(data)).toEqual([
      ['Harbour-3', '2026-09-01', 'USD', '3.00', 1],
      ['Harbour-2', '2026-09-01', 'USD', '2.00', 1],
    ]);
    expect(meta).toMatchObject({ total: 5, currency: 'USD', currencies: [{ currency: 'USD' }, {}] });
    const euros = await spend('?page=1&currency=EUR');
    expect(said(euros.data)).toEqual([['Harbour-1', '2026-09-02', 'EUR', '1.00', 1]]);
    expect((await spend('?page=1&currency=CHF')).meta).toMatchObject({ total: 6, currency: 'USD' });
    expect((await spend('?page=7&q=nobody')).meta).toMatchObject({ total: 0 });
  });

  it('is told up to a bound, and says how many sums there are', async () => {
    await portal.db.query(
      `INSERT INTO cloud_bills (identifier, date, provider, currency, amount)
       SELECT 'S-' || n, '2026-09-01', 'aws', 'USD', 1 FROM generate_series(1, 20001) n`,
    );
    const { data, meta } = await spend();
    expect([data.length, meta.total]).toEqual([20_000, 20_001]);
  });

  it('is nothing where nothing was charged', async () => {
    expect(await spend('?startDate=1999-01-01&endDate=1999-12-31')).toMatchObject({
      status: 200,
      data: [],
      meta: { total: 0, currencies: [], identifiers: [] },
    });
  });

  it.each([
    '?startDate=soon',
    '?largest=0',
    '?largest=101',
    '?largest=1.5',
    '?colour=red',
    '?key=a&key=b',
    '?page=0',
    '?page=1&largest=2',
  ])('refuses %s', async (query) => {
    expect((await spend(query)).status).toBe(400);
  });

  it('follows what becomes of the bills, in the same moment', async () => {
    const first = await add('1000', '2026-09-01', '1.00');
    const second = await add('1000', '2026-09-01', '2.00');
    await portal.api.put(`/cloud_bills/${first}`, { amount: '1.50', identifier: '2000', currency: 'EUR' });
    expect(said((await spend()).data)).toEqual([
      ['2000', '2026-09-01', 'EUR', '1.50', 1],
      ['1000', '2026-09-01', 'USD', '2.00', 1],
    ]);
    await portal.api.delete(`/cloud_bills/${second}`);
    expect(said((await spend()).data)).toEqual([['2000', '2026-09-01', 'EUR', '1.50', 1]]);
  });

  it('equals the sum of the bills, however many people change them at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, at) => add(`${at % 3}`, '2026-09-01', `${at}.25`)),
    );
    await Promise.all(
      ids.map((id, at) =>
        at % 3 === 0
          ? portal.api.delete(`/cloud_bills/${id}`)
          : portal.api.put(`/cloud_bills/${id}`, { identifier: `${at % 2}`, amount: '3.10' }),
      ),
    );
    const { rows } = await portal.db.query(
      `SELECT identifier, date, currency, sum(amount)::text AS amount, count(*) AS bills
       FROM cloud_bills GROUP BY 1, 2, 3 ORDER BY sum(amount) DESC, identifier`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect((await spend()).data).toEqual(rows);
  });
});

describe('the identifiers that were charged', () => {
  it('are each named once, in order', async () => {
    await add('b', '2026-09-01', '1.00');
    await add('A', '2026-09-01', '1.00');
    await add('a', '2026-09-02', '1.00', 'EUR');
    const { body } = await portal.api.get<string[]>('/cloud_bills/identifiers');
    expect([body.data, body.meta.total]).toEqual([['A', 'b'], 2]);
  });

  it('are found by part of their names, the first hundred, and say how many there are', async () => {
    await portal.db.query(
      `INSERT INTO cloud_bills (identifier, date, provider, currency, amount)
       SELECT 'Many-' || lpad(n::text, 5, '0'), '2026-09-01', 'aws', 'USD', 1 FROM generate_series(1, 12000) n`,
    );
    const gone = await add('Many-gone', '2026-09-01', '1.00');
    await portal.api.delete(`/cloud_bills/${gone}`);
    const asked = async (q: string) => {
      const { status, body } = await portal.api.get<string[]>(`/cloud_bills/identifiers?q=${q}`);
      return [status, body.data?.length, body.data?.[0], body.meta?.total];
    };
    expect(await asked('')).toEqual([200, 100, 'Many-00001', 12_000]);
    expect(await asked('MANY-119')).toEqual([200, 100, 'Many-11900', 100]);
    expect(await asked('12000')).toEqual([200, 1, 'Many-12000', 1]);
    expect(await asked('%25')).toEqual([200, 0, undefined, 0]);
    expect((await asked('gone'))[3]).toBe(0);
    expect((await portal.api.get('/cloud_bills/identifiers?page=1')).status).toBe(400);
  });
});
