import type { Row } from '#tests/support/api.ts';
import { assign, finalize, makeRun } from '#tests/support/billing/billing-journey.ts';
import {
  expect,
  expectUsableByEverybody,
  narrow,
  signIn,
  untilLoaded,
  wide,
} from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { apiOf } from '#tests/support/page-api.ts';

const PICTURES = process.env['SCREENSHOTS'];
/** In the name of who looks, while its cost center is one that nobody knows. */
const TAGGED = '028942627894';

test('an owner sees what others pay for of theirs, and who changed what', async ({ page, elsewhere }) => {
  const desk = await apiOf(await elsewhere('Maya Okafor'));
  const all = (await desk.get<Row[]>('/cost_centers')).body.data;
  const payer = all.find(({ identifier }) => identifier === '1000430030');
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  const run = await makeRun(desk, 'ELSEWHERE-1', [{ account: TAGGED, amount: '55.50' }], month);
  await assign(desk, run, TAGGED, payer?.id ?? 0);
  await finalize(desk, run);

  await signIn(page, 'Anders Lindqvist');
  await untilLoaded(page);
  const paid = page.getByRole('region', { name: 'Booked on cost centers of others' });
  const row = paid.getByRole('row', { name: /player-accounts-production/ });
  await expect(row).toContainText('booked on cost center 1000430030');
  await expect(row).toContainText('55.50 EUR');
  const activity = page.getByRole('list', { name: 'Changes of what is yours' });
  await expect(activity.getByRole('listitem').first()).toBeVisible();
  await expectUsableByEverybody(page);
  if (!PICTURES) return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of [wide, narrow]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await page.screenshot({
        path: `${PICTURES}/my-cloud-${colorScheme}-${size.width}.png`,
        fullPage: true,
      });
    }
});
