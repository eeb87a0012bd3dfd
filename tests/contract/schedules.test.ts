import { beforeAll, describe, expect, it, vi } from 'vitest';
import { registry } from '#resources/registry.ts';
import { createListView, madeSchedule, scheduleDesk } from '#tests/support/schedules.ts';
import { Factory } from '#tests/support/factories.ts';
import { onDay } from '#tests/support/on-day.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, ops=operator, finance=editor, audit=viewer, cloud-owners=owner',
});
const desk = scheduleDesk(portal);
const at = (moment: string) => new Date(moment);
/** Makes the process's clock say a moment until the test ends. */
const clockAt = (moment: string) => void vi.setSystemTime(at(moment));

beforeAll(async () => {
  const admin = await portal.signIn({ email: 'first@example.com', roles: ['admin'] });
  const factory = new Factory(admin, registry, portal.db);
  for (let n = 0; n < 3; n += 1) await factory.create(registry.get('departments'));
});

describe('a schedule', () => {
  it('says what it sends, when, and when next, and is its owner’s and the operators’ alone', async () => {
    onDay();
    const ada = await desk.person('says.ada', 'editor');
    const schedule = await madeSchedule(ada, { rhythm: 'weekly', weekdays: ['Thursday', 'Monday'] });
    expect(schedule).toMatchObject({
      what: 'Inventory Report',
      when: 'Each Monday and Thursday at 07:30, Europe/Berlin',
      next_run: '2028-03-02T06:30:00.000Z',
      recipients: ['says.ada@example.com'],
      owner: { email: 'says.ada@example.com', name: 'says.ada' },
      active: true,
      last_run: null,
      last_result: null,
      may_change: true,
    });
    const bob = await desk.person('says.bob', 'editor');
    const path = `/schedules/${schedule.id}`;
    expect((await bob.get(path)).status).toBe(404);
    expect((await bob.put(path, { schedule: { active: false } })).status).toBe(404);
    expect((await bob.post(`${path}/run`, {})).status).toBe(404);
    const operator = await desk.person('says.operator', 'operator');
    const seen = await operator.get<{ may_change: boolean; may_stop: boolean }>(path);
    expect(seen.body.data).toMatchObject({ may_change: false, may_stop: true });
    const taken = await operator.put(path, { recipients: ['says.operator@example.com'] });
    expect([taken.status, taken.body.error]).toEqual([
      403,
      'Only says.ada@example.com may change this schedule. You may pause or delete it.',
    ]);
    expect((await operator.put(path, { active: false })).body.data).toMatchObject({
      active: false,
      next_run: null,
    });
  });

  it('names everything that it refuses', async () => {
    onDay();
    const ada = await desk.person('refused.ada', 'editor');
    const refused = async (more: object) => {
      const { status, body } = await ada.post('/schedules', { ...desk.body('refused.ada'), ...more });
      return [status, body.errors];
    };
    const one = 'A schedule sends a report or a saved view: choose exactly one of both.';
    expect(await refused({ report: null })).toEqual([422, [{ field: 'report', message: one }]]);
    expect(await refused({ view_id: 1 })).toEqual([422, [{ field: 'report', message: one }]]);
    expect(await refused({ report: 'no_report' })).toEqual([
      422,
      [{ field: 'report', message: 'There is no such report.' }],
    ]);
    expect(await refused({ report: null, view_id: 999_999 })).toEqual([
      422,
      [{ field: 'view_id', message: 'This saved view is not there any more.' }],
    ]);
    expect(await refused({ rhythm: 'weekly' })).toEqual([
      422,
      [{ field: 'weekdays', message: 'Choose at least one day of the week.' }],
    ]);
    expect(await refused({ recipients: [] })).toEqual([
      422,
      [{ field: 'recipients', message: 'Name at least one recipient.' }],
    ]);
    const outside = 'out@example.org: Reports may be sent to addresses at example.com only.';
    expect(await refused({ recipients: ['out@example.org'] })).toEqual([
      422,
      [{ field: 'recipients', message: outside }],
    ]);
    expect(await refused({ report: 'cloud_bills_report' })).toEqual([
      422,
      [
        { field: 'parameters.identifier', message: 'Identifier is required.' },
        { field: 'period', message: 'Say which days it is about.' },
      ],
    ]);
    expect(await refused({ parameters: { identifier: 'x' }, period: 'this_month' })).toEqual([
      422,
      [
        { field: 'parameters.identifier', message: 'Inventory Report does not take this.' },
        { field: 'period', message: 'Inventory Report is about no days.' },
      ],
    ]);
    expect((await refused({ at: '7:30' }))[0]).toBe(422);
    for (const time_zone of ['Moon/Base', '+02:00', '', 'Europe/Berlin; DROP', 'x'.repeat(61), 7])
      expect([time_zone, (await refused({ time_zone }))[0]]).toEqual([time_zone, 422]);
    expect((await refused({ recipients: ['nobody'] }))[0]).toBe(422);
    const dump = await ada.post('/schedules', { ...desk.body('refused.ada'), report: 'database_dump' });
    expect([dump.status, dump.body.error]).toEqual([
      403,
      'refused.ada@example.com has no right to ask for the Database Dump.',
    ]);
    await madeSchedule(ada, { name: 'Taken' });
    expect((await ada.post('/schedules', { ...desk.body('refused.ada'), name: 'taken' })).status).toBe(409);
  });

  it('is changed, paused, resumed, deleted and brought back, all of which its history tells', async () => {
    onDay();
    const ada = await desk.person('changed.ada', 'editor');
    const { id } = await madeSchedule(ada, {});
    const path = `/schedules/${id}`;
    const change = async (body: object) => (await ada.put(path, body)).body.data;
    expect(await change({ at: '15:00', time_zone: 'UTC', lock_version: 1 })).toMatchObject({
      next_run: '2028-02-29T15:00:00.000Z',
      lock_version: 2,
    });
    expect((await ada.put(path, { at: '16:00', lock_version: 1 })).status).toBe(409);
    expect(await change({ active: false })).toMatchObject({ active: false, next_run: null });
    expect(await change({ active: true })).toMatchObject({ next_run: '2028-02-29T15:00:00.000Z' });
    expect((await ada.delete(path)).status).toBe(200);
    expect((await ada.get(path)).status).toBe(404);
    expect((await ada.post(`${path}/restore`, {})).body.data).toMatchObject({
      active: true,
      next_run: '2028-02-29T15:00:00.000Z',
    });
    expect(await desk.historyOf(ada, id)).toEqual([
      'It was brought back.',
      'It was deleted.',
      'It was resumed.',
      'It was paused.',
      'It was changed: time: 15:00; time zone: UTC.',
      'It was made.',
    ]);
  });
});

