import { beforeAll, describe, expect, it } from 'vitest';
import { microsoftApprovals } from '#resources/microsoft-approvals.ts';
import { registry } from '#resources/registry.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { failingBill } from '#tests/support/billing/failing-bill.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { onDay } from '#tests/support/on-day.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const costCenters = registry.get('cost_centers');
let row: Row;
let api: Api;
let factory: Factory;
/** Billing runs: one with a typed line and an option that was done, and one that failed. */
let runs: { final: number; failed: number };

async function begunRuns(): Promise<typeof runs> {
  const desk = billingDesk(portal);
  const make = estate(portal);
  const companies_id = await make.company('1000');
  const cloud_contact_id = await make.contact('moments@example.com');
  await make.costCenter('M1', { companies_id, cloud_contact_id });
  await make.account('m1', 'M1');
  const line = { account: 'm1', amount: '1.00', invoice: 'moments', currency: 'USD' };
  const { id: final } = await desk.run('azure', azureMca([line]));
  const typed = { kind: 'tax', amount: '1.00', reason: 'Told by post' };
  const { body } = await api.post<{ job: { id: string } }>(`/billing_runs/${final}/lines`, typed);
  await followJob(api, body.data.job.id);
  await desk.finalized(final);
  const { id: failed } = await desk.run('azure', await failingBill());
  return { final, failed };
}

beforeAll(async () => {
  api = portal.api;
  factory = new Factory(api, registry, portal.db);
  row = await factory.create(costCenters);
  const gone = await factory.create(costCenters);
  await api.put(`/cost_centers/${row.id}`, { company_code: '02' });
  await api.delete(`/cost_centers/${gone.id}`);
  const { body } = await api.post<{ job: { id: string } }>('/cost_centers/send_report', {});
  await followJob(api, body.data.job.id);
  runs = await begunRuns();
});

describe('a moment', () => {
  it.each([
    ['a list', () => '/cost_centers'],
    ['a page of a list', () => '/cost_centers?page=1'],
    ['a record', () => `/cost_centers/${row.id}`],
    ['the history of a record', () => `/cost_centers/${row.id}/history`],
    ['the deleted records', () => '/cost_centers/deleted'],
    ['a file', () => '/cost_centers.csv'],
    ['the jobs', () => '/jobs'],
    ['the outbox', () => '/outbox'],
    ['the sessions', () => '/auth/sessions'],
    ['the billing runs', () => '/billing_runs'],
    ['a final billing run', () => `/billing_runs/${runs.final}`],
    ['a failed billing run', () => `/billing_runs/${runs.failed}`],
    ['what was decided of a month', () => '/month_close?month=2026-03'],
  ])('has one form in %s', async (_what, path) => {
    const { status, text } = await api.get(path());
    expect(status).toBe(200);
    const moments = text.match(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-][\d:]+)?/g) ?? [];
    expect(moments.length).toBeGreaterThan(0);
    for (const moment of moments) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('is answered by a creation and a conflict as by a list', async () => {
    const stale = await api.put(`/cost_centers/${row.id}`, { company_code: '03', lock_version: 1 });
    expect(stale.status).toBe(409);
    const { body } = await api.get<Row>(`/cost_centers/${row.id}`);
    expect(stale.body.conflict.current).toEqual(body.data);
    const history = await api.get<{ at: string }[]>(`/cost_centers/${row.id}/history`);
    expect(stale.body.conflict.at).toBe(history.body.data[0]?.at);
  });

  it.each(['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
    'that lies in UTC beyond the years that can be written is refused: %s',
    async (moment) => {
      const { id } = await factory.create(microsoftApprovals);
      const { status, body } = await api.put(`/microsoft_approvals/${id}`, { created_at: moment });
      expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['created_at']]);
    },
  );
});

describe('a day that filters moments', () => {
  /** Late on the 29th in London, while Berlin has the 30th and Los Angeles the afternoon of the 29th. */
  const MOMENT = '2026-03-29T22:30:00Z';
  beforeAll(async () => {
    await portal.db.query('UPDATE cost_centers SET created_at = $1 WHERE id = $2', [MOMENT, row.id]);
  });
  const found = async (zone: string | null, filter: string) => {
    const path = `/cost_centers?by_created_at=${filter}`;
    const { body, status } = await api.get<Row[]>(path, zone === null ? {} : { 'time-zone': zone });
    expect(status).toBe(200);
    return body.data.some(({ id }) => id === row.id);
  };

  it.each([
    [null, '2026-03-29', '2026-03-30'],
    ['UTC', '2026-03-29', '2026-03-30'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29'],
    ['America/Los_Angeles', '2026-03-29', '2026-03-30'],
    ['Pacific/Kiritimati', '2026-03-30', '2026-03-29'],
    ['Pacific/Honolulu', '2026-03-29', '2026-03-28'],
  ])('is one of the calendar of %s', async (zone, day, other) => {
    expect(await found(zone, day)).toBe(true);
    expect(await found(zone, other)).toBe(false);
    expect(await found(zone, '2026-03')).toBe(true);
  });

  it('is the same day in a file', async () => {
    const rows = async (zone: string) =>
      (await api.get('/cost_centers.csv?by_created_at=2026-03-30', { 'time-zone': zone })).text.split('\r\n')
        .length;
    expect(await rows('Europe/Berlin')).toBe(3);
    expect(await rows('America/Los_Angeles')).toBe(2);
  });

  it('leaves the last days what the calendar shows as the last days', async () => {
    const zone = 'Pacific/Kiritimati';
    onDay('2028-03-30');
    // Where it is the 31st already.
    const day = '2028-03-01';
    await portal.db.query(
      `UPDATE cost_centers SET created_at = ($1::date + time '00:01') AT TIME ZONE $2 WHERE id = $3`,
      [day, zone, row.id],
    );
    expect(await found(zone, '30')).toBe(true);
    expect(await found(zone, '29')).toBe(false);
  });

  it.each(['Pacific/Niue', 'UTC', 'Europe/Berlin', 'Asia/Tokyo'])(
    'may be the first and the last of all days in %s',
    async (zone) => {
      for (const days of ['0001-01-01', '0001', '0001..0001-01', '0001..9999', '9999-12-31'])
        for (const path of [`/cost_centers?by_created_at=${days}`, `/activity?by_at=${days}`])
          expect((await api.get(path, { 'time-zone': zone })).status, path).toBe(200);
      expect(await found(zone, '0001..9999')).toBe(true);
    },
  );

  it.each(['Nowhere/At_All', '+02:00', 'x'.repeat(70), "UTC'--"])('refuses the zone %s', async (zone) => {
    const { status, body } = await api.get('/cost_centers', { 'time-zone': zone });
    expect([status, body.error]).toEqual([
      400,
      'Time-Zone must be the name of a time zone, such as Europe/Berlin.',
    ]);
  });

  it('is the day with which a new record begins, too', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const input = await factory.input(costCenters, { active_at: undefined });
      const { body } = await api.post('/cost_centers', input, { 'time-zone': zone });
      expect(body.data['active_at']).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format());
    }
  });
});
