import { describe, expect, it } from 'vitest';
import type { ListView, ShownList } from '#calls/views.ts';
import type { Api } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer',
});
const editor = (name: string) => portal.signIn({ email: `${name}@example.com`, name, roles: ['editor'] });
const viewer = (name: string) => portal.signIn({ email: `${name}@example.com`, roles: ['viewer'] });

const expiring: ShownList = {
  filters: { company_code: '1000' },
  q: 'platform',
  sort: '-updated_at',
  group: 'company_code,expired_at:month',
  per_page: 50,
  columns: [
    { name: 'identifier', width: null },
    { name: 'updated_at', width: 220 },
  ],
};
const asked = (name: string, more: object = {}) => ({
  model: 'cost_centers',
  name,
  shown: expiring,
  ...more,
});
const made = async (api: Api, body: object): Promise<ListView> => {
  const answer = await api.post<ListView>('/list_views', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const seen = async (api: Api, model = 'cost_centers') =>
  (await api.get<ListView[]>(`/list_views?by_model=${model}`)).body.data;
const names = async (api: Api) => (await seen(api)).map(({ name }) => name);

describe('a view of a list', () => {
  it('keeps filters, search, sort, page size and columns, and only its owner sees it', async () => {
    const ada = await editor('keeps.ada');
    const view = await made(ada, { list_view: asked('Expiring') });
    expect(view).toMatchObject({
      shown: expiring,
      gone: [],
      shared: false,
      may_change: true,
      default: false,
      owner: { email: 'keeps.ada@example.com', name: 'keeps.ada' },
    });
    expect(await names(ada)).toEqual(['Expiring']);
    const bob = await editor('keeps.bob');
    expect(await names(bob)).toEqual([]);
    expect((await bob.put(`/list_views/${view.id}`, { name: 'Mine now' })).status).toBe(404);
    expect((await bob.delete(`/list_views/${view.id}`)).status).toBe(404);
  });

  it('is held against the declaration of the model, with every wrong part at once', async () => {
    const ada = await editor('wrong.ada');
    const shown = {
      filters: { no_such: '1', company_code: '1000' },
      sort: 'nothing',
      group: 'private_key',
      per_page: 7,
      columns: [{ name: 'gone_column', width: null }],
    };
    const answer = await ada.post('/list_views', { model: 'cost_centers', name: '', shown });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.map(({ field }) => field).toSorted()).toEqual([
      'name',
      'shown.columns',
      'shown.filters.no_such',
      'shown.group',
      'shown.per_page',
      'shown.sort',
    ]);
    expect((await ada.post('/list_views', { ...asked('x'), model: 'no_model' })).status).toBe(422);
    expect(await names(ada)).toEqual([]);
  });

  it('takes the filters that a model has of its own', async () => {
    const ada = await editor('own.ada');
    const shown = { filters: { dormant: 'false' } };
    const view = await made(ada, { model: 'ad_groups', name: 'Live', shown });
    expect(view.shown.filters).toEqual({ dormant: 'false' });
  });

  it('that names what the list has no more opens without it, and says so', async () => {
    const ada = await editor('older.ada');
    const view = await made(ada, asked('From an older version'));
    // As a version left it that had a filter, an order and a column which this one does not have, and no groups.
    const older = {
      ...expiring,
      filters: { company_code: '1000', sponsor: 'x' },
      sort: '-sponsor',
      group: undefined,
      columns: [
        { name: 'sponsor', width: null },
        { name: 'identifier', width: null },
      ],
    };
    await portal.db.query('UPDATE list_views SET shown = $2 WHERE id = $1', [view.id, JSON.stringify(older)]);
    const [opened] = await seen(ada);
    expect(opened?.gone).toEqual([
      { what: 'filter', name: 'sponsor' },
      { what: 'sort', name: 'sponsor' },
      { what: 'column', name: 'sponsor' },
    ]);
    expect(opened?.shown).toEqual({
      ...expiring,
      sort: null,
      group: null,
      columns: [{ name: 'identifier', width: null }],
    });
  });

  it('is shared by those who have the right to, and seen by everybody then', async () => {
    const [ada, carl] = [await editor('shares.ada'), await viewer('shares.carl')];
    expect((await carl.post('/list_views', asked('For all', { shared: true }))).status).toBe(403);
    const view = await made(ada, asked('For all', { shared: true }));
    const [shown] = await seen(carl);
    expect(shown).toMatchObject({ id: view.id, shared: true, may_change: false });
    expect((await carl.put(`/list_views/${view.id}`, { name: 'Mine' })).status).toBe(403);
    expect((await carl.delete(`/list_views/${view.id}`)).status).toBe(403);
    const own = await made(carl, asked('Carl’s'));
    expect((await carl.put(`/list_views/${own.id}`, { shared: true })).status).toBe(403);
    const dora = await editor('shares.dora');
    expect((await dora.put(`/list_views/${view.id}`, { name: 'For us all' })).status).toBe(200);
    expect((await dora.put(`/list_views/${view.id}`, { shared: false })).status).toBe(200);
    expect(await names(carl)).toEqual(['Carl’s']);
    expect(await names(dora)).toEqual([]);
    expect(await names(ada)).toEqual(['For us all']);
  });

  it('has a name that is taken once, among one’s own and among those for everybody', async () => {
    const [ada, bob] = [await editor('name.ada'), await editor('name.bob')];
    const view = await made(ada, asked('Twice'));
    const again = await ada.post('/list_views', asked('twice'));
    expect(again.status).toBe(409);
    expect(again.body.errors).toMatchObject([{ field: 'name' }]);
    await made(bob, asked('Twice', { shared: true }));
    expect((await ada.put(`/list_views/${view.id}`, { shared: true })).status).toBe(409);
    await portal.db.query('DELETE FROM list_views WHERE shared');
  });

  it('that somebody else changed meanwhile is not overwritten', async () => {
    const ada = await editor('stale.ada');
    const view = await made(ada, asked('Changed twice'));
    const path = `/list_views/${view.id}`;
    const first = await ada.put(path, { name: 'Once', lock_version: view.lock_version });
    expect(first.status).toBe(200);
    const stale = await ada.put(path, { name: 'Twice', lock_version: view.lock_version });
    expect(stale.status).toBe(409);
    expect(await names(ada)).toEqual(['Once']);
  });

  it('that was deleted comes back, unless its name is taken', async () => {
    const ada = await editor('undo.ada');
    const view = await made(ada, asked('Back again'));
    expect((await ada.delete(`/list_views/${view.id}`)).status).toBe(200);
    expect(await names(ada)).toEqual([]);
    expect((await ada.post(`/list_views/${view.id}/restore`, undefined)).status).toBe(200);
    expect(await names(ada)).toEqual(['Back again']);
    await ada.delete(`/list_views/${view.id}`);
    await made(ada, asked('Back again'));
    expect((await ada.post(`/list_views/${view.id}/restore`, undefined)).status).toBe(409);
  });

  it('is what a list begins with for the person alone, one for each list', async () => {
    const [ada, bob] = [await editor('begins.ada'), await editor('begins.bob')];
    const one = await made(ada, asked('One', { shared: true }));
    const two = await made(ada, asked('Two'));
    for (const { id } of [one, two])
      expect((await ada.put(`/list_views/${id}/default`, { default: true })).status).toBe(200);
    const begins = async (api: Api) =>
      (await seen(api)).filter((view) => view.default).map(({ name }) => name);
    expect(await begins(ada)).toEqual(['Two']);
    expect(await begins(bob)).toEqual([]);
    await ada.put(`/list_views/${two.id}/default`, { default: false });
    expect(await begins(ada)).toEqual([]);
  });
});

it.each(['', '?by_model='])('views are those of a list, which %j does not name', async (query) => {
  const ada = await editor('unnamed.ada');
  const { status, body } = await ada.get(`/list_views${query}`);
  expect([status, body.error]).toEqual([400, 'The parameter by_model must be given.']);
});
