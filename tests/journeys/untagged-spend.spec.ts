import { readFileSync } from 'node:fs';
import type { Api, Row } from '#tests/support/api.ts';
import { awsCur, googleCostTable, withColumn } from '#tests/support/billing/bill-files.ts';
import { runOf, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { databaseAt } from '#tests/support/portal-database.ts';

const ORPHAN = '410000000002';
const MONTH = '2020-08';

/** An account of AWS whose owner the portal knows. */
async function ownedAccount(api: Api) {
  const query = 'by_provider_type=AwsCloudParent&page=1&per_page=100';
  for (const account of (await api.get<Row[]>(`/cloud_parents?${query}`)).body.data) {
    const email = encodeURIComponent(String(account['cloud_contact_email']));
    const [owner] = (await api.get<Row[]>(`/cloud_contacts?by_email=${email}&page=1&per_page=1`)).body.data;
    if (owner && owner['email'] === account['cloud_contact_email']) return { account, owner };
  }
  throw new Error('No account of AWS has an owner.');
}

test('spend without tags is read by owner, narrowed, followed to its lines and downloaded', async ({
  page,
  api,
}) => {
  const { account, owner } = await ownedAccount(api);
  const owned = String(account['identifier']);
  const ownerName = String(owner['name'] ?? owner['email']);
  const lines = [
    { account: owned, amount: '900', tags: '{"user_cost_center":"C","user_owner":"u","user_project":"p"}' },
    { account: owned, amount: '80.5', tags: '{}' },
    { account: owned, amount: '19.5', tags: '{"user_owner":"u"}' },
    { account: ORPHAN, amount: '7', tags: '' },
  ];
  const bill = withColumn(
    awsCur(lines.map((line) => ({ ...line, invoice: 'UNTAGGED-1' }))),
    'resource_tags',
    lines.map(({ tags }) => tags),
  );
  const run = await runOf(api, 'aws', 'untagged-aws', bill, MONTH);
  const other = googleCostTable([{ account: 'untagged-none', amount: '5' }], {
    total: '5',
    invoice: '7310001',
  });
  const silent = await runOf(api, 'gcp', 'untagged-gcp', other, MONTH);

  await page.goto(`/auth/untagged-spend?month=${MONTH}`);
  const spend = table(page, 'Untagged Spend');
  const ofOwner = spend.getByRole('row', { name: ownerName });
  await expect(ofOwner).toContainText('100.00 USD');
  await expect(ofOwner).toContainText('1,000.00 USD');
  await expect(ofOwner).toContainText('10%');
  await expect(spend.getByRole('row', { name: /No owner/ })).toContainText('7.00 USD');
  await expect(page.getByRole('list', { name: 'Not in these amounts' })).toContainText(
    `Run ${silent}, Google Cloud comes from a file without tags.`,
  );
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'AWS' }).click();
  await expect(page.getByRole('list', { name: 'Not in these amounts' })).toBeHidden();
  await page.getByRole('combobox', { name: 'Lacking' }).click();
  await page.getByRole('option', { name: 'All tags' }).click();
  await expect(ofOwner).toContainText('80.50 USD');
  await expect(page).toHaveURL(/provider=aws/);
  await expect(page).toHaveURL(/lacks=all/);
  await page.reload();
  await expect(ofOwner).toContainText('80.50 USD');
  await page.getByRole('combobox', { name: 'Lacking' }).click();
  await page.getByRole('option', { name: 'Any demanded tag' }).click();
  await expect(ofOwner).toContainText('100.00 USD');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`untagged_spend_aws_${MONTH}.csv`);
  expect(readFileSync(await file.path(), 'utf8')).toContain(`AWS,${owned},`);

  const called = String(account['name'] || owned);
  await spend.getByRole('button', { name: `100.00 USD of ${called}: services and lines` }).click();
  const dialog = page.getByRole('dialog', { name: `Untagged spend of ${called}` });
  await dialog.getByRole('button', { name: 'Show 2 lines of AmazonEC2' }).click();
  const rows = dialog.getByRole('list', { name: 'Lines of AmazonEC2' }).getByRole('listitem');
  await expect(rows).toHaveText([/Row 3.*80\.50 USD/, /Row 4.*19\.50 USD/]);
  await expect(dialog.getByRole('link', { name: `Run ${run}, AWS` })).toHaveAttribute(
    'href',
    `/auth/billing-automation/runs/${run}`,
  );
  await expect(dialog.getByRole('link', { name: ownerName })).toHaveAttribute(
    'href',
    `/auth/view/cloud_contacts/${owner.id}`,
  );
  await dialog.getByRole('link', { name: called }).click();
  await expect(page.getByRole('heading', { level: 1, name: called })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(owned);
});

test('a month without a bill says so', async ({ page }) => {
  await page.goto('/auth/untagged-spend?month=2020-01');
  await expect(page.getByRole('heading', { name: 'No bill for January 2020' })).toBeVisible();
});

test('tags of one month that are being counted leave those of another to be counted, and what failed is tried again', async ({
  page,
  api,
  portal,
}) => {
  // Months that the page offers then, and of which nobody else has a bill.
  await page.clock.setFixedTime('2023-02-28T12:00:00Z');
  const [one, other] = ['2021-06', '2021-05'] as const;
  const runs: number[] = [];
  for (const month of [one, other]) {
    const invoice = `COUNTED-${month}`;
    const bill = withColumn(awsCur([{ account: ORPHAN, amount: '7', invoice }]), 'resource_tags', [
      '{"user_owner":"u"}',
    ]);
    runs.push(await runOf(api, 'aws', invoice, bill, month));
  }
  const db = databaseAt(portal.dataDir);
  const held = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  try {
    // As runs stand that the portal read before it counted tags.
    await db.query('UPDATE billing_runs SET tag_keys = NULL WHERE id = ANY($1)', [runs]);
    const holding = db.transaction(async (tx) => {
      await tx.query('SELECT FROM billing_runs WHERE id = ANY($1) FOR UPDATE', [runs]);
      held.resolve();
      await ending.promise;
    });
    await held.promise;
    await page.goto(`/auth/untagged-spend?month=${one}`);
    const count = page.getByRole('button', { name: 'Count Their Tags' });
    await count.click();
    await expect(page.getByText('Tags are being counted.')).toBeVisible();
    await expect(count).toBeDisabled();
    await page.getByRole('combobox', { name: 'Month' }).click();
    await page.getByRole('option', { name: formatMonth(other) }).click();
    await expect(page.getByRole('list', { name: 'Not in these amounts' })).toContainText(`Run ${runs[1]},`);
    await expect(count).toBeEnabled();
    ending.resolve();
    await holding;

    // A file that is lost ends the job at once.
    await db.query('DELETE FROM billing_sent_files WHERE run_id = $1', [runs[1]]);
    await db.query(`DELETE FROM file_owners WHERE owner_kind = 'billing_run' AND owner_id = $1`, [
      String(runs[1]),
    ]);
    await count.click();
    await expect(
      page.getByRole('region', { name: 'Your background work' }).getByText('Failed'),
    ).toBeVisible();
    await expect(count).toBeEnabled();
  } finally {
    ending.resolve();
    await db.close();
  }
});
