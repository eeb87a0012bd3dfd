import { it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** How far months are, and what is accrued for those whose invoice has not come. */
export function replayClose({ portal, replay: { expectTold } }: Replayed): void {
  it('the month close and its accruals are told, made and reversed as it is told', async () => {
    const make = estate(portal);
    const companies_id = await make.company('7760', { clearing_gl: '210000' });
    const cloud_contact_id = await make.contact('closes@example.com');
    await make.costCenter('CLOSED', { companies_id, cloud_contact_id });
    await make.account('closed', 'CLOSED');
    const api = await portal.signIn({ email: 'ada@example.com' });
    const desk = billingDesk({ db: portal.db, api });
    const line = { account: 'closed', amount: '3', invoice: 'closed' };
    const { id } = await desk.run('azure', azureMca([line]), { month: '2023-03' });
    await desk.finalized(id);
    await expectTold('get', '/api/month_close?month=2023-04&months=2', 200);
    await expectTold('get', '/api/month_close?month=soon', 400);
    const journal = `/api/billing_runs/${id}/journal.csv`;
    await expectTold('get', `${journal}?posting_date=2023-04-01&document_type=SA`, 200);
    await expectTold('get', `${journal}?document_type=none`, 400);
    const asked = { provider: 'azure', month: '2023-04' };
    const suggestion = '/api/billing_accruals/suggestion';
    await expectTold('get', `${suggestion}?provider=azure&month=2023-04&percent=50`, 200);
    await expectTold('get', `${suggestion}?provider=azure`, 400);
    const told = { body: asked, more: { 'idempotency-key': 'accrued' } };
    const accrual = dataOf(await expectTold('post', '/api/billing_accruals', 201, told));
    await expectTold('post', '/api/billing_accruals', 409, { body: { billing_accrual: asked } });
    await expectTold('post', '/api/billing_accruals', 422, { body: { ...asked, month: 'soon' } });
    const one = `/api/billing_accruals/${String(accrual['id'])}`;
    await expectTold('get', one, 200);
    await expectTold('get', `${one}/sheet.xlsx`, 200);
    await expectTold('get', `${one}/sheet.xlsx?reversal=maybe`, 400);
    await expectTold('get', `${one}/journal.csv`, 200);
    await expectTold('get', '/api/focus/cost_and_usage.csv?month=2023-03&provider=azure', 200);
    await expectTold('get', '/api/focus/cost_and_usage.csv?month=soon', 400);
    await portal.db.query(`UPDATE companies SET clearing_gl = NULL WHERE code = '7760'`);
    for (const path of [journal, `${one}/journal.csv`]) await expectTold('get', path, 409);
    const again = await desk.run('azure', azureMca([{ ...line, invoice: 'closed-2' }]), { month: '2023-04' });
    await desk.finalized(again.id);
    await expectTold('get', one, 200);
    await expectTold('post', `${one}/reverse`, 422, { body: { why: 'so' } });
    await expectTold('post', `${one}/reverse`, 200, { more: { 'idempotency-key': 'reversed-accrual' } });
    await expectTold('post', `${one}/reverse`, 409);
    await expectTold('get', `${one}/sheet.xlsx?reversal=true`, 200);
    await expectTold('get', '/api/month_close?month=2023-04', 200);
    const none = '/api/billing_accruals/999999999';
    for (const part of ['', '/sheet.xlsx', '/journal.csv']) await expectTold('get', `${none}${part}`, 404);
    await expectTold('post', `${none}/reverse`, 404);
    await expectTold('get', '/api/billing_runs/999999999/journal.csv', 404);
  });
}
