import { it } from 'vitest';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of the running month, and of what is unusual in it. */
export function replayRunningCosts({ portal, replay: { expectTold } }: Replayed): void {
  it('the running month is told, downloaded and read anew as it is told', async () => {
    const api = await portal.signIn({ email: 'ada@example.com' });
    const path = '/api/running_costs';
    const begun = dataOf(
      await expectTold('post', `${path}/refresh`, 202, {
        body: {},
        more: { 'idempotency-key': 'running-month' },
      }),
    );
    await followJob(api, (begun['job'] as { id: string }).id);
    await expectTold('get', `${path}?provider=aws&page=1&per_page=5`, 200);
    await expectTold('get', `${path}?month=soon`, 400);
    await expectTold('get', `${path}/days?q=EC2`, 200);
    await expectTold('get', `${path}.csv`, 200);
    await expectTold('post', `${path}/refresh`, 422, { body: { provider: 'aws' } });
  });

  it('anomalies are told, acknowledged and muted as it is told', async () => {
    const { rows } = await portal.db.query<{ id: number }>(
      `INSERT INTO anomalies (kind, provider, account, service, currency, decimals, first_day, last_day, cost, expected)
       VALUES ('spike', 'aws', 'replayed', 'AmazonEC2', 'USD', 2, today(), today(), 900, 100) RETURNING id`,
    );
    const path = '/api/anomalies';
    await expectTold('get', `${path}?by_state=open&q=replayed&page=1&per_page=5`, 200);
    await expectTold('get', `${path}?by_state=loud`, 400);
    await expectTold('get', `${path}.csv?by_kind=spike`, 200);
    await expectTold('post', `${path}/${rows[0]?.id}/acknowledge`, 200, { body: { reason: 'A load test.' } });
    await expectTold('post', `${path}/${rows[0]?.id}/acknowledge`, 422, { body: { reason: '' } });
    await expectTold('post', `${path}/999999/acknowledge`, 404, { body: { reason: 'None.' } });
    const mute = { account: 'replayed', service: '*', until: '2099-12-31', reason: 'It moves.' };
    const made = dataOf(await expectTold('post', '/api/anomaly_mutes', 201, { body: mute }));
    await expectTold('post', '/api/anomaly_mutes', 422, { body: { ...mute, until: '2020-01-01' } });
    await expectTold('get', '/api/anomaly_mutes', 200);
    await expectTold('delete', `/api/anomaly_mutes/${String(made['id'])}`, 200);
    await expectTold('delete', '/api/anomaly_mutes/999999', 404);
  });
}
