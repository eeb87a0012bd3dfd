import { it } from 'vitest';
import { followJob } from '#tests/support/follow-job.ts';
import { appKey } from '#tests/support/github.ts';
import { registry } from '#resources/registry.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of the seats of Copilot. */
export function replayGitHub({ portal, factory, replay: { expectTold } }: Replayed): void {
  it('seats of Copilot are read, added and removed as it is told', async () => {
    const name = 'replayed-organization';
    const { privateKey } = appKey();
    const app = { name, app_id: '4711', private_key: privateKey, copilot_enabled: true };
    await factory().create(registry.get('github_organization_apps'), app);
    const path = '/api/github_copilot_users';
    await expectTold('get', `${path}/readings`, 200);
    await expectTold('post', `${path}/sync`, 422, { body: { github_copilot_user: { data: '1' } } });
    const more = { 'idempotency-key': 'read-seats' };
    const { job } = dataOf(await expectTold('post', `${path}/sync`, 202, { body: {}, more })) as unknown as {
      job: { id: string };
    };
    await followJob(await portal.signIn({ email: 'ada@example.com' }), job.id);
    const seat = { github_username: 'replayed-user', github_organization: name };
    const added = await expectTold('post', `${path}/add_seat`, 201, {
      body: { github_copilot_user: seat },
      more: { 'idempotency-key': 'seat-added' },
    });
    await expectTold('post', `${path}/add_seat`, 409, { body: seat });
    await expectTold('post', `${path}/add_seat`, 422, { body: {} });
    const one = `${path}/${dataOf(added).id}/remove_seat`;
    await expectTold('post', one, 200, { body: {}, more: { 'idempotency-key': 'seat-removed' } });
    await expectTold('post', one, 422, { body: { plan: 'free' } });
    await expectTold('post', `${path}/add_seat`, 200, { body: seat });
    await expectTold('post', `${path}/999999999/remove_seat`, 404, { body: {} });
  });
}
