import { beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '#kernel/input.ts';
import type { Row } from '#tests/support/api.ts';
import { contracts } from '#tests/support/contracts-model.ts';
import { withPlantedPortal } from '#tests/support/planted-models.ts';

const portal = withPlantedPortal([contracts]);
const totals = async (query: string) => {
  const { status, body } = await portal.api.get<Row[]>(`/contracts${query}`);
  expect(status).toBe(200);
  return (body.meta as unknown as { totals: unknown }).totals;
};

beforeAll(async () => {
  const make = (values: Values) => portal.factory.create(contracts, values);
  await make({ name: 'One', amount: '0.10', currency: 'EUR', seats: 3 });
  await make({ name: 'Two', amount: '0.20', currency: 'EUR', seats: null });
  await make({ name: 'Three', amount: '999999999999999.99', currency: 'USD', seats: 2_000_000_000 });
  await make({ name: 'Four', amount: '0.01', currency: 'USD', seats: 2_000_000_000 });
});

describe('the totals of a list', () => {
  it('are sums of all that match, on whichever page, and never across currencies', async () => {
    const all = { amount: { EUR: '0.30', USD: '1000000000000000.00' }, seats: 4_000_000_003 };
    expect(await totals('')).toEqual(all);
    expect(await totals('?page=2&per_page=1')).toEqual(all);
    expect(await totals('?by_currency=EUR')).toEqual({ amount: { EUR: '0.30' }, seats: 3 });
    expect(await totals('?q=two&page=1')).toEqual({ amount: { EUR: '0.20' }, seats: 0 });
    expect(await totals('?by_name=nothing')).toEqual({ amount: {}, seats: 0 });
  });

  it('stand in the description, and only where a model declares them', async () => {
    const { paths } = JSON.parse((await portal.api.get('/openapi.json')).text) as {
      paths: Record<string, unknown>;
    };
    expect(JSON.stringify(paths['/api/contracts'])).toContain('"totals"');
    expect(JSON.stringify(paths['/api/departments'])).not.toContain('"totals"');
    expect((await portal.api.get('/departments')).body.meta).toEqual({ total: 0 });
  });
});
