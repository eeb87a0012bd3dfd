import { beforeAll, describe, expect, it } from 'vitest';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { behaviours } from '#server/behaviours/all.ts';
import type { Api, Body } from '#tests/support/api.ts';
import { misleading, SECRET } from '#tests/support/hostile-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ LOG_LEVEL: 'info' });
let api: Api;
beforeAll(async () => {
  api = await portal.signIn({ email: 'mallory@example.com' });
});

const uploads: { address: string; member: string; more?: object }[] = [
  ...behaviours.flatMap(({ resource, uploads: specs = [] }) =>
    specs.map(({ path, member }) => ({ address: `${resourcePath(resource)}${path}`, member })),
  ),
  // The workbooks of every other model come the same way.
  { address: '/departments/import_json', member: 'file' },
  {
    address: '/request_batches',
    member: 'file',
    more: { kind: 'aws_account', file_name: 'accounts.xlsx' },
  },
];

/** How many records there are of each model, and how many files and jobs. */
async function counts(): Promise<Record<string, number>> {
  const tables = registry.all.filter(({ source }) => source === 'table').map(({ name }) => name);
  const members = [...tables, 'files', 'jobs', 'outbox'].map(
    (name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`,
  );
  const { rows } = await portal.db.query<Record<string, number>>(`SELECT ${members.join(', ')}`);
  return rows[0] ?? {};
}

describe.each(uploads)('$address', ({ address, member, more = {} }) => {
  it.each(misleading)('refuses %s in readable words, and nothing of it is left', async (_what, make) => {
    const before = await counts();
    const file = Buffer.from(await make()).toString('base64');
    const { status, body, text } = await api.post(address, { ...more, [member]: file });
    expect([400, 413, 422]).toContain(status);
    const { error, errors, request_id: request } = body as Body;
    expect([typeof error, Array.isArray(errors), typeof request]).toEqual(['string', true, 'string']);
    expect(text).not.toMatch(/ at \w+.*\(|SELECT |\/work\/|node_modules|root:/);
    expect(await counts()).toEqual(before);
    expect(portal.log()).not.toContain(SECRET);
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  });

  it('refuses a body that is broken, deep, no object, or has what it does not know', async () => {
    const before = await counts();
    for (const body of [
      '{',
      '[]',
      '"x"',
      `{"${member}": 7}`,
      `{"${member}":"eA==","__proto__":{"a":1}}`,
      `{"${member}":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `{"${member}":"eA==","approved":true}`,
    ]) {
      const { status } = await api.send('POST', address, body);
      expect([400, 413, 422], body.slice(0, 60)).toContain(status);
    }
    expect((await api.send('POST', address, 'a=b', { 'content-type': 'text/plain' })).status).toBe(403);
    expect(await counts()).toEqual(before);
  });

  it('is closed to those who are not signed in and to pages of other sites', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${portal.url}/api${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{ not even JSON',
      });
    expect((await post({})).status).toBe(401);
    expect((await post({ origin: 'https://elsewhere.example.org' })).status).toBe(403);
  });
});
