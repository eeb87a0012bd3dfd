import { beforeAll, describe, expect, it } from 'vitest';
import { ownersSee } from '#kernel/owned.ts';
import { rightFor, roles, type Role } from '#kernel/rights.ts';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { reports } from '#resources/reports.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { addressOf, everyRouteOf, expectRefusal, named } from '#tests/support/every-route.ts';
import { Factory } from '#tests/support/factories.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { storedContent } from '#tests/support/stored.ts';
import { withSamlPortal } from '#tests/support/with-saml-portal.ts';
import { beginSignIn, handoffOf, postAnswer, validate } from '#tests/support/saml-portal.ts';

const settings = {
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, ops=operator, finance=editor, audit=viewer',
};
const portal = withPortal(settings);
const { writing, ask } = everyRouteOf(portal);
const headersOf = async (role: Role) => ({
  ...(await createSession(portal.db, { email: `${role}.roles@example.com`, name: null, roles: [role] })),
});

beforeAll(async () => {
  const admin = await portal.signIn({ email: 'admin.roles@example.com', roles: ['admin'] });
  const factory = new Factory(admin, registry, portal.db);
  for (const { model } of modelsWith('create', 'record')) await factory.create(model);
});

/** What somebody does with their own, whatever their role. */
const OWN = [
  'DELETE /api/auth/sign_out',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/:id',
  'POST /api/auth/tokens',
  'DELETE /api/auth/tokens/:id',
  'POST /api/list_views',
  'PUT /api/list_views/:id',
  'DELETE /api/list_views/:id',
  'POST /api/list_views/:id/restore',
  'PUT /api/list_views/:id/default',
  'POST /api/schedules',
  'PUT /api/schedules/:id',
  'DELETE /api/schedules/:id',
  'POST /api/schedules/:id/restore',
  'POST /api/schedules/:id/run',
  'POST /api/my_cloud/attestation',
  'POST /api/my_cloud/closures/:id',
  'POST /api/my_cloud/leases/:id/extension',
  'POST /api/jobs/:id/retry',
  'POST /api/outbox/:id/send_again',
];

/** Whoever reads a record may comment on it; comments.test.ts calls them as who may not. */
const COMMENTS = ['POST /api/comments', 'PUT /api/comments/:id', 'DELETE /api/comments/:id'];

/** Which right they need depends on the model that their body names; selections.test.ts and import-undo.test.ts call them as a viewer. */
const BY_MODEL = [
  ...['preview', 'change', 'delete', 'undo', 'file'].map((what) => `POST /api/selections/${what}`),
  ...['undo_preview', 'undo'].map((what) => `POST /api/activity/${what}`),
];

