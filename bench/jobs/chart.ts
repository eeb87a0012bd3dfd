import { finalize, makeRun } from '#tests/support/billing/billing-journey.ts';
import { button, menu, monthBefore, type Job } from './job.ts';

/** An account of the example, and the cost center that pays for it at all times. */
const ACCOUNT = '547132a6-ce6a-4efd-8b74-91df0283439c';
const CENTER = '1000420010';
/** More than any other, so that its bar is the first. */
const AMOUNT = '250000.40';
/** A point in the first bar of the chart. */
const FIRST_BAR = { share: 0.3, y: 30 };

export const whereFrom: Job = {
  name: 'tell where a number of the chart comes from',
  once: async (api) => {
    // The chart begins with the bills of this month, which are for the month before.
    const lines = [
      { account: ACCOUNT, amount: AMOUNT, currency: 'USD' },
      { account: ACCOUNT, amount: '1250.10', currency: 'USD' },
    ];
    await finalize(api, await makeRun(api, 'jobs-chart', lines, monthBefore(1)));
  },
  ready: async () => ({
    go: async (hands) => {
      const { page } = hands;
      await hands.click(menu(page, 'Cloud Billing'));
      const chart = page.getByRole('img', { name: /^Spend per Cost Center/ });
      await hands.see(chart.and(page.locator('[aria-busy=false]')));
      const width = (await chart.boundingBox())?.width ?? 0;
      await hands.click(chart, { x: width * FIRST_BAR.share, y: FIRST_BAR.y });
      await hands.click(page.getByRole('grid').getByRole('link', { name: CENTER, exact: true }));
      await hands.click(button(page, 'See where it comes from'));
      const origin = page.getByRole('dialog', { name: 'Where It Comes From' });
      await hands.click(origin.getByRole('link', { name: /^posting \d+ of billing run \d+$/ }));
      const posting = page.getByRole('dialog', { name: `Charged to ${CENTER}` });
      await hands.see(posting.getByRole('list', { name: 'Lines' }).getByRole('listitem').first());
    },
  }),
};
