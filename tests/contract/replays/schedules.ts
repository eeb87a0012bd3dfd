import { it } from 'vitest';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of what is mailed at times. */
export function replaySchedules({ replay }: Pick<Replayed, 'replay'>): void {
  const { expectTold } = replay;

  it('schedules answer as it is told', async () => {
    const body = {
      name: 'Replayed',
      report: 'inventory_report',
      rhythm: 'daily',
      at: '07:30',
      recipients: ['replayed@example.com'],
    };
    const schedule = dataOf(await expectTold('post', '/api/schedules', 201, { body: { schedule: body } }));
    await expectTold('post', '/api/schedules', 409, { body });
    await expectTold('post', '/api/schedules', 422, { body: {} });
    await expectTold('get', '/api/schedules', 200);
    const path = `/api/schedules/${schedule.id}`;
    await expectTold('get', path, 200);
    await expectTold('get', '/api/schedules/999999', 404);
    await expectTold('get', `${path}/history`, 200);
    await expectTold('get', '/api/schedules/999999/history', 404);
    await expectTold('put', path, 200, { body: { at: '08:00', lock_version: 1 } });
    await expectTold('put', path, 409, { body: { at: '09:00', lock_version: 1 } });
    await expectTold('put', path, 422, { body: { at: 'noon' } });
    await expectTold('post', `${path}/run`, 202);
    await expectTold('post', '/api/schedules/999999/run', 404);
    await expectTold('delete', path, 200);
    await expectTold('delete', path, 404);
    await expectTold('post', `${path}/restore`, 200);
    await expectTold('post', `${path}/restore`, 404);
    await expectTold('get', '/api/unsubscribe?credential=none', 403);
    await expectTold('post', '/api/unsubscribe?credential=none', 403);
  });
}