describe('where roles are mapped', () => {
  it('a viewer is refused by every route that writes, and nothing is stored', async () => {
    const viewer = await headersOf('viewer');
    const before = await storedContent(portal);
    const asked = reports
      .filter(({ right = 'read' }) => right === 'read')
      .map(({ path }) => `POST /api${path}`);
    let refused = 0;
    for (const route of writing()) {
      if ([...OWN, ...COMMENTS, ...BY_MODEL, ...asked].includes(named(route))) continue;
      const headers = { ...viewer, 'content-type': 'application/json' };
      const { status, text } = await ask(route, addressOf(route), headers, '{}');
      expect([403, 405], `${named(route)} answered ${status} ${text}`).toContain(status);
      expectRefusal(text, named(route));
      refused += status === 403 ? 1 : 0;
    }
    expect(refused).toBeGreaterThan(100);
    expect(await storedContent(portal)).toEqual(before);
  });

  it.each(roles.map((role, rank) => ({ role, rank })))(
    'the $role may do to each model what its declaration says, and no more',
    async ({ role, rank }) => {
      const headers = { ...(await headersOf(role)), 'content-type': 'application/json' };
      const least = { read: 1, edit_reference_data: 2, operate: 3, administer: 4 };
      for (const model of registry.all) {
        const path = `/api${resourcePath(model.name)}`;
        const calls = [
          ['read', 'GET', path],
          ...(model.csv ? [['export', 'GET', `${path}.csv`]] : []),
          ...(model.actions.includes('create') ? [['create', 'POST', path]] : []),
          ...(model.actions.includes('update') ? [['update', 'PUT', `${path}/999999999`]] : []),
          ...(model.actions.includes('delete') ? [['delete', 'DELETE', `${path}/999999999`]] : []),
        ] as const;
        for (const [action = '', method = '', address = ''] of calls) {
          const { status } = await ask(
            { method, path: address },
            address,
            headers,
            method === 'GET' ? undefined : '{}',
          );
          const own = role === 'owner' && method === 'GET' && ownersSee(model);
          const may = own || rank >= least[rightFor(model, action)];
          expect(status === 403, `${role} ${method} ${address} answered ${status}`).toBe(!may);
        }
      }
    },
  );

  it.each(roles.map((role, rank) => ({ role, rank })))(
    'the $role asks for the reports they may',
    async ({ role, rank }) => {
      const headers = { ...(await headersOf(role)), 'content-type': 'application/json' };
      for (const { path, right = 'read' } of reports) {
        const may =
          right === 'administer'
            ? rank === 4
            : right === 'operate'
              ? rank >= 3
              : rank >= (right === 'read' ? 1 : 2);
        const { status } = await ask({ method: 'POST', path }, `/api${path}`, headers, '{"nothing":1}');
        expect(status, path).toBe(may ? 422 : 403);
      }
    },
  );

  it.each(['/cloud_bills/send_all', '/cloud_parents/send_email_to_terminated_cloud_accounts'])(
    'whoever only sees or edits has no mail written to every owner by %s, operators do',
    async (path) => {
      const statuses = [];
      for (const role of roles) {
        const headers = { ...(await headersOf(role)), 'content-type': 'application/json' };
        for (const body of [{ dry_run: true }, {}])
          statuses.push(
            (await ask({ method: 'POST', path }, `/api${path}`, headers, JSON.stringify(body))).status,
          );
      }
      const [shown, asked] = path === '/cloud_bills/send_all' ? [422, 422] : [200, 202];
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403, shown, asked, shown, asked]);
    },
  );

  it('operators see the work of everybody, others their own', async () => {
    const asker = await portal.signIn({ email: 'asks@example.com', roles: ['viewer'] });
    const made = await asker.post<{ job: { id: string } }>('/cost_centers/send_report', { email: true });
    const { id } = made.body.data.job;
    const seen = await Promise.all(
      roles.map(async (role) => {
        const api = await portal.signIn({ email: `${role}.looks@example.com`, roles: [role] });
        return (await api.get(`/jobs/${id}`)).status;
      }),
    );
    expect(seen).toEqual([403, 404, 404, 200, 200]);
  });
});

describe('the roles of a portal', () => {
  const saml = withSamlPortal(settings);
  const rolesSeen = async (url: string, headers: Record<string, string>) =>
    (await (await fetch(`${url}/api/auth/roles`, { headers })).json()).data;

  it('say which groups have them, and by which of theirs the person has which', async () => {
    const begun = await beginSignIn(saml.portal());
    const facts = { attributes: { mail: ['maps@example.com'], groups: ['audit', 'lunch', 'finance'] } };
    const answer = await postAnswer(saml.portal(), saml.genuine(begun, facts), { cookie: begun.cookie });
    const { session } = await validate(saml.portal(), handoffOf(answer), begun.cookie);
    expect(await rolesSeen(saml.portal().url, session)).toEqual({
      mapped: true,
      attribute: 'groups',
      groups: [
        { group: 'audit', role: 'viewer' },
        { group: 'finance', role: 'editor' },
        { group: 'ops', role: 'operator' },
        { group: 'ccoe', role: 'admin' },
      ],
      roles: [
        {
          role: 'owner',
          rights: { read: false, edit_reference_data: false, operate: false, administer: false },
        },
        {
          role: 'viewer',
          rights: { read: true, edit_reference_data: false, operate: false, administer: false },
        },
        {
          role: 'editor',
          rights: { read: true, edit_reference_data: true, operate: false, administer: false },
        },
        {
          role: 'operator',
          rights: { read: true, edit_reference_data: true, operate: true, administer: false },
        },
        { role: 'admin', rights: { read: true, edit_reference_data: true, operate: true, administer: true } },
      ],
      own: { roles: ['viewer', 'editor'], groups: ['audit', 'finance'], groups_missing: false },
    });
  });

  it('say nothing of groups where nothing is known of them, as of a session that somebody made otherwise', async () => {
    expect((await rolesSeen(portal.url, await headersOf('editor'))).own).toEqual({
      roles: ['editor'],
      groups: null,
      groups_missing: false,
    });
  });
});

describe('where roles are not mapped', () => {
  const plain = withPortal();
  it('everybody may do everything, and is told so', async () => {
    const { data } = (await plain.api.get('/auth/roles')).body;
    expect(data).toMatchObject({ mapped: false, attribute: null, groups: [], own: { roles: ['admin'] } });
  });
});
