import { beforeAll, describe, expect, it } from 'vitest';
import { dayAfter } from '#kernel/dates.ts';
import type { RecentChange, WaitingWork } from '#calls/overview.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { departments } from '#resources/departments.ts';
import { registry } from '#resources/registry.ts';
import { waitsOf } from '#kernel/waits.ts';
import type { Api } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { onDay } from '#tests/support/on-day.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'readers=viewer' });
let api: Api;
let factory: Factory;

const waiting = async (who = api) => (await who.get<WaitingWork[]>('/waiting')).body.data;
const changes = async (query = '') => (await api.get<RecentChange[]>(`/recent_changes${query}`)).body.data;
const countOf = (work: readonly WaitingWork[], label: string) =>
  work.find(({ list, label: called }) => list === 'cost_centers' && called === label)?.count;

beforeAll(async () => {
  api = await portal.signIn({ roles: ['editor'] });
  factory = new Factory(api, registry, portal.db);
});

describe('the work that waits', () => {
  it('is counted by the calendar of whoever asks, and a number of nothing is there too', async () => {
    // Noon in Greenwich is after midnight in Kiritimati.
    const today = onDay();
    const told = (await waiting()).filter(({ list }) => list === 'cost_centers' || list === 'jobs');
    expect(told.map(({ label, count }) => [label, count])).toEqual([
      ['Unapproved', 0],
      ['Expired', 0],
      ['Expiring within 30 days', 0],
      ['Owner terminated', 0],
      ['Failed', 0],
    ]);
    const here = await factory.create(cloudContacts, { terminated: false });
    const left = await factory.create(cloudContacts, { terminated: true });
    const owned = { cloud_contact_id: here.id, active_at: '2020-01-01' };
    const days = [-1, 0, 30, 31].map((offset) => dayAfter(today, offset));
    for (const day of [...days, null]) await factory.create(costCenters, { ...owned, expired_at: day });
    await factory.create(costCenters, { cloud_contact_id: left.id, expired_at: null });
    const work = await waiting();
    expect(countOf(work, 'Expired')).toBe(1);
    expect(countOf(work, 'Expiring within 30 days')).toBe(2);
    expect(countOf(work, 'Owner terminated')).toBe(1);
    expect(countOf(work, 'Unapproved')).toBe(6);
    const tomorrow = { 'time-zone': 'Pacific/Kiritimati' };
    const there = (await api.get<WaitingWork[]>('/waiting', tomorrow)).body.data;
    expect(countOf(there, 'Expired')).toBe(2);
  });

  it('is what the list with its filter holds, of every model', async () => {
    // Some models are for administrators alone.
    const admin = await portal.signIn({ roles: ['admin'] });
    const work = await waiting(admin);
    const declared = registry.all.flatMap((resource) => waitsOf(resource));
    // The failed jobs, the accounts that nobody is charged for, what drifted, the changes that wait, the answers of owners and the leases are
    // no records.
    expect(work).toHaveLength(declared.length + 6);
    // Answers stand with their campaigns, and in no list of all of them.
    for (const { list, filter, value, count } of work.filter((one) => one.list !== 'attestations')) {
      const { body } = await admin.get(`/${list}?by_${filter}=${value}&per_page=1`);
      expect(body.meta.total, `${list} by ${filter}=${value}`).toBe(count);
    }
  });

  it('is counted up to a bound, and says that there is more', async () => {
    await portal.db.query(
      `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
       SELECT 'BULK-' || n, '01', companies_id, cloud_contact_id, active_at, false
       FROM generate_series(1, 1000) n, (SELECT * FROM cost_centers LIMIT 1) one`,
    );
    const unapproved = (await waiting()).find(
      ({ list, label }) => list === 'cost_centers' && label === 'Unapproved',
    );
    expect(unapproved).toMatchObject({ count: 1000, more: true });
    await portal.db.query(`DELETE FROM cost_centers WHERE identifier LIKE 'BULK-%'`);
  });

  it('has the failed jobs that a person sees', async () => {
    await portal.db.query(
      `INSERT INTO jobs (kind, title, input, state, created_by, request_id, finished_at)
       VALUES ('old', 'Broken', '{}', 'failed', 'somebody.else@example.com', 'r', now())`,
    );
    const failed = (work: WaitingWork[]) => work.find(({ list }) => list === 'jobs')?.count;
    expect(failed(await waiting())).toBe(0);
    expect(failed(await waiting(await portal.signIn({ roles: ['operator'] })))).toBe(1);
  });
});

describe('recent changes', () => {
  it('say who did what to which record, the newest first, deleted ones under their name', async () => {
    const { id } = await factory.create(departments, { name: 'Stargazing' });
    const { body } = await api.put(`/departments/${id}`, { name: 'Astronomy', abbreviation: 'AST' });
    expect(body.data.lock_version).toBe(2);
    await api.delete(`/departments/${id}`);
    const common = {
      by: { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' },
      model: 'departments',
      id,
    };
    expect(await changes('?limit=3')).toMatchObject([
      { ...common, action: 'delete', title: 'Astronomy', fields: [], count: 1 },
      { ...common, action: 'update', title: 'Astronomy', fields: ['Name', 'Abbreviation'] },
      { ...common, action: 'create', title: 'Astronomy', fields: [] },
    ]);
  });

  it('tell of what one request did to several records as one', async () => {
    const names = ['One', 'Two', 'Three'];
    await portal.db.query(
      `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes)
       SELECT 'departments', 900000 + n, 'import', 'ada@example.com', 'a file', 1, '{}' FROM generate_series(1, $1::integer) n`,
      [names.length],
    );
    const [newest] = await changes();
    expect(newest).toMatchObject({ action: 'import', count: 3, more: false, title: null, fields: [] });
  });

  it('are as many as were asked for', async () => {
    expect(await changes('?limit=2')).toHaveLength(2);
    for (const wrong of ['?limit=0', '?limit=51', '?limit=x', '?page=1'])
      expect((await api.get(`/recent_changes${wrong}`)).status, wrong).toBe(400);
    expect((await api.get('/waiting?page=1')).status).toBe(400);
  });
});
