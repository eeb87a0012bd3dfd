import { beforeEach, describe, expect, it } from 'vitest';
import { clearDirectory } from '#tests/support/directory.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
beforeEach(() => clearDirectory(portal.db));

const place = async (name: string, given: { policies?: unknown[]; inline?: string } = {}) =>
  portal.db.query(
    `INSERT INTO ad_permission_sets (provider_type, name, arn, description, duration, relay, managed_policies,
       inline_policy, group_count, account_count)
     VALUES ('AwsCloudParent', $1, 'arn:' || $1, 'About ' || $1, 'PT8H', 'https://example.com', $2, $3, 0, 0)`,
    [name, JSON.stringify(given.policies ?? []), given.inline ?? null],
  );

describe('GET /ad/permission_sets', () => {
  it('has each with its policies, its inline policy as JSON text, its duration and its relay state', async () => {
    const inline = '{"Version": "2012-10-17", "Statement": []}';
    const policies = [{ name: 'ReadOnlyAccess', arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' }];
    await place('support', { policies, inline });
    await place('Admin');
    const { status, body } = await portal.api.get<Record<string, unknown>[]>('/ad/permission_sets');
    expect(status).toBe(200);
    expect(body.data.map(({ id: _id, ...set }) => set)).toEqual([
      {
        name: 'Admin',
        arn: 'arn:Admin',
        description: 'About Admin',
        duration: 'PT8H',
        managed_policy: [],
        inline_policy: null,
        relay: 'https://example.com',
      },
      {
        name: 'support',
        arn: 'arn:support',
        description: 'About support',
        duration: 'PT8H',
        managed_policy: policies,
        inline_policy: inline,
        relay: 'https://example.com',
      },
    ]);
    expect(body.data.every(({ id }) => typeof id === 'number')).toBe(true);
    expect(body.meta).toEqual({ total: 2, read_at: null });
  });

  it('is an empty list where nothing was read', async () => {
    const { body } = await portal.api.get('/ad/permission_sets');
    expect(body).toEqual({ data: [], meta: { total: 0, read_at: null } });
  });

  it('refuses parameters, other methods, and whoever is not signed in', async () => {
    const refused = await portal.api.get('/ad/permission_sets?aws');
    expect([refused.status, refused.body.error]).toEqual([400, 'The parameter aws is not known here.']);
    expect((await portal.api.post('/ad/permission_sets', {})).status).toBe(405);
    expect((await fetch(`${portal.url}/api/ad/permission_sets`)).status).toBe(401);
  });
});
