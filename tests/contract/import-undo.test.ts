import { beforeAll, describe, expect, it } from 'vitest';
import type { ActivityEntry } from '#calls/activity.ts';
import type { ImportMeta } from '#calls/imports.ts';
import type { UndoPreview } from '#calls/undo.ts';
import { registry } from '#resources/registry.ts';
import type { Api } from '#tests/support/api.ts';
import { ONE_CONNECTION } from '#tests/support/database.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { zipped } from '#tests/support/zipped.ts';

// One connection: an undo that needed a second one while it holds its own would wait for itself.
const portal = withPortal(
  { SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer' },
  ONE_CONNECTION,
);
let desk: Api;
let grace: Api;
beforeAll(async () => {
  desk = await portal.signIn({ roles: ['admin'] });
  grace = await portal.signIn({ email: 'grace@example.com', name: 'Grace Hopper', roles: ['admin'] });
});

/** Imports departments as one request; answers its changes. */
const imported = async (data: object[], update = false): Promise<number[]> => {
  const { status, body, text } = await desk.post('/departments/import_json', { data, update });
  expect([status, text]).toEqual([201, text]);
  return (body.meta as unknown as ImportMeta).changes ?? [];
};
const preview = (changes: number[], as = desk) => as.post<UndoPreview>('/activity/undo_preview', { changes });
const undo = (changes: number[], as = desk) =>
  as.post<{ job: { id: string; title: string } }>('/activity/undo', { changes });
const undone = async (changes: number[], as = desk) => {
  const { status, body, text } = await undo(changes, as);
  expect([status, text]).toEqual([202, text]);
  return followJob(as, body.data.job.id);
};
const departments = async (prefix: string) => {
  const { rows } = await portal.db.query<{ id: number; name: string; abbreviation: string | null }>(
    `SELECT id, name, abbreviation FROM departments WHERE name LIKE $1 || ' %' ORDER BY name`,
    [prefix],
  );
  return rows;
};
const shown = async (prefix: string) =>
  (await departments(prefix)).map(({ name, abbreviation }) => [name, abbreviation]);
const idOf = async (name: string) => {
  const found = (await departments(name.slice(0, name.indexOf(' ')))).find((one) => one.name === name);
  if (!found) throw new Error(`There is no department ${name}.`);
  return found.id;
};
const newest = async (query = '?by_model=departments') =>
  (await desk.get<ActivityEntry[]>(`/activity${query}`)).body.data[0] as ActivityEntry;

describe('the undo of an import', () => {
  it('deletes what was created and gives what was changed its former values, each with its line of history', async () => {
    await imported([{ name: 'Back 1', abbreviation: 'OLD' }]);
    const changes = await imported([{ name: 'Back 1', abbreviation: 'NEW' }, { name: 'Back 2' }], true);
    expect(await shown('Back')).toEqual([
      ['Back 1', 'NEW'],
      ['Back 2', null],
    ]);
    const plan = {
      models: [
        {
          model: 'departments',
          noun: ['department', 'departments'],
          deleted: 1,
          changed: 1,
          restored: 0,
        },
      ],
      left: [],
      left_total: 0,
    };
    expect((await preview(changes)).body.data).toEqual(plan);
    expect(await shown('Back')).toHaveLength(2);
    const job = await undone(changes);
    expect(job).toMatchObject({
      state: 'done',
      kind: 'undo',
      title: 'Undo of the import of 2 Departments',
      result: plan,
    });
    expect(await shown('Back')).toEqual([['Back 1', 'OLD']]);
    const { rows } = await portal.db.query<{ action: string; name: string }>(
      `SELECT action, by_email FROM record_history WHERE resource = 'departments' ORDER BY id DESC LIMIT 2`,
    );
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['delete', 'update']);
  });

  it('is refused with words once nothing of it is left, before any work begins', async () => {
    const changes = await imported([{ name: 'Once 1' }]);
    expect((await undone(changes)).state).toBe('done');
    const words =
      'Nothing of this is left that could be taken back. Department Once 1: It was deleted since.';
    for (const call of [preview, undo]) {
      const { status, body } = await call(changes);
      expect([status, body.error]).toEqual([409, words]);
    }
  });

  it('leaves what somebody changed or uses since, and names it with the reason', async () => {
    const user = await new Factory(grace, registry, portal.db).create(registry.get('cost_centers'));
    const changes = await imported(['1', '2', '3', '4'].map((at) => ({ name: `Since ${at}` })));
    const changed = await idOf('Since 2');
    await grace.put(`/departments/${changed}`, { abbreviation: 'MINE', lock_version: 1 });
    const used = await idOf('Since 3');
    expect((await grace.put(`/cost_centers/${user.id}`, { departments_id: used })).status).toBe(200);
    const before = await preview(changes);
    expect(before.body.data).toMatchObject({
      models: [{ deleted: 3 }],
      left: [{ id: changed, name: 'Department Since 2' }],
    });
    const { state, result } = await undone(changes);
    expect(state).toBe('done');
    expect(result).toMatchObject({ models: [{ deleted: 2 }], left_total: 2 });
    const { left } = result as unknown as UndoPreview;
    expect(left[0]?.error).toMatch(/^It was changed since by Grace Hopper on \d\d-\w{3}-\d{4}[.]$/);
    expect(left[1]).toMatchObject({ id: used, name: 'Department Since 3', status: 409 });
    expect(left[1]?.error).toContain('Cost Center');
    expect(await shown('Since')).toEqual([
      ['Since 2', 'MINE'],
      ['Since 3', null],
    ]);
  });

  it('is there for whoever may change the model so, and for nobody else', async () => {
    const changes = await imported([{ name: 'Others 1' }, { name: 'Others 2' }]);
    const reader = await portal.signIn({ email: 'audit@example.com', roles: ['viewer'] });
    expect((await preview(changes, reader)).status).toBe(403);
    expect((await undo(changes, reader)).status).toBe(403);
    expect(await shown('Others')).toHaveLength(2);
    expect(await undone(changes, grace)).toMatchObject({ state: 'done' });
    expect(await shown('Others')).toEqual([]);
    expect(await newest()).toMatchObject({ action: 'delete', count: 2, by: { email: 'grace@example.com' } });
  });

  it('is known again where its answer was lost: the same request answers the same changes', async () => {
    const body = { data: [{ name: 'Lost 1' }] };
    const send = () => desk.post('/departments/import_json', body, { 'idempotency-key': 'lost-answer' });
    const [first, again] = [await send(), await send()];
    expect(again.body.meta).toEqual(first.body.meta);
    expect((first.body.meta as unknown as ImportMeta).changes).toHaveLength(1);
  });

  it('is offered by no answer to a file that says nothing new', async () => {
    await imported([{ name: 'Nothing 1' }]);
    const { body } = await desk.post('/departments/import_json', {
      data: [{ name: 'Nothing 1' }],
      update: true,
    });
    expect(body.meta).toEqual({ total: 1, changes: null });
  });

  it('takes back imported cloud bills and their sums, but for those that were corrected since, and the file may come again', async () => {
    const bill = (amount: string) => ({
      date: '2026-09-01',
      provider: 'azure',
      identifier: 'UNDO-BILL',
      amount,
      currency: 'EUR',
    });
    const send = () =>
      desk.post('/cloud_bills/import_json', { data: ['1.00', '2.00', '3.00'].map(bill), update: true });
    const spent = async () =>
      (await desk.get<{ amount: string; bills: number }[]>('/cloud_bills/spend?key=UNDO-BILL')).body.data.map(
        ({ amount, bills }) => [amount, bills],
      );
    const { body } = await send();
    expect(await spent()).toEqual([['6.00', 3]]);
    const [, second] = (await desk.get<{ id: number }[]>('/cloud_bills?key=UNDO-BILL&sort=amount')).body.data;
    await grace.put(`/cloud_bills/${second?.id}`, { amount: '20.00', lock_version: 1 });
    const { changes } = body.meta as unknown as ImportMeta;
    expect(await undone(changes ?? [])).toMatchObject({
      state: 'done',
      title: 'Undo of the import of 3 Cloud Bills',
      result: { models: [{ model: 'cloud_bills', deleted: 2 }], left: [{ id: second?.id }], left_total: 1 },
    });
    expect(await spent()).toEqual([['20.00', 1]]);
    expect((await send()).body.data).toMatchObject({ created: 2, unchanged: 1 });
  });

  it('takes back a file that work in the background has taken over', async () => {
    const file = 'identifier,company_code\nUNDO-1,1000\nUNDO-2,1000\n';
    await desk.post('/companies', { code: '1000' });
    const base_file = (await zipped({ 'sap.csv': file })).toString('base64');
    const { body, status, text } = await desk.post<{ job: { id: string } }>('/sap_cost_centers/upload', {
      sap_cost_center: { email: 'finance@example.com', base_file },
    });
    expect([status, text]).toEqual([202, text]);
    const upload = await followJob(desk, body.data.job.id);
    expect(upload.result).toMatchObject({ models: [{ created: ['UNDO-1', 'UNDO-2'] }] });
    const changes = upload.result?.['changes'] as number[];
    expect(await undone(changes)).toMatchObject({
      state: 'done',
      result: { models: [{ model: 'sap_cost_centers', deleted: 2 }], left_total: 0 },
    });
    const { body: over } = await desk.get<{ result: object }>(`/jobs/${body.data.job.id}`);
    expect(over.data.result).toMatchObject({ changes: [] });
    const { body: list } = await desk.get('/sap_cost_centers?by_identifier=UNDO-&page=1');
    expect(list.meta.total).toBe(0);
  });
});

