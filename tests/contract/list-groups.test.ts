import { beforeAll, describe, expect, it } from 'vitest';
import type { ListGroup } from '#calls/groups.ts';
import { filterOfGroup, readGroupings } from '#kernel/list-groups.ts';
import { registry } from '#resources/registry.ts';
import type { Api } from '#tests/support/api.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer',
});
let desk: Api;
const bills: [date: string, provider: string, company: string | null, currency: string, amount: string][] = [
  ['2026-01-31', 'aws', '01', 'EUR', '10.10'],
  ['2026-01-15', 'aws', '01', 'USD', '5.00'],
  ['2026-02-28', 'AWS', '01', 'EUR', '0.05'],
  ['2026-02-01', 'aws-marketplace', null, 'EUR', '1.0001'],
  ['2026-02-02', '=cmd', '', 'EUR', '1'],
];
beforeAll(async () => {
  desk = await portal.signIn({ roles: ['admin'] });
  for (const values of bills)
    await portal.db.query(
      `INSERT INTO cloud_bills (date, provider, company_code, currency, amount, identifier) VALUES ($1, $2, $3, $4, $5, 'c')`,
      [...values],
    );
});

const groups = async (query: string, as: Api = desk) => as.get<ListGroup[]>(`/cloud_bills/groups?${query}`);

describe('a list by groups', () => {
  it('has each group with its count and its sums, of each currency apart, and what has no value last', async () => {
    const { status, body } = await groups('group=company_code');
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { values: ['01'], count: 3, sums: { amount: { EUR: '10.15', USD: '5.00' } } },
      { values: [null], count: 2, sums: { amount: { EUR: '2.0001' } } },
    ]);
    expect(body.meta).toMatchObject({ total: 2, records: 5, page: 1 });
  });

  it('has groups of two fields, days by month, and only those that the list itself would show', async () => {
    const { body } = await groups('group=company_code,date:month&by_provider=aws&by_date=2026-01..2026-02');
    expect(body.data.map(({ values, count }) => [...values, count])).toEqual([
      ['01', '2026-01', 2],
      ['01', '2026-02', 1],
      [null, '2026-02', 1],
    ]);
  });

  it('tells names that differ by a letter’s size apart, and answers page by page', async () => {
    const { body } = await groups('group=provider&per_page=2&page=2');
    expect([body.data.map(({ values }) => values[0]), body.meta]).toEqual([
      ['aws', 'aws-marketplace'],
      expect.objectContaining({ total: 4, records: 5, page: 2, per_page: 2 }),
    ]);
    const past = await groups('group=provider&page=9');
    expect([past.body.data, past.body.meta]).toMatchObject([[], { total: 4 }]);
  });

  it('leads by a filter of the list to the very records of each group', async () => {
    const model = registry.get('cloud_bills');
    for (const group of [
      'provider',
      'company_code',
      'date',
      'date:month',
      'amount',
      'business_unit_name',
      'created_at',
    ]) {
      const [grouping] = readGroupings(registry, model, group) ?? [];
      const { body } = await groups(`group=${group}`);
      expect(body.data.length).toBeGreaterThan(0);
      for (const { values, count } of body.data) {
        const [key, value] = (grouping && filterOfGroup(grouping, values[0])) ?? [];
        const found = await desk.get(`/cloud_bills?by_${key}=${encodeURIComponent(String(value))}&page=1`);
        expect([group, values, found.body.meta.total]).toEqual([group, values, count]);
      }
    }
  });

  it('counts months of moments in the calendar of who asks', async () => {
    await portal.db.query(
      `UPDATE cloud_bills SET created_at = '2026-01-31T23:30:00Z' WHERE provider = '=cmd'`,
    );
    const monthsIn = async (zone: string) =>
      (
        await desk.get<ListGroup[]>('/cloud_bills/groups?group=created_at:month&by_provider=%3Dcmd', {
          'time-zone': zone,
        })
      ).body.data.map(({ values }) => values[0]);
    expect([await monthsIn('UTC'), await monthsIn('Europe/Berlin')]).toEqual([['2026-01'], ['2026-02']]);
  });

  it('leaves as a file with a column for each currency, in which no cell is a formula', async () => {
    const { status, text } = await desk.get('/cloud_bills/groups.csv?group=provider,date:month');
    expect(status).toBe(200);
    expect(text.split('\r\n').slice(0, 4)).toEqual([
      '\ufeffprovider,date_month,count,amount_EUR,amount_USD',
      `'=cmd,2026-02,1,1,`,
      'AWS,2026-02,1,0.05,',
      'AWS,2026-01,2,10.10,5.00',
    ]);
  });

  it.each([
    [''],
    ['group='],
    ['group=nothing'],
    ['group=provider,provider'],
    ['group=provider,date,currency'],
    ['group=provider:month'],
    ['group=date:week'],
    ['group=date:month:month'],
    ['group=id'],
    ['group=__proto__'],
    ['group=provider&group=date'],
    [`group=${encodeURIComponent("provider'; DROP TABLE cloud_bills; --")}`],
    ['group=provider&page=0'],
    ['group=provider&per_page=1001'],
    ['group=provider&by_nothing=1'],
    ['group=provider&by_amount_is=x'],
    ['group=provider&by_provider_lacks=no'],
    ['group=provider&by_date_is=2026-01-01'],
  ])('is refused for %s', async (query) => {
    expect((await groups(query)).status).toBe(400);
  });

  it('groups by nothing that nobody may read', async () => {
    const { status } = await desk.get('/github_organization_apps/groups?group=private_key');
    expect(status).toBe(400);
    expect((await desk.get('/github_organization_apps?by_private_key_is=x')).status).toBe(400);
  });

  it('is for who may see the list', async () => {
    const viewer = await portal.signIn({ email: 'vera@example.com', roles: ['viewer'] });
    expect((await groups('group=provider', viewer)).status).toBe(200);
    expect((await fetch(`${portal.url}/api/cloud_bills/groups?group=provider`)).status).toBe(401);
    expect((await viewer.get('/webhooks/groups?group=name')).status).toBe(403);
  });
});

it.each(modelsWith('read').map(({ model, path }) => [model.name, path, model] as const))(
  'the list of %s is grouped by each of its columns',
  async (_name, path, model) => {
    const columns = model.columns.filter((name) => readGroupings(registry, model, name) !== null);
    const answers = await Promise.all(
      columns.map(async (name) => (await desk.get(`${path}/groups?group=${name}`)).status),
    );
    expect(answers).toEqual(columns.map(() => 200));
  },
);
