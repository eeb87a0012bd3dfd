import { describe, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { withPortal } from '#tests/support/portal.ts';
import { rawRequest } from '#tests/support/raw-http.ts';
import { storedContent } from '#tests/support/stored.ts';

const portal = withPortal();

/** Tables that are no models, names that every object has, and ways around. */
const names = [
  'users',
  'sessions',
  'history',
  'record_history',
  'idempotency_keys',
  'schema_migrations',
  'api_tokens',
  'sign_in_requests',
  'sign_in_handoffs',
  'refused_sign_ins',
  'files',
  'file_chunks',
  'pg_catalog.pg_authid',
  'pgboss.job',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '%5f%5fproto%5f%5f',
  '%63onstructor',
  '../x',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..\\..\\etc\\passwd',
  'cost_centers%00',
  'cost_centers%20',
  'cost_centers;drop',
  "cost_centers'--",
  'Cost_Centers',
  'cost-centers',
  'cost_centers.json',
  'cost_centers%2f1',
  'cost_center',
];

describe('a name that is no model', () => {
  it.each(names)('such as %s is not found, whatever is done with it', async (name) => {
    const session = await createSession(portal.db, { email: 'ada@example.com', name: null, roles: [] });
    const headers = { ...session, 'content-type': 'application/json' };
    const before = await storedContent(portal);
    const calls: [string, string][] = [
      ['GET', ''],
      ['GET', '.csv'],
      ['GET', '/1'],
      ['GET', '/1/history'],
      ['GET', '/deleted'],
      ['POST', ''],
      ['POST', '/import_json'],
      ['POST', '/1/restore'],
      ['PUT', '/1'],
      ['PATCH', '/1'],
      ['DELETE', '/1'],
    ];
    for (const [method, rest] of calls) {
      const body = method === 'GET' ? undefined : '{"name":"x"}';
      const { status, text } = await rawRequest(portal.url, method, `/api/${name}${rest}`, headers, body);
      expect([status, text], `${method} ${rest}`).toEqual([404, expect.stringContaining('"request_id"')]);
      expect(JSON.parse(text), `${method} ${rest}`).toEqual({
        error: expect.stringMatching(/ was not found\.$/),
        errors: [],
        request_id: expect.any(String),
      });
    }
    expect(await storedContent(portal)).toEqual(before);
  });

  it('is told of nowhere', async () => {
    const { text } = await portal.api.get('/openapi.json');
    for (const name of ['sessions', 'record_history', 'idempotency_keys', 'api_tokens', 'schema_migrations'])
      expect(text).not.toContain(`"/api/${name}`);
  });
});