describe('the undo of another change in the activity', () => {
  it('takes back a change and a deletion of a selection, and the undo as well', async () => {
    await imported([
      { name: 'Chosen 1', abbreviation: 'A' },
      { name: 'Chosen 2', abbreviation: 'B' },
    ]);
    const selected = { model: 'departments', query: { by_name: 'Chosen' } };
    const work = async (what: string, more: object = {}) => {
      const held = await desk.post<{ preview: { total: number; state: string } }>(
        '/selections/preview',
        selected,
      );
      const { total, state } = held.body.data.preview;
      const { body } = await desk.post<{ job: { id: string } }>(`/selections/${what}`, {
        ...selected,
        total,
        state,
        ...more,
      });
      expect((await followJob(desk, body.data.job.id)).state).toBe('done');
      return newest();
    };
    const change = await work('change', { changes: { abbreviation: 'SAME' } });
    expect(change).toMatchObject({ action: 'update', count: 2, reversible: true });
    expect(await undone([change.id], grace)).toMatchObject({
      title: 'Undo of the change of 2 Departments',
      result: { models: [{ changed: 2 }] },
    });
    expect(await shown('Chosen')).toEqual([
      ['Chosen 1', 'A'],
      ['Chosen 2', 'B'],
    ]);
    const deletion = await work('delete');
    expect(deletion).toMatchObject({ action: 'delete', count: 2, reversible: true });
    expect(await undone([deletion.id])).toMatchObject({ result: { models: [{ restored: 2 }] } });
    expect((await shown('Chosen')).map(([name]) => name)).toEqual(['Chosen 1', 'Chosen 2']);
    expect((await preview([deletion.id])).body.error).toBe(
      'Nothing of this is left that could be taken back.',
    );
    // So nobody is offered it any more.
    const { body: activity } = await desk.get<{ id: number; reversible: boolean }[]>('/activity?per_page=50');
    const offered = activity.data.filter(({ id }) => id === change.id || id === deletion.id);
    expect(offered.map(({ reversible }) => reversible)).toEqual([false, false]);
  });

  it('is offered for what is reversible alone, and refused for the rest', async () => {
    await desk.post('/departments', { name: 'Alone 1' });
    const alone = await newest();
    expect(alone).toMatchObject({ action: 'create', reversible: false });
    const { status, body } = await preview([alone.id]);
    expect([status, body.error]).toEqual([
      409,
      `Change ${alone.id} cannot be taken back: it is neither an import nor a change or deletion of several departments at once.`,
    ]);
    const [imports] = await imported([{ name: 'Alone 2' }]);
    expect(await newest()).toMatchObject({ id: imports, action: 'import', count: 1, reversible: true });
    expect((await preview([999_999_999])).status).toBe(404);
    for (const changes of [[], ['1'], [imports, imports], null])
      expect((await desk.post('/activity/undo', { changes })).status).toBe(422);
  });
});
