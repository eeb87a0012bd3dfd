import { expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ AP_EMAIL: 'Accounts.Payable@example.com' });
const desk = billingDesk(portal);

interface Mail {
  to: string;
  subject: string;
}

it('accounts payable are mailed the invoices of a run, and hear when it is reversed', async () => {
  const make = estate(portal);
  const cloud_contact_id = await make.contact('owner@example.com');
  await make.costCenter('AP1', { companies_id: await make.company('1000'), cloud_contact_id });
  await make.account('ap-1', 'AP1');
  const { id } = await desk.run('azure', azureMca([{ account: 'ap-1', amount: '1', invoice: 'AP-1' }]));
  const { options } = await desk.finalized(id, { send_invoices: true, cloud_bills: true });
  expect(options.map(({ name, note }) => [name, note])).toEqual([
    ['cloud_bills', '1 bill charged for 2026-03.'],
    ['send_invoices', 'Mailed to accounts.payable@example.com.'],
  ]);
  await desk.reversed(id);
  const { body } = await portal.api.get<Mail[]>('/outbox?q=accounts.payable&sort=id');
  expect(body.data.map(({ to, subject }) => [to, subject])).toEqual([
    ['accounts.payable@example.com', `Invoices of billing run ${id}, 2026-03`],
    ['accounts.payable@example.com', `Reversal of billing run ${id}, 2026-03`],
  ]);
});
