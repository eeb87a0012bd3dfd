import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { cloudBills } from '#resources/cloud-bills.ts';
import { cloudCertifications } from '#resources/cloud-certifications.ts';
import { costCenterNetworks } from '#resources/cost-center-networks.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import { projectIds } from '#resources/project-ids.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

describe.each(['/members', '/dcoe/members'])('a new one of %s', (path) => {
  it.each([undefined, null, ' '])('is known by the email where the name is %j', async (name) => {
    const email = `known.${factory.next()}@example.com`;
    const { status, body } = await portal.api.post(path, { email, ...(name !== undefined && { name }) });
    expect([status, body.data['name']]).toEqual([201, email]);
  });
});

describe('a certificate', () => {
  it.each([
    [1, 'aws'],
    ['2', 'gcp'],
    [3, 'azure'],
    ['azure', 'azure'],
  ])('takes the provider %j as %s, when it is new and when it is changed', async (given, provider) => {
    const made = await factory.create(cloudCertifications, { provider: given });
    expect(made['provider']).toBe(provider);
    const changed = await portal.api.put(`/cloud_certifications/${made.id}`, { provider: given });
    expect([changed.status, changed.body.data['provider']]).toEqual([200, provider]);
  });

  it.each([0, 4, '4', 'oracle'])('refuses the provider %j', async (provider) => {
    const input = await factory.input(cloudCertifications, { provider });
    expect((await portal.api.post('/cloud_certifications', input)).status).toBe(422);
  });
});

describe('cloud bills', () => {
  const bill = (identifier: string, date: string) => factory.create(cloudBills, { identifier, date });

  it('are listed by what was charged and by days, both included', async () => {
    const first = await bill('KEY-1', '2026-01-31');
    const second = await bill('KEY-1', '2026-02-28');
    await bill('KEY-10', '2026-02-28');
    const ids = async (query: string) =>
      (await portal.api.get<{ id: number }[]>(`/cloud_bills?sort=date&${query}`)).body.data.map(
        ({ id }) => id,
      );
    expect(await ids('key=key-1')).toEqual([first.id, second.id]);
    expect(await ids('key=KEY-1&startDate=2026-02-01&endDate=2026-02-28')).toEqual([second.id]);
    expect((await portal.api.get('/cloud_bills?startDate=soon')).status).toBe(400);
  });

  it('leave as a file in which a slash makes the identifier a WBS element', async () => {
    await bill('4711/02', '2025-05-01');
    await bill('4711', '2025-05-01');
    const { text } = await portal.api.get('/cloud_bills.csv?by_date=2025-05-01&sort=id');
    const rows = parse(text, { bom: true, columns: true });
    expect(rows).toMatchObject([
      { cost_center: '', wbs_element: '4711/02' },
      { cost_center: '4711', wbs_element: '' },
    ]);
  });

  it('have a currency of three letters, stored in capitals', async () => {
    const { id, currency } = await factory.create(cloudBills, { currency: ' usd ' });
    expect(currency).toBe('USD');
    const changed = await portal.api.put(`/cloud_bills/${id}`, { currency: 'eur' });
    expect(changed.body.data).toMatchObject({ currency: 'EUR' });
    for (const wrong of ['$', 'X', 'US1', 'EURO']) {
      const { status, body } = await portal.api.put(`/cloud_bills/${id}`, { currency: wrong });
      expect([status, body.errors]).toMatchObject([
        422,
        [{ field: 'currency', message: 'Currency must be a code of three letters, such as USD.' }],
      ]);
    }
  });

  it('tell their sums by currency, never over currencies', async () => {
    for (const [currency, amount] of [
      ['EUR', '0.10'],
      ['EUR', '0.20'],
      ['USD', '5.00'],
    ])
      await factory.create(cloudBills, { identifier: 'SUM-1', currency, amount });
    const { body } = await portal.api.get('/cloud_bills?key=SUM-1');
    expect(body.meta).toMatchObject({ total: 3, totals: { amount: { EUR: '0.30', USD: '5.00' } } });
  });
});

