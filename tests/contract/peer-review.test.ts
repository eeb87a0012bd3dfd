import { beforeAll, describe, expect, it } from 'vitest';
import type { ActivityEntry } from '#calls/activity.ts';
import type { WaitingChange } from '#calls/peer-review.ts';
import type { Mail } from '#kernel/work.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { openEventStream } from '#tests/support/event-stream.ts';
import {
  addDepartment,
  another,
  decide,
  historyOf,
  personIn,
  readRecord,
  REVIEW_ROLES,
  setRule,
  waitsOf,
} from '#tests/support/peer-review.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal(REVIEW_ROLES);
const person = personIn(portal);
let admin: Api;
let anna: Api;
let bob: Api;
let viewer: Api;
beforeAll(async () => {
  admin = await person('Admin', 'admin');
  anna = await person('Anna');
  bob = await person('Bob');
  viewer = await person('Vera', 'viewer');
});

const because = (reason: string) => ({ 'change-reason': encodeURIComponent(reason) });
const asked = async (record: Row, values: object, more: Record<string, string> = {}): Promise<number> => {
  const answer = await anna.put(`/departments/${record.id}`, values, more);
  expect(answer.status, answer.text).toBe(202);
  return waitsOf(answer).id;
};
const listed = async (api: Api, record: Pick<Row, 'id'>) =>
  (await api.get<WaitingChange[]>(`/waiting_changes?by_model=departments&by_record=${record.id}`)).body.data;

describe('open pages', () => {
  it('are told what begins to wait and what is decided, and not of what', async () => {
    await setRule(admin, 'departments', false, ['abbreviation']);
    const person = { email: 'open.page@example.com', name: null, roles: ['viewer' as const] };
    const stream = await openEventStream(portal.url, { ...(await createSession(portal.db, person)) });
    const id = await asked(await addDepartment(anna), { abbreviation: 'NEW' });
    const told = () => stream.events.filter(({ data }) => data['what'] === 'waiting_change');
    await expect.poll(told).toEqual([{ event: 'changed', data: { what: 'waiting_change', id } }]);
    await decide(bob, id, 'approve');
    await expect.poll(() => told().length).toBe(2);
    const other = await asked(await addDepartment(anna), { abbreviation: 'NEW' });
    await decide(bob, other, 'refuse', { decision: 'No.' });
    await expect.poll(() => told().filter(({ data }) => data['id'] === other).length).toBe(2);
    await setRule(admin, 'departments', false, []);
  });
});

