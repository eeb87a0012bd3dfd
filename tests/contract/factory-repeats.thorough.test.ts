import { describe, expect, it } from 'vitest';
import { testClouds } from '#tests/support/factory/clouds.ts';
import type { Deployment } from '#tests/support/factory/desk.ts';
import { withFactory } from '#tests/support/factory/portal.ts';

const NAME = 'asked-again';

describe.each(testClouds)('a request for $kind that comes again', (cloud) => {
  const factory = withFactory(cloud);
  const send = async (name: string, headers: Record<string, string> = {}) =>
    factory.api.post<{ cloud_deployment: Deployment }>(
      cloud.path,
      await factory.desk.body(cloud, name),
      headers,
    );

  it(
    'has its first answer under the same key, also once the account is there, and makes nothing',
    { timeout: 400_000 },
    async () => {
      const key = { 'idempotency-key': `again-${cloud.cloud}` };
      const first = await send(NAME, key);
      expect(first.status, first.text).toBe(202);
      const { id } = first.body.data.cloud_deployment;

      const twin = await send(NAME);
      expect([twin.status, twin.body.error]).toEqual([409, expect.stringContaining(`deployment ${id}`)]);

      await factory.approve(id);
      expect(await factory.desk.over(id)).toMatchObject({ state: 'done', error: null });
      const again = await send(NAME, key);
      expect([again.status, again.body.data]).toEqual([202, first.body.data]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');

      const other = await send('asked-otherwise', key);
      expect([other.status, other.body.error]).toEqual([
        422,
        'This Idempotency-Key was used for another request. Use a new one.',
      ]);
      const all = await factory.api.get<Deployment[]>('/cloud_deployments');
      expect(all.body.data.map((one) => [one.id, one.name])).toEqual([[id, NAME]]);
      expect(factory.simulator.made().filter((name) => name === NAME)).toEqual([NAME]);
    },
  );
});
