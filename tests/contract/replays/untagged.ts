import { it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of spend without tags. */
export function replayUntagged({ portal, replay: { expectTold } }: Replayed): void {
  it('what is spent without tags is told, downloaded and counted again as it is told', async () => {
    const api = await portal.signIn({ email: 'ada@example.com' });
    const desk = billingDesk({ db: portal.db, api });
    const line = { account: 'replayed-untagged', amount: '3', invoice: 'replayed-untagged' };
    const { id } = await desk.run('azure', azureMca([line]), { month: '2024-07' });
    const path = '/api/untagged_spend';
    await expectTold('get', `${path}?month=2024-07&provider=azure&lacks=owner&page=1&per_page=5`, 200);
    await expectTold('get', `${path}?month=soon`, 400);
    await expectTold('get', `${path}.csv?month=2024-07`, 200);
    await expectTold('get', `${path}.csv?lacks=colour`, 400);
    await expectTold('get', `${path}/services?month=2024-07&by_identifier=replayed-untagged`, 200);
    await expectTold('get', `${path}/services?month=2024-07`, 400);
    await expectTold('get', `/api/billing_runs/${id}/lines?by_lacks=any&by_service=Virtual%20Machines`, 200);
    await expectTold('get', `/api/billing_runs/${id}/lines?by_service=Storage`, 400);
    await expectTold('post', `${path}/count`, 422, { body: { month: 'soon' } });
    await expectTold('post', `${path}/count`, 409, { body: { untagged_spend: { month: '2024-07' } } });
    await portal.db.query('UPDATE billing_runs SET tag_keys = NULL WHERE id = $1', [id]);
    const begun = dataOf(
      await expectTold('post', `${path}/count`, 202, {
        body: { month: '2024-07' },
        more: { 'idempotency-key': 'tags-counted' },
      }),
    );
    await followJob(api, (begun['job'] as { id: string }).id);
  });
}
