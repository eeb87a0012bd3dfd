import { beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import { projectIds } from '#resources/project-ids.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

describe('true and false of a body', () => {
  it('are taken as the text of the field says them, on a creation and on an update', async () => {
    const project = await factory.create(projectIds, { active: 'TRUE', cmp_approved: 'FALSE' });
    expect(project).toMatchObject({ active: true, cmp_approved: false });
    const changed = await portal.api.put(`/project_ids/${project.id}`, { active: 'FALSE' });
    expect([changed.status, changed.body.data]).toMatchObject([200, { active: false }]);
    const app = await factory.create(githubOrganizationApps, {
      copilot_enabled: 'TRUE',
      exclude_form: true,
      team_selection: 'FALSE',
    });
    expect(app).toMatchObject({ copilot_enabled: true, exclude_form: true, team_selection: false });
  });

  it.each(['maybe', 'T', 1, 'true ', {}])('are not guessed: %j is refused', async (active) => {
    const project = await factory.create(projectIds);
    const { status, body } = await portal.api.put(`/project_ids/${project.id}`, { active });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'active', message: 'Active must be true or false.' }],
    ]);
  });
});

describe('a moment that is given for a day', () => {
  /** Midnight of the 29th in Berlin, as a browser there writes it. */
  const MOMENT = '2026-03-28T23:00:00.000Z';

  it.each([
    ['Europe/Berlin', MOMENT, '2026-03-29'],
    ['UTC', MOMENT, '2026-03-28'],
    [null, MOMENT, '2026-03-28'],
    ['America/Los_Angeles', '2026-03-29T07:00:00Z', '2026-03-29'],
    ['America/Los_Angeles', '2026-03-29T00:30:00+02:00', '2026-03-28'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T23:59:00', '2026-03-29'],
  ])('is the day that it is in %s: %s is %s', async (zone, given, day) => {
    const headers: Record<string, string> = zone === null ? {} : { 'time-zone': zone };
    const project = await factory.create(projectIds);
    const { status, body } = await portal.api.put(
      `/project_ids/${project.id}`,
      { active_at: given, end_date: given },
      headers,
    );
    expect([status, body.data]).toMatchObject([200, { active_at: day, end_date: day }]);
    const bill = { date: given, provider: 'aws', identifier: 'MOMENT', amount: '1.00', currency: 'EUR' };
    const made = await portal.api.post('/cloud_bills/', bill, headers);
    expect([made.status, made.body.data['date']]).toEqual([201, day]);
  });

  it('is that day for many records at once, too', async () => {
    const project = await factory.create(projectIds);
    const { status, body } = await portal.api.post<Row[]>(
      '/project_ids/bulk_update',
      { records: [{ id: project.id, end_date: MOMENT }] },
      { 'time-zone': 'Europe/Berlin' },
    );
    expect([status, body.data[0]?.['end_date']]).toEqual([200, '2026-03-29']);
  });
});

describe('a bill that a person adds', () => {
  it('has in its history who created it', async () => {
    const { id } = await factory.create(cloudBills);
    const { status, body } = await portal.api.get<HistoryEntry[]>(`/cloud_bills/${id}/history`);
    expect([status, body.data.map(({ action }) => action)]).toEqual([200, ['create']]);
    expect(body.data[0]?.by).toMatchObject({ email: expect.stringContaining('@') });
  });
});