describe('a due time', () => {
  it('is mailed once, whoever looks how often, and the schedule goes on with the mail', async () => {
    onDay();
    const ada = await desk.person('once.ada', 'editor');
    const recipients = ['once.ada@example.com', 'once.ben@example.com'];
    const { id } = await madeSchedule(ada, { at: '12:05', time_zone: 'UTC', recipients });
    await desk.look(at('2028-02-29T12:04:59Z'));
    expect(await desk.jobsOf(id)).toHaveLength(0);
    clockAt('2028-02-29T12:05:00Z');
    await Promise.all([
      desk.look(at('2028-02-29T12:05:00Z')),
      desk.lookElsewhere(at('2028-02-29T12:05:00Z')),
    ]);
    expect(await desk.jobsOf(id)).toHaveLength(1);
    const done = await desk.ended(ada, id);
    expect(done).toMatchObject({
      last_result: 'sent',
      last_error: null,
      next_run: '2028-03-01T12:05:00.000Z',
    });
    await desk.look(at('2028-02-29T12:06:00Z'));
    expect(await desk.jobsOf(id)).toEqual([done.last_job]);
    const mails = await desk.mailsOf(done.last_job);
    expect(mails.map(({ recipient }) => recipient)).toEqual(recipients);
    expect(mails[0]?.body_text).toContain('Each day at 12:05, UTC');
    expect(mails[0]?.files).toEqual(['cloud_inventory_2028-02-29.xlsx']);
  });

  it('that came while nothing ran is made up for once, not as often as it came', async () => {
    onDay();
    const ada = await desk.person('missed.ada', 'editor');
    const { id } = await madeSchedule(ada, { at: '12:05', time_zone: 'UTC' });
    clockAt('2028-03-05T09:00:00Z');
    await desk.look(at('2028-03-05T09:00:00Z'));
    const done = await desk.ended(ada, id);
    expect(done.next_run).toBe('2028-03-05T12:05:00.000Z');
    expect(await desk.mailsOf(done.last_job)).toHaveLength(1);
    await desk.look(at('2028-03-05T09:01:00Z'));
    expect(await desk.jobsOf(id)).toEqual([done.last_job]);
  });

  it('moves the days of a report, and leaves a schedule alone that is done beside its times', async () => {
    onDay('2028-03-31');
    const ada = await desk.person('days.ada', 'editor');
    const { id, next_run: next } = await madeSchedule(ada, {
      report: 'cloud_bills_report',
      parameters: { identifier: 'CC-1' },
      period: 'month_before',
    });
    const answer = await ada.post<{ job: { id: string } }>(`/schedules/${id}/run`, {});
    expect(answer.status).toBe(202);
    const done = await desk.ended(ada, id);
    expect(done).toMatchObject({ last_job: answer.body.data.job.id, next_run: next, last_result: 'sent' });
    const [mail] = await desk.mailsOf(done.last_job);
    expect(mail?.body_text).toContain('Start Date: 01-Feb-2028');
    expect(mail?.body_text).toContain('End Date: 29-Feb-2028');
  });

  it('sends the rows of a saved view as a CSV file', async () => {
    onDay();
    const ada = await desk.person('view.ada', 'editor');
    const view = await createListView(ada, { model: 'departments', name: 'Some', q: '1 Name' });
    const { id, what } = await madeSchedule(ada, { report: null, view_id: view });
    expect(what).toBe('Departments: Some');
    await ada.post(`/schedules/${id}/run`, {});
    const done = await desk.ended(ada, id);
    const [mail] = await desk.mailsOf(done.last_job);
    expect(mail?.files).toHaveLength(1);
    expect(mail?.files[0]).toMatch(/2028-02-29\.csv$/);
    expect(mail?.body_text).toContain('Departments: 1 row');
    expect((await ada.delete(`/list_views/${view}`)).status).toBe(200);
    await ada.post(`/schedules/${id}/run`, {});
    expect(await desk.failed(ada, id)).toMatchObject({
      last_error: 'This saved view is not there any more.',
      what: 'A saved view that is not there as it was',
    });
  });
});

