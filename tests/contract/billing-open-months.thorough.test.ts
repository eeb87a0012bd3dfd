import { beforeAll, describe, expect, it } from 'vitest';
import { awsDetailed, awsMonthly, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { copilotEstate } from '#tests/support/billing/copilot-estate.ts';
import { githubUsage } from '#tests/support/billing/github-files.ts';
import { mendRows } from '#tests/support/billing/mended-rows.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const { organization } = copilotEstate(portal);
const MIGRATION = '0121_bills_of_open_months';

beforeAll(async () => {
  const make = estate(portal);
  const companies_id = await make.company('1000');
  await make.costCenter('OPEN', { companies_id, cloud_contact_id: await make.contact('open@example.com') });
  for (const account of ['open', 'other']) await make.account(account, 'OPEN');
  for (const name of ['acme', 'globex', 'initech']) await organization(name, 'OPEN');
});

const replaced = (file: string, words: Record<string, string>) =>
  Object.entries(words).reduce((text, [word, other]) => text.replaceAll(word, other), file);

/** A detailed bill of AWS with the row of its sum, which has no day; every test has a payer of its own. */
const detailed = (payer: string, amount: string, invoice: string, account = 'open') =>
  replaced(awsDetailed([{ account, amount }], [['InvoiceTotal', amount]]), {
    '111111111111': payer,
    '900100': invoice,
  });

describe('a bill of AWS whose number is estimated', () => {
  it('is that of its payer and month', async () => {
    const march = await desk.replacing('aws', detailed('333333333331', '4', 'Estimated'));
    const april = await desk.replacing(
      'aws',
      detailed('333333333332', '5', 'estimated').replaceAll('2026-03', '2026-04'),
      { month: '2026-04' },
    );
    expect(march.invoices).toMatchObject([
      { reference: '333333333331-2026-03', invoice: '4.00', confirmed: true },
    ]);
    expect(april.invoices).toMatchObject([{ reference: '333333333332-2026-04', confirmed: true }]);
    expect((await desk.read(march.id)).state).toBe('ready');
  });

  it.each(['Estimated', ''])('is the one that has a number later, where that was "%s"', async (before) => {
    const payer = `33333333334${before.length}`;
    const open = await desk.replacing('aws', detailed(payer, '4', before));
    expect(open.invoices).toHaveLength(1);
    const closed = await desk.replacing('aws', detailed(payer, '5', `80000${before.length}`));
    expect(closed.state).toBe('ready');
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });

  it('is that of its payer and month in a monthly bill, too', async () => {
    const monthly = (amount: string, invoice: string) =>
      replaced(awsMonthly([{ account: 'open', amount, invoice }]), { '111111111111': '333333333335' });
    const open = await desk.replacing('aws', monthly('4', 'Estimated'));
    const closed = await desk.replacing('aws', monthly('5', '800010'));
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });

  it('is known again by its month and accounts where a version before has read it', async () => {
    const open = await desk.replacing('aws', detailed('333333333336', '4', 'Estimated', 'open'));
    await portal.db.query(
      `UPDATE billing_invoices SET invoice_key = 'Estimated', bill = NULL, former_key = NULL WHERE run_id = $1`,
      [open.id],
    );
    await mendRows(portal, MIGRATION);
    await desk.replacing('aws', detailed('333333333337', '4', '800020', 'other'));
    expect((await desk.read(open.id)).state).toBe('ready');
    const closed = await desk.replacing('aws', detailed('333333333336', '5', '800021', 'open'));
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });
});

describe('a report of GitHub', () => {
  const report = (amount: string, month: string, organizationName: string) =>
    githubUsage([{ amount, organization: organizationName, date: `${month}-01` }]);

  it('without a number is the invoice that is told with one later', async () => {
    const open = await desk.replacing('github', report('8', '2026-02', 'acme'), { month: '2026-02' });
    const closed = await desk.replacing('github', report('9', '2026-02', 'acme'), {
      month: '2026-02',
      reference: 'GH-77',
    });
    expect(closed.invoices).toMatchObject([{ reference: 'GH-77' }]);
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });

  it('is known so where a version before has read it', async () => {
    const told = { month: '2026-01' };
    const open = await desk.replacing('github', report('8', '2026-01', 'globex'), told);
    await portal.db.query('UPDATE billing_invoices SET bill = NULL WHERE run_id = $1', [open.id]);
    await mendRows(portal, MIGRATION);
    const closed = await desk.replacing('github', report('9', '2026-01', 'globex'), {
      ...told,
      reference: 'GH-78',
    });
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });
});

describe('a cost table of Google', () => {
  const costs = (account: string, amount: string, invoice: string | null) => {
    const file = replaced(googleCostTable([{ account: 'open', amount }], { total: amount }), {
      '0123AB-4567CD': account,
    });
    if (invoice !== null) return file.replace('5000001', invoice);
    return file.replace(/^Invoice number.*\r\n/m, '').replace(/^Invoice date.*\r\n/m, '');
  };

  it('with neither a number nor a date is that of the month that is told', async () => {
    const march = await desk.replacing('gcp', costs('AAAAAA-000001', '4', null));
    const april = await desk.replacing('gcp', costs('AAAAAA-000001', '5', null), { month: '2026-04' });
    expect(march.invoices).toMatchObject([{ reference: 'AAAAAA-000001-2026-03' }]);
    expect([april.state, (await desk.read(march.id)).state]).toEqual(['ready', 'ready']);
  });

  it('is the one that has a number later', async () => {
    const open = await desk.replacing('gcp', costs('AAAAAA-000002', '4', null));
    const closed = await desk.replacing('gcp', costs('AAAAAA-000002', '5', '5000002'));
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });

  it('is known so where a version before has read it by its account alone', async () => {
    const open = await desk.replacing('gcp', costs('AAAAAA-000003', '4', null));
    await portal.db.query(
      `UPDATE billing_invoices SET invoice_key = 'AAAAAA-000003', bill = NULL WHERE run_id = $1`,
      [open.id],
    );
    await mendRows(portal, MIGRATION);
    const closed = await desk.replacing('gcp', costs('AAAAAA-000003', '5', '5000003'));
    expect(await desk.read(open.id)).toMatchObject({ state: 'superseded', superseded_by: closed.id });
  });
});