describe('a model of which a reason is asked', () => {
  beforeAll(() => setRule(admin, 'business_units', true, []));
  const unit = async () => {
    const name = `Unit ${another()}`;
    return (await anna.post('/business_units', { name, abbreviation: `U${another()}` })).body.data;
  };

  it('takes no change or deletion without one, and says what to do', async () => {
    const record = await unit();
    const attempts = [
      () => anna.put(`/business_units/${record.id}`, { abbreviation: 'NEW' }),
      () => anna.delete(`/business_units/${record.id}`),
      () => anna.post('/business_units/bulk_update', { records: [{ id: record.id, abbreviation: 'NEW' }] }),
      () => anna.post('/business_units/save_rows', { records: [{ id: record.id, abbreviation: 'NEW' }] }),
      () =>
        anna.post('/business_units/import_json', {
          data: [{ name: record['name'], abbreviation: 'NEW' }],
          update: true,
        }),
    ];
    for (const attempt of attempts) {
      const { status, body, text } = await attempt();
      expect([status, text]).toEqual([422, text]);
      expect(text).toContain('Give a reason for this change.');
      expect(body.data).toBeUndefined();
    }
    expect(await readRecord(anna, 'business_units', record)).toEqual(record);
  });

  it('keeps it with the history and the activity, and in the file of these', async () => {
    const record = await unit();
    const reason = 'Grüße, 50 % of “it”';
    const changed = await anna.put(`/business_units/${record.id}`, { abbreviation: 'NEW' }, because(reason));
    expect(changed.status, changed.text).toBe(200);
    expect((await historyOf(anna, 'business_units', record))[0]).toMatchObject({ action: 'update', reason });
    const { body } = await anna.get<ActivityEntry[]>('/activity?by_model=business_units&by_action=update');
    expect(body.data[0]).toMatchObject({ reason, record: { id: record.id } });
    const file = await anna.get('/activity.csv?by_model=business_units');
    expect(file.text.split('\r\n')[0]).toMatch(/,Reason,Approved by$/);
    expect(file.text).toContain('"Grüße, 50 % of “it”"');
    const gone = await anna.send('DELETE', `/business_units/${record.id}`, undefined, because('Not used'));
    expect(gone.status, gone.text).toBe(200);
    expect((await historyOf(anna, 'business_units', record))[0]).toMatchObject({
      action: 'delete',
      reason: 'Not used',
    });
  });

  it('takes a change that changes nothing, and creations, without one', async () => {
    const record = await unit();
    const same = await anna.put(`/business_units/${record.id}`, { abbreviation: record['abbreviation'] });
    expect(same.status).toBe(200);
    expect((await historyOf(anna, 'business_units', record))[0]).not.toHaveProperty('reason');
  });

  it('refuses a reason that nobody can read', async () => {
    const record = await unit();
    for (const reason of ['%E4', '%00', 'a'.repeat(501)]) {
      const { status, body } = await anna.put(
        `/business_units/${record.id}`,
        { abbreviation: 'NEW' },
        { 'change-reason': reason },
      );
      expect([status, body.error]).toEqual([
        400,
        'Change-Reason must be a text of at most 500 characters: UTF-8, percent-encoded.',
      ]);
    }
  });
});