describe('the rights of a schedule', () => {
  it('are those that its owner has when it is done: who lost them sends nothing, and is told once', async () => {
    onDay();
    const email = 'lost.ada@example.com';
    const ada = await desk.person('lost.ada', 'admin');
    const { id } = await madeSchedule(ada, { report: 'database_dump', at: '12:05', time_zone: 'UTC' });
    await portal.db.query({
      text: `UPDATE known_roles SET roles = '{editor}' WHERE email = $1`,
      values: [email],
    });
    const reason = 'lost.ada@example.com has no right to ask for the Database Dump.';
    for (const day of ['2028-02-29', '2028-03-01']) {
      clockAt(`${day}T12:05:00Z`);
      await desk.look(at(`${day}T12:05:00Z`));
      const failed = await desk.failed(ada, id);
      expect(failed).toMatchObject({ last_error: reason, active: true });
    }
    expect((await ada.get<{ next_run: string }>(`/schedules/${id}`)).body.data.next_run).toBe(
      '2028-03-02T12:05:00.000Z',
    );
    const told = await desk.mailsTo(email);
    expect(told.map(({ subject }) => subject)).toEqual([`Nothing was sent: lost.ada`]);
    expect(told[0]?.body_text).toContain(reason);
    const [first] = await desk.historyOf(ada, id);
    expect(first).toBe(`Nothing was sent: ${reason}`);
  });

  it('send who sees only what is theirs by then no other rows of a saved view', async () => {
    onDay();
    const email = 'narrowed.ada@example.com';
    const ada = await desk.person('narrowed.ada', 'editor');
    const factory = new Factory(ada, registry, portal.db);
    const contact = await factory.create(registry.get('cloud_contacts'), { email });
    await factory.create(registry.get('cost_centers'), {
      identifier: 'NARROWED-OWN',
      cloud_contact_id: contact.id,
    });
    await factory.create(registry.get('cost_centers'), { identifier: 'NARROWED-OTHER' });
    const view = await createListView(ada, { model: 'cost_centers', name: 'Narrowed', q: 'NARROWED' });
    const { id } = await madeSchedule(ada, { report: null, view_id: view });
    const sent = async () => {
      await ada.post(`/schedules/${id}/run`, {});
      const [mail] = await desk.mailsOf((await desk.ended(ada, id)).last_job);
      return mail?.body_text;
    };
    expect(await sent()).toContain('Cost Centers: 2 rows');
    await portal.db.query({
      text: `UPDATE known_roles SET roles = '{owner}' WHERE email = $1`,
      values: [email],
    });
    expect(await sent()).toContain('Cost Centers: 1 row');
  });
});

