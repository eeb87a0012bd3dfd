import { it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { downloadPreAp, reviewed } from '#tests/support/billing/pre-ap.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** Booking a run, what owners would be told of it, and taking it back. */
export function replayFinalizedRuns({ portal, replay }: Replayed): void {
  const { expectTold } = replay;

  it('billing runs are finalized and reversed as it is told', async () => {
    const make = estate(portal);
    const companies_id = await make.company('replayed');
    const cloud_contact_id = await make.contact('replayed.owner@example.com');
    await make.costCenter('replayed run', { companies_id, cloud_contact_id });
    await make.account('replayed-run', 'replayed run');
    const line = { account: 'replayed-run', amount: '3', invoice: 'replayed' };
    const api = await portal.signIn({ email: 'ada@example.com' });
    const desk = billingDesk({ db: portal.db, api });
    const { id } = await desk.replacing('azure', azureMca([line]));
    const one = `/api/billing_runs/${id}`;
    await expectTold('get', `${one}/statements`, 200);
    await expectTold('get', '/api/billing_options', 200);
    const parse = '/api/cloud_bills/parse_pre_ap';
    const workbook = await downloadPreAp(portal, id);
    const handedIn = (data: string) => ({ data, input: { provider: 'azure' } });
    const elsewhere = await reviewed(workbook, (rows, column) => {
      for (const row of rows) if (row[column('Posting')] === 1) row[column('GL Account')] = '999';
      return rows;
    });
    const told = { body: { cloud_bill: handedIn(elsewhere) }, more: { 'idempotency-key': 'differs' } };
    const differs = dataOf(await expectTold('post', parse, 202, told));
    await followJob(api, (differs['job'] as { id: string }).id);
    await expectTold('get', one, 200);
    await expectTold('post', `${one}/finalize`, 409, { body: {} });
    await expectTold('post', parse, 422, { body: handedIn(btoa('none')) });
    await expectTold('post', `${one}/reverse`, 409);
    await expectTold('post', `${one}/finalize`, 422, { body: { cloud_bills: 'yes' } });
    const all = { send_invoices: true, cloud_bills: true, big_query: true, email_owners: true };
    const finalized = {
      body: { ...all, accept_differences: true },
      more: { 'idempotency-key': 'finalized' },
    };
    const begun = dataOf(await expectTold('post', `${one}/finalize`, 202, finalized));
    await followJob(api, (begun['job'] as { id: string }).id);
    await expectTold('post', `${one}/finalize`, 409, { body: { billing_run: { cloud_bills: true } } });
    const late = Buffer.from(workbook).toString('base64');
    await expectTold('post', parse, 409, { body: handedIn(late) });
    const [bill] = await desk.bills('replayed');
    await expectTold('delete', `/api/cloud_bills/${bill?.id}`, 409);
    await expectTold('get', `/api/cloud_bills/${bill?.id}/origin`, 200);
    await expectTold('get', '/api/cloud_bills/999999999/origin', 404);
    const corrected = azureMca([{ ...line, amount: '4' }]);
    const { id: later } = await desk.run('azure', corrected, { existing: 'difference' });
    await expectTold('get', `/api/billing_runs/${later}`, 200);
    await expectTold('get', `/api/billing_runs/${later}/correction?page=1`, 200);
    await expectTold('get', `${one}/correction`, 409);
    await expectTold('post', `/api/billing_runs/${later}/existing`, 200, { body: { existing: 'leave' } });
    await expectTold('post', `${one}/reverse`, 202, { more: { 'idempotency-key': 'reversed' } });
    const none = '/api/billing_runs/999999999';
    await expectTold('post', `${none}/finalize`, 404, { body: {} });
    await expectTold('post', `${none}/reverse`, 404);
    for (const part of ['statements', 'pre_ap.xlsx', 'reconciliation', 'correction'])
      await expectTold('get', `${none}/${part}`, 404);
  });
}