describe('a field that a second person approves', () => {
  beforeAll(() => setRule(admin, 'departments', false, ['abbreviation']));

  it('waits, is shown beside the record, and is one entry of the history once it is approved', async () => {
    const record = await addDepartment(anna);
    const answer = await anna.put(
      `/departments/${record.id}`,
      { abbreviation: 'NEW', name: `${String(record['name'])} renamed` },
      because('Merged'),
    );
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body.data).toEqual(record);
    const { id, fields } = waitsOf(answer);
    expect(fields).toEqual(expect.arrayContaining(['Name', 'Abbreviation']));
    expect(await readRecord(anna, 'departments', record)).toEqual(record);
    const [change] = await listed(bob, record);
    expect(change).toMatchObject({
      id,
      state: 'waiting',
      by: { email: 'anna@example.com' },
      reason: 'Merged',
      may_decide: true,
      may_withdraw: false,
    });
    expect(change?.records[0]?.changes).toContainEqual(
      expect.objectContaining({ label: 'Abbreviation', from_shown: 'OLD', to_shown: 'NEW' }),
    );
    const approved = await decide(bob, id, 'approve', { decision: 'As agreed' });
    expect(approved.status, approved.text).toBe(200);
    expect(await readRecord(anna, 'departments', record)).toMatchObject({
      abbreviation: 'NEW',
      lock_version: 2,
    });
    const [entry, ...before] = await historyOf(anna, 'departments', record);
    expect(before).toHaveLength(1);
    expect(entry).toMatchObject({
      by: { email: 'anna@example.com' },
      approved_by: { email: 'bob@example.com', name: 'Bob' },
      reason: 'Merged',
    });
    const mails = await admin.get<Mail[]>('/outbox?q=anna@example.com');
    expect(mails.text).toContain(`Your change of Department ${String(record['name'])}`);
  });

  it('is decided by somebody else who may change the model, and withdrawn by who asked', async () => {
    const record = await addDepartment(anna);
    const id = await asked(record, { abbreviation: 'NEW' });
    const own = await decide(anna, id, 'approve');
    expect([own.status, own.body.error]).toEqual([
      403,
      'You requested this change yourself. Somebody else has to decide on it.',
    ]);
    expect((await decide(anna, id, 'refuse', { decision: 'No' })).status).toBe(403);
    expect((await decide(viewer, id, 'approve')).status).toBe(403);
    expect((await decide(bob, id, 'withdraw')).status).toBe(403);
    expect((await decide(bob, id, 'refuse')).status).toBe(422);
    const refused = await decide(bob, id, 'refuse', { decision: 'Keep it' });
    expect(refused.body.data).toMatchObject({ state: 'refused', decided: { decision: 'Keep it' } });
    const again = await decide(bob, id, 'approve');
    expect([again.status, again.body.error]).toEqual([
      409,
      'This change does not wait any more: it was refused by Bob.',
    ]);
    const second = await asked(record, { abbreviation: 'NEW' });
    expect((await decide(anna, second, 'withdraw')).body.data.state).toBe('withdrawn');
    expect(await readRecord(anna, 'departments', record)).toEqual(record);
  });

  it('is not written over what was changed meanwhile, and leaves what it does not touch', async () => {
    const record = await addDepartment(anna);
    const name = `${String(record['name'])} by Bob`;
    // The form sends all that it shows; only what differs waits.
    const first = await asked(record, { name: record['name'], abbreviation: 'A' });
    expect((await bob.put(`/departments/${record.id}`, { name })).status).toBe(200);
    const second = await asked(record, { abbreviation: 'B' });
    expect((await decide(bob, first, 'approve')).status).toBe(200);
    expect(await readRecord(anna, 'departments', record)).toMatchObject({ name, abbreviation: 'A' });
    const conflict = await decide(bob, second, 'approve');
    expect(conflict.status).toBe(409);
    expect(conflict.body.error).toContain('Abbreviation was ‘OLD’ and is ‘A’ now.');
    expect(conflict.body).toMatchObject({
      differences: [{ label: 'Abbreviation', from_shown: 'OLD', now_shown: 'A', to_shown: 'B' }],
    });
    expect(await readRecord(anna, 'departments', record)).toMatchObject({ abbreviation: 'A' });
  });

  it('ends where its record is deleted meanwhile', async () => {
    const record = await addDepartment(anna);
    const id = await asked(record, { abbreviation: 'NEW' });
    expect((await bob.delete(`/departments/${record.id}`)).status).toBe(200);
    expect((await listed(bob, record))[0]).toMatchObject({ state: 'ended', may_decide: false });
    const late = await decide(bob, id, 'approve');
    expect([late.status, late.body.error]).toEqual([
      409,
      'This change does not wait any more: what it changes was deleted meanwhile.',
    ]);
  });

  it('is made once where two approve it at the same time', async () => {
    const carl = await person('Carl');
    const record = await addDepartment(anna);
    const id = await asked(record, { abbreviation: 'NEW' });
    const answers = await Promise.all([bob, carl, bob, carl].map((api) => decide(api, id, 'approve')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await readRecord(anna, 'departments', record)).toMatchObject({ lock_version: 2 });
  });

  it('keeps the answer of a request that comes again', async () => {
    const record = await addDepartment(anna);
    const key = { 'idempotency-key': `review-${record.id}` };
    const id = await asked(record, { abbreviation: 'NEW' }, key);
    expect(await asked(record, { abbreviation: 'NEW' }, key)).toBe(id);
    expect(await listed(anna, record)).toHaveLength(1);
  });

  it('refuses at once what could never be made', async () => {
    const record = await addDepartment(anna);
    const other = await addDepartment(anna);
    const twice = await anna.put(`/departments/${record.id}`, { name: other['name'], abbreviation: 'NEW' });
    expect([twice.status, twice.text]).toEqual([409, twice.text]);
    const stale = await anna.put(`/departments/${record.id}`, { abbreviation: 'NEW', lock_version: 7 });
    expect(stale.status).toBe(409);
    expect(await listed(anna, record)).toEqual([]);
  });

  it('is nothing of which owners are told', async () => {
    const owner = await person('Olga', 'owner');
    for (const path of ['/waiting_changes', '/change_rules', '/change_rules/events'])
      expect((await owner.get(path)).status).toBe(403);
  });
});
