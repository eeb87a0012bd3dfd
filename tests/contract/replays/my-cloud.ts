import { it } from 'vitest';
import type { MyCharge } from '#calls/my-cloud.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { type Replayed } from '#tests/support/replay.ts';

/** What is answered of what is in one's own name. */
export function replayMyCloud({ portal, replay: { expectTold } }: Replayed): void {
  it('what is in one’s own name is told as it is told, down to the lines of a charge', async () => {
    const api = await portal.signIn({ email: 'ada@example.com' });
    const desk = billingDesk({ db: portal.db, api });
    const make = estate(portal);
    await make.costCenter('REPLAYED-MINE', {
      companies_id: await make.company('7731'),
      cloud_contact_id: await make.contact('ada@example.com'),
    });
    await make.account('replayed-mine', 'REPLAYED-MINE');
    const line = { account: 'replayed-mine', amount: '3', invoice: 'replayed-mine' };
    const { id } = await desk.run('azure', azureMca([line]), { month: '2024-09' });
    await desk.finalized(id);
    const path = '/api/my_cloud';
    await expectTold('get', path, 200);
    await expectTold('get', `${path}/records?model=cost_centers&q=replayed&page=1&per_page=5`, 200);
    await expectTold('get', `${path}/records?model=cost_centres`, 400);
    await expectTold('get', `${path}/spend`, 200);
    await expectTold('get', `${path}/running`, 200);
    await expectTold('get', `${path}/elsewhere?page=1&per_page=5`, 200);
    await expectTold('get', `${path}/activity?page=1&per_page=5`, 200);
    await expectTold('get', `${path}/due?page=1&per_page=5`, 200);
    const charges = await expectTold('get', `${path}/charges?month=2024-09&page=1&per_page=5`, 200);
    await expectTold('get', `${path}/charges?month=soon`, 400);
    await expectTold('get', `${path}/charges.csv?month=2024-09`, 200);
    const [charge] = charges['data'] as MyCharge[];
    const address = `${path}/charges/${charge?.billing_run}/${charge?.posting}`;
    await expectTold('get', address, 200);
    await expectTold('get', `${address}/lines?page=1&per_page=5`, 200);
    await expectTold('get', `${path}/charges/999999/1`, 403);
    await expectTold('get', `${path}/charges/none/1`, 404);
  });
}
