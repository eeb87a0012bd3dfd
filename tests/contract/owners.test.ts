import { beforeAll, describe, expect, it } from 'vitest';
import {
  explainMyCharge,
  listMyCharges,
  listMyDue,
  listMyLines,
  listMyRecords,
  listMySpend,
  myChargesCsv,
  readMyCloud,
  readMyRunning,
} from '#calls/my-cloud.ts';
import { extendMyLease, listMyLeases } from '#calls/account-leases.ts';
import { answerClosure, listMyClosures } from '#calls/account-life.ts';
import { listMyActivity } from '#calls/my-activity.ts';
import { listMyElsewhere } from '#calls/my-elsewhere.ts';
import { answerMyAttestation, readMyAttestation } from '#calls/attestation-answers.ts';
import { ownersSee } from '#kernel/owned.ts';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { addressOf, everyRouteOf, named } from '#tests/support/every-route.ts';
import { OWNER, plant, PLANTED } from '#tests/support/planted.ts';
import { withPortal } from '#tests/support/portal.ts';
import type { Route } from '#tests/support/routes.ts';
import { storedContent } from '#tests/support/stored.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, audit=viewer, account-owners=owner',
});
const { closed } = everyRouteOf(portal);
let owner: Api;
let planted: Awaited<ReturnType<typeof plant>>;
const shown = registry.all.filter((model) => ownersSee(model));

beforeAll(async () => {
  planted = await plant(portal);
  owner = await portal.signIn({ email: OWNER, roles: ['owner'] });
});

const ids = (rows: readonly Row[] = []) => rows.map(({ id }) => id).toSorted((a, b) => a - b);

/** Routes that answer owners: those of the models of which they see rows, of themselves, and what is made for them. */
const OPEN = new Set([
  ...shown.flatMap(({ name, source, csv, history }) => {
    const path = `/api${resourcePath(name)}`;
    return [
      `GET ${path}`,
      `GET ${path}/groups`,
      ...(csv ? [`GET ${path}.csv`, `GET ${path}/groups.csv`] : []),
      ...(source === 'table' ? [`GET ${path}/:id`] : []),
      ...(source === 'table' && history !== 'none' ? [`GET ${path}/:id/history`] : []),
    ];
  }),
  'GET /api/search',
  ...[
    listMyCharges,
    explainMyCharge,
    listMyLines,
    listMyDue,
    listMyRecords,
    listMySpend,
    readMyCloud,
    readMyRunning,
    listMyElsewhere,
    listMyActivity,
    myChargesCsv,
  ].map(({ path }) => `GET /api${path}`),
  ...[readMyAttestation, answerMyAttestation, listMyClosures, answerClosure, listMyLeases, extendMyLease].map(
    ({ method, path }) => `${method} /api${path}`,
  ),
  'DELETE /api/auth/sign_out',
  'GET /api/auth/sessions',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/:id',
  'GET /api/auth/tokens',
  'POST /api/auth/tokens',
  'DELETE /api/auth/tokens/:id',
]);

/** The model below whose address a route lies. */
const modelOf = ({ path }: Route) =>
  registry.all.find(({ name }) => {
    const own = `/api${resourcePath(name)}`;
    return path === own || path.startsWith(`${own}/`) || path.startsWith(`${own}.`);
  });

/** Addresses at which a route could show something of others. */
function addressesOf(route: Route): string[] {
  const model = modelOf(route);
  const foreign = String((model && planted.others.get(model.name)) ?? 1);
  const mine = String((model && planted.own.get(model.name)?.[0]?.id) ?? 1);
  const addresses = [...new Set([addressOf(route, foreign), addressOf(route, mine)])];
  if (route.method !== 'GET') return addresses;
  const [column] = model?.columns ?? [];
  const queries = /groups(?:\.csv)?$/.test(route.path)
    ? [`?group=${column}`, `?group=${model?.title}&q=${PLANTED}`]
    : ['', '?page=1&per_page=100', `?q=${PLANTED}`, `?q=${PLANTED}&limit=25`, '?sort=-id'];
  return addresses.flatMap((address) => queries.map((query) => address + query));
}

describe('an owner', () => {
  it('is refused by every route that is not for owners, and sees nothing of others in any answer', async () => {
    const before = await storedContent(portal);
    const answered = new Set<string>();
    for (const route of closed()) {
      if (route.path === '/api/auth/sign_out') continue;
      for (const address of addressesOf(route)) {
        const body = route.method === 'GET' ? undefined : '{}';
        const { status, text } = await owner.send(route.method, address.slice('/api'.length), body, {
          'content-type': 'application/json',
        });
        const where = `${named(route)} at ${address} answered ${status} ${text.slice(0, 400)}`;
        // What was asked for may be said again: it is no answer about others.
        const told = text.replaceAll(`The parameter ${PLANTED}`, '');
        expect(told.toLowerCase(), where).not.toContain(PLANTED);
        if (status !== 403) answered.add(named(route));
        expect(OPEN.has(named(route)) || status === 403, where).toBe(true);
      }
    }
    expect([...answered].filter((route) => !OPEN.has(route))).toEqual([]);
    for (const { name } of shown) expect(answered).toContain(`GET /api${resourcePath(name)}`);
    expect(await storedContent(portal)).toEqual(before);
  });

  it('the walk would find it: who sees everybody’s records gets the word from each model', async () => {
    const viewer = await portal.signIn({ email: 'viewer.walks@example.com', roles: ['viewer'] });
    for (const { name } of shown) {
      const { text } = await viewer.get(resourcePath(name));
      expect(text.toLowerCase(), name).toContain(PLANTED);
    }
    expect((await viewer.get(`/search?q=${PLANTED}`)).body.meta.total).toBeGreaterThan(5);
  });
});