describe('a network', () => {
  it('says its cost center under both names, and takes it under both', async () => {
    const { id } = await factory.create(costCenters);
    const [one, other] = ['cost_center_id', 'cost_centers_id'];
    for (const name of [one, other]) {
      const identifier = `BOTH-${name}`;
      const made = await portal.api.post('/cost_center_networks', { identifier, [name]: id });
      expect([made.status, made.body.data]).toMatchObject([201, { [one]: id, [other]: id }]);
      const change = async (given: object) =>
        (await portal.api.put(`/cost_center_networks/${made.body.data.id}`, given)).body.data;
      expect(await change({ [name]: null })).toMatchObject({ [one]: null, [other]: null });
      expect(await change({ [name]: id })).toMatchObject({ [one]: id, [other]: id });
      const wrapped = { cost_center_network: { [name]: -9999, approved: true } };
      expect(await change(wrapped)).toMatchObject({ [one]: null, [other]: null, approved: true });
    }
    const { body } = await portal.api.get('/cost_center_networks?by_identifier=BOTH-');
    expect(body.data).toMatchObject([{ [other]: null }, { [other]: null }]);
  });

  it('is refused where its cost center is said twice, or by what is no id', async () => {
    const { id } = await factory.create(costCenters);
    const add = (given: object) =>
      portal.api.post('/cost_center_networks', { identifier: `TWICE-${factory.next()}`, ...given });
    const network = (await add({})).body.data;
    const change = (given: object) => portal.api.put(`/cost_center_networks/${network.id}`, given);
    for (const given of [{ cost_center_id: id, cost_centers_id: id }, { cost_centers_id: true }])
      for (const send of [add, change]) {
        const { status, body } = await send(given);
        expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['cost_centers_id']]);
      }
  });

  it('leaves as a file with the named columns, approved as True or False', async () => {
    const { identifier } = await factory.create(costCenterNetworks);
    const { text, headers } = await portal.api.get('/cost_center_networks.csv');
    expect(headers.get('content-disposition')).toMatch(/filename="network\d{4}-\d\d-\d\dT[\d:.]+Z\.csv"/);
    const [row] = parse<Record<string, string>>(text, { bom: true, columns: true });
    expect(Object.keys(row ?? {})).toEqual([
      'identifier',
      'cost_center',
      'active_at',
      'expired_at',
      'replacement_network',
      'created_at',
      'approved',
    ]);
    expect(row).toMatchObject({ identifier, approved: 'False' });
  });
});

describe('a project id', () => {
  it('is approved for the platform when it is created, and at no later time', async () => {
    const { id } = await factory.create(projectIds, { cmp_approved: true });
    const { status, body } = await portal.api.put(`/project_ids/${id}`, { cmp_approved: false });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['cmp_approved']]);
  });
});

describe('a GitHub organization app', () => {
  it('keeps its private key to itself, and where an empty one is sent', async () => {
    const { id } = await factory.create(githubOrganizationApps, { private_key: 'a very private key' });
    const stored = async () =>
      (
        await portal.db.query<{ key: unknown }>(
          `SELECT private_key AS key FROM github_organization_apps WHERE id = ${id}`,
        )
      ).rows[0]?.key;
    const before = await stored();
    expect(JSON.stringify(before)).not.toContain('very private');
    await portal.api.put(`/github_organization_apps/${id}`, { private_key: '', description: 'Changed' });
    expect(await stored()).toEqual(before);
    for (const path of [`/${id}`, `/${id}/history`, '', '.csv'])
      expect((await portal.api.get(`/github_organization_apps${path}`)).text).not.toContain('very private');
  });

  it('needs a cost center once it is edited', async () => {
    const { id } = await factory.create(githubOrganizationApps);
    const { status, body } = await portal.api.put(`/github_organization_apps/${id}`, {
      cost_centers_id: -9999,
    });
    expect([status, body.error]).toEqual([422, "Edited Cost Center can't be None!"]);
  });
});
