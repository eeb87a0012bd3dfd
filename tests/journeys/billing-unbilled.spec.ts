import { startBigQuery } from '#simulators/big-query/big-query.ts';
import {
  expect,
  expectUsableByEverybody,
  signIn,
  test as base,
  untilLoaded,
} from '#tests/support/journey.ts';
import { spawnPortal, type SpawnedPortal } from '#tests/support/spawned-portal.ts';
import { visit } from '#tests/support/visit.ts';

const EXPORT = 'gcp_billing_export_v1_JOURNEY';
/** Google's months begin at midnight of this place. */
const inMonth = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  timeZone: 'America/Los_Angeles',
});

/** The running month, and the one that may begin before the portal asks for it. */
const months = [0, 1].map((days) => inMonth.format(Date.now() + days * 86_400_000).replace('-', ''));

/** A portal of its own, whose BigQuery has counted two projects in the running month. */
const test = base.extend<{ counted: SpawnedPortal }>({
  counted: [
    async ({}, use) => {
      const bigQuery = await startBigQuery();
      const row = (month: string, id: string, cost: number, credit: number) => ({
        invoice: { month },
        project: { id, name: id.toUpperCase() },
        currency: 'EUR',
        cost,
        credits: [{ amount: credit }],
      });
      bigQuery.put(
        `costs.${EXPORT}`,
        [...new Set(months)].flatMap((month) => [
          row(month, 'unbilled-big', 1200.5, -200),
          row(month, 'unbilled-small', 3, 0),
        ]),
      );
      const portal = await spawnPortal({
        BIGQUERY_PROJECT: 'finops-1',
        BIGQUERY_BILLING_EXPORT: `costs.${EXPORT}`,
        BIGQUERY_API: bigQuery.url,
      });
      await use(portal);
      await portal.stop();
      await bigQuery.close();
    },
    { timeout: 180_000 },
  ],
  person: null,
  baseURL: async ({ counted }, use) => use(counted.url),
});

test('the GCP Trigger shows what the running month costs so far, and the chart says that it is unbilled', async ({
  page,
}) => {
  await signIn(page, 'Maya Okafor');
  await page.goto('/auth/billing-automation?tab=3');
  await expect(page.getByText('No unbilled costs were read yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Update Dashboard' }).click();
  const rows = page.getByRole('table', { name: 'Unbilled Costs' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('UNBILLED-BIG');
  await expect(rows.nth(1)).toContainText('1,000.50 EUR');
  await expect(page.getByRole('heading', { name: /^Unbilled: \w+ \d{4} So Far$/ })).toBeVisible();
  await expect(
    page.getByText(/^No bill yet: it comes with the invoice of the month\. Read .+ from finops-1\.costs\./),
  ).toBeVisible();
  await expectUsableByEverybody(page);

  await visit(page, '/auth/cloud-billing');
  const note = page.getByRole('complementary', { name: 'Unbilled costs' });
  await expect(note).toContainText('€1,003.50');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await note.getByRole('link', { name: 'By project' }).click();
  await expect(page).toHaveURL(/\/auth\/billing-automation\?tab=3$/);
  await expect(rows).toHaveCount(3);
});
