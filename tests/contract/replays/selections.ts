import { expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Json, type Replayed } from '#tests/support/replay.ts';

/** What is answered of records that are changed together, all that match. */
export function replaySelections({ portal, factory, replay }: Replayed): void {
  const { expectTold } = replay;

  it('selections are looked at, changed, deleted and taken back as it is told', async () => {
    const { id } = await factory().create(registry.get('departments'));
    const selected = { model: 'departments', ids: [id] };
    const ada = await portal.signIn({ email: 'ada@example.com' });
    const held = async () => {
      const { preview } = dataOf(
        await expectTold('post', '/api/selections/preview', 200, { body: selected }),
      );
      const { total, state } = preview as Json;
      return { ...selected, total, state };
    };
    const jobOf = async (what: string, body: object) => {
      const answer = await expectTold('post', `/api/selections/${what}`, 202, {
        body,
        more: { 'idempotency-key': `selection-${what}` },
      });
      const { job } = dataOf(answer) as unknown as { job: { id: string } };
      await followJob(ada, job.id);
      return job.id;
    };
    const changes = { abbreviation: 'REP' };
    await expectTold('post', '/api/selections/preview', 200, { body: { ...selected, changes } });
    await expectTold('post', '/api/selections/preview', 422, { body: { model: 'departments' } });
    await expectTold('post', '/api/selections/preview', 404, { body: { ...selected, model: 'none' } });
    const job = await jobOf('change', { ...(await held()), changes });
    await expectTold('post', '/api/selections/change', 422, { body: selected });
    await jobOf('undo', { job });
    await expectTold('post', '/api/selections/undo', 409, { body: { job } });
    await expectTold('post', '/api/selections/file', 200, { body: selected });
    await expectTold('post', '/api/selections/file', 404, { body: { ...selected, model: 'none' } });
    await jobOf('delete', await held());
  });

  it('an import is looked at and taken back as it is told', async () => {
    const ada = await portal.signIn({ email: 'ada@example.com' });
    const { meta } = (await expectTold('post', '/api/departments/import_json', 201, {
      body: { data: [{ name: 'Replayed undo 1' }, { name: 'Replayed undo 2' }] },
    })) as unknown as { meta: { changes: number[] } };
    const body = { changes: meta.changes };
    await expectTold('post', '/api/activity/undo_preview', 200, { body });
    const { job } = dataOf(
      await expectTold('post', '/api/activity/undo', 202, { body, more: { 'idempotency-key': 'undo' } }),
    ) as unknown as { job: { id: string } };
    expect(await followJob(ada, job.id)).toMatchObject({ state: 'done' });
    await expectTold('post', '/api/activity/undo_preview', 409, { body });
    await expectTold('post', '/api/activity/undo', 409, { body });
    await expectTold('post', '/api/activity/undo', 404, { body: { changes: [999_999_999] } });
    await expectTold('post', '/api/activity/undo', 422, { body: { changes: [] } });
  });
}