describe('the link of a mail', () => {
  it('takes its recipient out once a button is pressed, and is not used by being looked at', async () => {
    onDay();
    const ada = await desk.person('link.ada', 'editor');
    const recipients = ['link.ada@example.com', 'Link.Ben@example.com'];
    const { id, next_run: next } = await madeSchedule(ada, { recipients });
    await ada.post(`/schedules/${id}/run`, {});
    const { last_job: job } = await desk.ended(ada, id);
    const mail = (await desk.mailsOf(job)).find(({ recipient }) => recipient === 'Link.Ben@example.com');
    const credential = desk.credentialOf(mail);
    expect(mail?.unsubscribe).toContain(credential);
    const path = `/unsubscribe?credential=${credential}`;
    const stranger = desk.stranger();
    const about = { schedule: 'link.ada', address: 'Link.Ben@example.com' };
    for (let looks = 0; looks < 2; looks += 1)
      expect((await stranger.get(path)).body.data).toEqual({ ...about, left: false });
    expect((await ada.get(`/schedules/${id}`)).body.data['recipients']).toEqual(recipients);
    for (let presses = 0; presses < 2; presses += 1)
      expect((await stranger.post(path, {})).body.data).toEqual({ ...about, left: true });
    expect((await ada.get(`/schedules/${id}`)).body.data).toMatchObject({
      recipients: ['link.ada@example.com'],
      left_out: ['Link.Ben@example.com'],
      active: true,
      next_run: next,
    });
    const [first] = await desk.historyOf(ada, id);
    expect(first).toBe('Link.Ben@example.com took themselves out, by the link of a mail.');
    const again = await ada.put(`/schedules/${id}`, { recipients });
    expect(again.body.errors?.map(({ field }) => field)).toEqual(['recipients']);
    expect((await ada.put(`/schedules/${id}`, { recipients, left_out: [] })).status).toBe(200);
  });

  it('pauses a schedule whose last recipient leaves, and is good for nothing else', async () => {
    onDay();
    const ada = await desk.person('last.ada', 'editor');
    const { id } = await madeSchedule(ada, {});
    await ada.post(`/schedules/${id}/run`, {});
    const { last_job: job } = await desk.ended(ada, id);
    const credential = desk.credentialOf((await desk.mailsOf(job))[0]);
    const { rows } = await portal.db.query<{ row: string }>(
      'SELECT l::text AS row FROM report_schedule_links l',
    );
    expect(rows.filter(({ row }) => row.includes(credential))).toEqual([]);
    const stranger = desk.stranger();
    for (const wrong of [
      '',
      'skl_wrong',
      `${credential.slice(0, -1)}!`,
      credential.replace('skl_', 'sks_'),
    ]) {
      const { status, body } = await stranger.post(`/unsubscribe?credential=${wrong}`, {});
      expect([status, body.error]).toEqual([403, expect.stringContaining('This link is not good')]);
    }
    expect((await stranger.post(`/unsubscribe?credential=${credential}`, {})).status).toBe(200);
    expect((await ada.get(`/schedules/${id}`)).body.data).toMatchObject({ active: false, next_run: null });
    expect((await ada.delete(`/schedules/${id}`)).status).toBe(200);
    expect((await stranger.get(`/unsubscribe?credential=${credential}`)).status).toBe(403);
  });
});
