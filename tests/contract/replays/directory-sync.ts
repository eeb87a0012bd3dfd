import { it } from 'vitest';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of the reading of the directory. */
export function replayDirectorySync({ portal, replay: { expectTold } }: Replayed): void {
  it('the reading of the directory, and how old it is, answer as it is told', async () => {
    await expectTold('get', '/api/ad/state', 200);
    const path = '/api/ad/sync';
    await expectTold('post', path, 422, { body: { accept_losses: 'perhaps' } });
    const more = { 'idempotency-key': 'read-directory' };
    const { job } = dataOf(await expectTold('post', path, 202, { body: {}, more })) as unknown as {
      job: { id: string };
    };
    await followJob(await portal.signIn({ email: 'ada@example.com' }), job.id);
    await expectTold('get', '/api/ad/state', 200);
  });
}
