import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGraph, type GraphSimulator } from '#simulators/graph/graph.ts';
import { apiClient } from '#tests/support/api.ts';
import { newTestKey } from '#tests/support/certificate.ts';
import { withDatabase } from '#tests/support/database.ts';
import { signBoth, unsignedResponse } from '#tests/support/forged-saml.ts';
import { refusedSignIns } from '#tests/support/refused-sign-ins.ts';
import {
  beginSignIn,
  explicitProvider,
  handoffOf,
  postAnswer,
  type SamlPortal,
  startPortal,
  validate,
} from '#tests/support/saml-portal.ts';
import { somebody } from '#tests/support/security-groups.ts';

const ISSUER = 'https://idp.example.com/metadata';
const key = newTestKey();
const database = withDatabase();
const portalWith = (settings: Record<string, string>) =>
  startPortal(database.db, { ...explicitProvider(ISSUER, [key.certificate]), ...settings });

describe('somebody in more groups than Microsoft Entra sends', () => {
  const CLAIMS = 'http://schemas.microsoft.com';
  const OBJECT_ID = `${CLAIMS}/identity/claims/objectidentifier`;
  const GROUPS = `${CLAIMS}/ws/2008/06/identity/claims/groups`;
  const ADMINS = '2f1c8a4e-5b6d-4c3a-9e8f-0123456789ab';
  const INNER = '3f1c8a4e-5b6d-4c3a-9e8f-0123456789ab';
  const VIEWERS = '9d7e6f5a-4b3c-4d2e-8f1a-ba9876543210';
  const settings = {
    SAML_SIGNED: 'assertion',
    SAML_ROLES_ATTRIBUTE: GROUPS,
    SAML_ROLE_MAP: `${ADMINS}=admin, ${VIEWERS}=viewer, Cloud administrators=admin`,
    DIRECTORY_SYNC: 'off',
  };
  let graph: GraphSimulator;
  let called = 0;
  /** What the link of an answer leads to: nobody may call it. */
  const elsewhere = createServer((socket) => {
    called += 1;
    socket.destroy();
  });
  beforeAll(async () => {
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    graph = await startGraph({ initial: { people: [somebody(1), somebody(2)], groups: [] } });
    const person = somebody(1).id;
    graph.directory.addGroup({ id: INNER, name: 'Cloud people', members: [person] });
    graph.directory.addGroup({ id: ADMINS, name: 'Cloud administrators', members: [INNER] });
    // Whoever may make a group may call it as they like.
    graph.directory.addGroup({ name: 'Cloud administrators', members: [somebody(2).id] });
  });
  afterAll(async () => {
    elsewhere.close();
    await graph.close();
  });

  const linked = (more: Record<string, string[]> = {}) => ({
    attributes: {
      [`${CLAIMS}/claims/groups.link`]: [`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/x`],
      [OBJECT_ID]: [somebody(1).id],
      ...more,
    },
  });
  const post = async (portal: SamlPortal, facts: ReturnType<typeof linked>) => {
    const begun = await beginSignIn(portal);
    const { acsUrl, entityId: audience } = portal;
    const unsigned = unsignedResponse({
      requestId: begun.requestId,
      acsUrl,
      audience,
      issuer: ISSUER,
      ...facts,
    });
    const response = await postAnswer(portal, signBoth(unsigned, key.privateKey), { cookie: begun.cookie });
    return { response, validated: () => validate(portal, handoffOf(response), begun.cookie) };
  };

  describe('where a directory is connected', () => {
    let portal: SamlPortal;
    beforeAll(async () => {
      portal = await portalWith({ ...settings, GRAPH_API: graph.url });
    });
    afterAll(() => portal.close());

    test('has the roles of their groups there, and of those around them, and the link is never called', async () => {
      const { response, validated } = await post(portal, linked());
      expect(response.status, portal.log()).toBe(303);
      expect((await validated()).body.data.roles).toEqual(['admin']);
      const principal = linked({
        [OBJECT_ID]: [],
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn': [somebody(1).userPrincipalName],
      });
      expect((await (await post(portal, principal)).validated()).body.data.roles).toEqual(['admin']);
      expect(called).toBe(0);
    });

    test('gets nothing by the name of a group, which anybody may give one', async () => {
      const { response } = await post(portal, linked({ [OBJECT_ID]: [somebody(2).id] }));
      expect(response.status).toBe(403);
      const [refused] = await refusedSignIns(portal, database.db, 'ada@example.com');
      expect(refused).toMatchObject({ kind: 'not_admitted', reason: 'None of the groups maps to a role.' });
    });

    test.each<[string, Record<string, string[]>, RegExp]>([
      ['without an object id', { [OBJECT_ID]: [] }, /not one object id/],
      ['with two object ids', { [OBJECT_ID]: [somebody(1).id, somebody(2).id] }, /not one object id/],
      [
        'who is not in the directory',
        { [OBJECT_ID]: [somebody(9).id] },
        /the directory does not know the person/,
      ],
    ])('is not let in %s, and administrators read why', async (_name, more, reason) => {
      const { response } = await post(portal, linked(more));
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('you are in too many of them');
      const [refused] = await refusedSignIns(portal, database.db, 'ada@example.com');
      expect(refused?.reason).toMatch(reason);
    });

    test('is not let in while the directory fails, and is once it works', async () => {
      graph.faults.plan('users.transitiveMemberOf', 'failing');
      expect((await post(portal, linked())).response.status).toBe(403);
      const [refused] = await refusedSignIns(portal, database.db, 'ada@example.com');
      expect(refused?.reason).toBe('Too many groups to be sent, and the directory could not be read.');
      expect(refused?.detail).toMatch(/^The directory /);
      expect((await post(portal, linked())).response.status).toBe(303);
    });
  });

  describe('where none is connected', () => {
    let portal: SamlPortal;
    beforeAll(async () => {
      portal = await portalWith(settings);
    });
    afterAll(() => portal.close());

    test('is not let in without another role, reads so, and administrators read what to set', async () => {
      const { response } = await post(portal, linked());
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('you are in too many of them');
      const [refused] = await refusedSignIns(portal, database.db, 'ada@example.com');
      expect(refused).toMatchObject({
        kind: 'not_admitted',
        reason: 'Too many groups to be sent, and no directory is connected.',
        advice: expect.stringContaining('GRAPH_TENANT_ID'),
      });
      expect(called).toBe(0);
    });

    test('has the roles that were sent all the same, reads that some are missing, and so do administrators', async () => {
      const { response, validated } = await post(portal, linked({ [GROUPS]: [VIEWERS] }));
      expect(response.status).toBe(303);
      const { body, session } = await validated();
      expect(body.data.roles).toEqual(['viewer']);
      const api = apiClient(portal.url, session);
      const roles = await api.get<{ own: object }>('/auth/roles');
      expect(roles.body.data.own).toEqual({ roles: ['viewer'], groups: [VIEWERS], groups_missing: true });
      const [refused] = await refusedSignIns(portal, database.db, 'ada@example.com');
      expect(refused).toMatchObject({ kind: 'fewer_roles', email: 'ada@example.com' });
    });
  });
});