describe.each(shown.map((model) => ({ name: model.name, model })))('of $name an owner', ({ model }) => {
  const path = resourcePath(model.name);
  const mine = () => planted.own.get(model.name) ?? [];

  it('sees the records that are theirs: in the list, its count, its pages, its groups and its file', async () => {
    expect(mine().length).toBeGreaterThan(0);
    const whole = await owner.get<Row[]>(path);
    expect(ids(whole.body.data)).toEqual(ids(mine()));
    expect(whole.body.meta.total).toBe(mine().length);
    const page = await owner.get<Row[]>(`${path}?page=1&per_page=1&sort=-id`);
    expect(page.body).toMatchObject({ data: [{ id: ids(mine()).at(-1) }], meta: { total: mine().length } });
    const groups = await owner.get<unknown[]>(`${path}/groups?group=${model.title}`);
    expect(groups.body.meta).toMatchObject({ records: mine().length });
    const { text } = await owner.get(`${path}.csv`);
    expect(text.trim().split('\n').length).toBeGreaterThan(mine().length);
  });

  it('opens those, and of others is told that they are not in their name', async () => {
    const [first] = mine();
    expect((await owner.get(`${path}/${first?.id}`)).body.data).toMatchObject({ id: first?.id });
    const other = planted.others.get(model.name);
    for (const id of [other, 999_999_999]) {
      const refused = await owner.get(`${path}/${id}`);
      expect([refused.status, refused.body.error]).toEqual([
        403,
        `${model.label[0]} ${id} is not in your name. You see what is in your own name only.`,
      ]);
      expect((await owner.get(`${path}/${id}/history`)).status).toBe(403);
    }
  });

  it('who is an admin as well sees all of them', async () => {
    const both = await portal.signIn({ email: OWNER, roles: ['owner', 'admin'] });
    expect((await both.get<Row[]>(path)).body.meta.total).toBeGreaterThan(mine().length);
  });
});

it('the lists tell an owner no numbers of others beside their own', async () => {
  const { meta } = (await owner.get('/cloud_parents')).body;
  expect(meta).toMatchObject({ total: 2 });
  expect(meta).not.toHaveProperty('member_count');
  expect(meta).not.toHaveProperty('project_count');
  expect((await owner.get('/github_copilot_users')).body.meta).not.toHaveProperty('seat_counts');
});

it('a search over all models finds an owner what is theirs', async () => {
  const [center] = planted.own.get('cost_centers') ?? [];
  const found = await owner.get<{ model: string; id: number }[]>(
    `/search?q=${encodeURIComponent(String(center?.['identifier']))}`,
  );
  expect(found.body.data).toContainEqual(expect.objectContaining({ model: 'cost_centers', id: center?.id }));
});

it('an owner who owns nothing sees nothing, and is told so by empty lists', async () => {
  const nobody = await portal.signIn({ email: 'owns.nothing@example.com', roles: ['owner'] });
  for (const { name } of shown) {
    const { body } = await nobody.get(resourcePath(name));
    expect(body, name).toMatchObject({ data: [], meta: { total: 0 } });
  }
});

it('an API token of an owner shows no more than the owner sees', async () => {
  const made = await owner.post<{ token: string }>('/auth/tokens', { name: 'own rows' });
  expect(made.status, made.text).toBe(201);
  const headers = { authorization: `Bearer ${made.body.data.token}` };
  const listed = await (await fetch(`${portal.url}/api/cost_centers`, { headers })).json();
  expect(listed).toMatchObject({ meta: { total: 1 } });
  expect((await fetch(`${portal.url}/api/activity`, { headers })).status).toBe(403);
});

it('what the desk says among itself about their records stays with the desk', async () => {
  const [center] = planted.own.get('cost_centers') ?? [];
  const desk = await portal.signIn({ email: 'desk@example.com', roles: ['admin'] });
  const comment = { model: 'cost_centers', record_id: center?.id, text: 'Zitronenfalter is no owner' };
  expect((await desk.post('/comments', comment)).status).toBe(201);
  const historyFor = async (api: Api) => (await api.get(`/cost_centers/${center?.id}/history`)).text;
  expect(await historyFor(desk)).toContain('Zitronenfalter');
  expect(await historyFor(owner)).toContain('"action":"create"');
  expect(await historyFor(owner)).not.toContain('Zitronenfalter');
  expect((await desk.get<Row[]>('/search?q=Zitronenfalter')).body.data).toHaveLength(1);
  expect((await owner.get<Row[]>('/search?q=Zitronenfalter')).body.data).toEqual([]);
  expect((await owner.get(`/comments?by_model=cost_centers&by_record=${center?.id}`)).status).toBe(403);
});
