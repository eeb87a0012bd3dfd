import type { Row } from '#tests/support/api.ts';
import { ofMonth } from '#tests/support/billing/billing-desk.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { makeRun, PAGE, table } from '#tests/support/billing/billing-journey.ts';
import { button, menu, monthBefore, title, type Job } from './job.ts';

/** Charged to whom the example's accounts of Azure name. */
const CENTER = '1000420010';

/** The example fetches no bill of it, yet most of its cost centers are valid in it. */
const MONTHS_AGO = 4;

export const beginRun: Job = {
  name: 'begin a billing run from an invoice, and see its totals',
  ready: async (api, round) => {
    const { body } = await api.get<Row[]>('/cloud_parents?by_provider_type=Azure&by_terminated=false');
    const lines = body.data.map(({ identifier }, at) => ({
      account: String(identifier),
      amount: (1000 + at * 10 + round).toFixed(2),
      invoice: `JOBS-${round}`,
    }));
    const invoice = ofMonth(azureMca(lines), monthBefore(MONTHS_AGO));
    return {
      go: async (hands) => {
        const { page } = hands;
        await hands.click(menu(page, 'Billing Automation'));
        const form = page.getByRole('form', { name: 'Process an Invoice' });
        await hands.chooseFile(button(form, 'Choose a file'), `azure-${round}.csv`, invoice);
        await hands.click(button(form, 'Submit'));
        await hands.click(page.getByRole('link', { name: /^Follow billing run/ }));
        await hands.see(title(page, /^Billing Run \d+$/));
        await hands.see(table(page, 'Reconciliation'));
        await hands.see(table(page, 'Postings'));
      },
    };
  },
};

export const assignException: Job = {
  name: 'give an exception of a run its cost center',
  ready: async (api, round) => {
    const account = `jobs-unknown-${round}`;
    const run = await makeRun(api, account, [{ account, amount: '123.45' }], monthBefore(MONTHS_AGO));
    return {
      from: `${PAGE}/runs/${run}`,
      go: async (hands) => {
        const { page } = hands;
        await hands.click(button(page, `Assign ${account}`));
        const dialog = page.getByRole('dialog', { name: `Assign ${account}` });
        await hands.type(dialog.getByRole('combobox', { name: 'Cost Center' }), CENTER);
        await hands.click(page.getByRole('option', { name: CENTER }));
        await hands.click(button(dialog, 'Assign'));
        await hands.see(page.getByRole('main').getByText('Ready', { exact: true }));
      },
    };
  },
};
