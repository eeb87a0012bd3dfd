import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayAfter } from '#kernel/dates.ts';
import type { Expiry } from '#calls/cost-center-expiry.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenterNetworks } from '#resources/cost-center-networks.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { projectIds } from '#resources/project-ids.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;

const PAST = { active_at: '2020-01-01', expired_at: '2024-12-31' };
const OPEN = { active_at: '2020-01-01', expired_at: null };

beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

beforeEach(() =>
  portal.db.query(
    'TRUNCATE cost_centers, cost_center_networks, project_ids, cloud_parents, cloud_bills CASCADE',
  ),
);

const center = async (identifier: string, values: object = OPEN) =>
  (await factory.create(costCenters, { identifier, ...values })).id;

const expiry = async (id: number) => {
  const { status, body } = await portal.api.get<Expiry>(`/cost_centers/${id}/expiry`);
  expect(status).toBe(200);
  return body.data;
};

/** How many records a list has, as the page leads to it. */
const listed = async (path: string) => (await portal.api.get(`${path}&page=1&per_page=1`)).body.meta.total;

describe('who is charged when a cost center expires', () => {
  it('is the one that replaces it, over those that have expired as well', async () => {
    const last = await center('1000000003');
    const middle = await center('1000000002', { ...PAST, new_cost_center_id: last });
    const first = await center('1000000001', { ...PAST, new_cost_center_id: middle });
    expect(await expiry(first)).toMatchObject({
      from: '2025-01-01',
      expired: true,
      goes_to: { id: last, identifier: '1000000003', as: 'replacement' },
    });
    expect((await expiry(last)).replaced).toBe(1);
  });

  it('is nobody where nothing replaces it, or what does is not valid on that day', async () => {
    expect(await expiry(await center('1000000001'))).toMatchObject({
      from: null,
      expired: false,
      goes_to: null,
    });
    const gone = await center('1000000002', PAST);
    const replaced = await center('1000000003', { ...OPEN, new_cost_center_id: gone });
    expect((await expiry(replaced)).goes_to).toBeNull();
  });

  it('is one that begins on the very day, though it is not valid yet', async () => {
    const next = await center('1000000002', { active_at: '2099-01-01', expired_at: null });
    const now = await center('1000000001', {
      active_at: '2020-01-01',
      expired_at: '2098-12-31',
      new_cost_center_id: next,
    });
    expect(await expiry(now)).toMatchObject({
      from: '2099-01-01',
      expired: false,
      goes_to: { id: next, as: 'replacement' },
    });
  });

  it('is the backup of a WBS element without a replacement, and no backup of a cost center', async () => {
    const backup = await center('1000000009');
    const element = await center('1000000001/10', { ...PAST, alt_cost_center_id: backup });
    expect((await expiry(element)).goes_to).toEqual({ id: backup, identifier: '1000000009', as: 'backup' });
    const plain = await center('1000000002', { ...PAST, alt_cost_center_id: backup });
    expect((await expiry(plain)).goes_to).toBeNull();
  });
});

describe('what a cost center that expires pays for', () => {
  it('is counted as the lists that the page leads to count it', async () => {
    const id = await center('1000000001');
    const other = await center('1000000002');
    for (const [identifier, name, terminated] of [
      ['1', '1000000001', false],
      ['2', ' 1000000001 ', false],
      ['3', '1000000001', true],
      ['4', '1000000002', false],
    ] as const)
      await factory.create(cloudParents, { identifier, cost_center: name, terminated });
    const network = await factory.create(costCenterNetworks, {
      identifier: 'N1',
      cost_center_id: id,
      ...OPEN,
    });
    await factory.create(costCenterNetworks, { identifier: 'N2', cost_center_id: id, ...PAST });
    await factory.create(costCenterNetworks, { identifier: 'N3', cost_center_id: other, ...OPEN });
    await factory.create(projectIds, { identifier: 'P1', cost_center_network_id: network.id, ...OPEN });
    await factory.create(projectIds, { identifier: 'P2', cost_center_network_id: network.id, ...PAST });
    const told = await expiry(id);
    expect(told).toMatchObject({
      accounts: 2,
      networks: 2,
      valid_networks: 1,
      project_ids: 2,
      valid_project_ids: 1,
    });
    expect(await listed(`/cloud_parents?by_cost_centers_id=${id}&by_terminated=false`)).toBe(told.accounts);
    expect(await listed(`/cost_center_networks?by_cost_center_id=${id}`)).toBe(told.networks);
    expect(await listed('/project_ids?by_cost_center=1000000001')).toBe(told.project_ids);
    expect(await listed('/project_ids?by_cost_center=1000000002')).toBe(0);
  });

  it('comes to what it was charged in the last month with bills before this one, by currency', async () => {
    const id = await center('1000000001');
    expect((await expiry(id)).forecast).toBeNull();
    const bill = async (date: string, amount: string, currency: string, identifier = '1000000001') =>
      factory.create(cloudBills, { date, amount, currency, identifier });
    await bill('2025-02-28', '999.00', 'EUR');
    await bill('2025-03-01', '100.10', 'EUR');
    await bill('2025-03-31', '0.05', 'EUR');
    await bill('2025-03-31', '20.00', 'USD');
    await bill('2025-03-31', '7.00', 'USD', '1000000002');
    // Of the running month, or the one that begins while this runs, nobody knows yet what else comes.
    await bill(dayAfter(new Date().toISOString().slice(0, 10), 1), '5.00', 'EUR');
    expect((await expiry(id)).forecast).toEqual({
      month: '2025-03',
      sums: [
        { amount: '100.15', currency: 'EUR', bills: 2 },
        { amount: '20.00', currency: 'USD', bills: 1 },
      ],
    });
    expect(await listed('/cloud_bills?by_charged=1000000001&by_date=2025-03')).toBe(3);
  });

  it('is not told of what is not there, nor to whoever is not signed in', async () => {
    expect((await portal.api.get('/cost_centers/999999/expiry')).status).toBe(404);
    expect((await fetch(`${portal.url}/api/cost_centers/1/expiry`)).status).toBe(401);
  });
});
