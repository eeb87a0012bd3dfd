import { readFileSync } from 'node:fs';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { awsCur, googleCostTable, withColumn } from '#tests/support/billing/bill-files.ts';
import { makeCenter, runOf, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/reference-journey.ts';

const OWNED = '410000000001';
const ORPHAN = '410000000002';
const MONTH = '2020-05';

test('spend without tags is read by owner, narrowed, followed to its lines and downloaded', async ({
  page,
  api,
  factory,
}) => {
  await makeCenter(factory, 'UNTAGGED-CC', '7790');
  const owner = { email: 'untagged.owner@example.com', name: 'Uma Owner' };
  const contact = await factory.create(cloudContacts, { ...owner, terminated: false });
  for (const [identifier, cloud_contact_email] of [
    [OWNED, owner.email],
    [ORPHAN, null],
  ] as const)
    await factory.create(cloudParents, {
      identifier,
      name: `Account ${identifier}`,
      cloud_contact_email,
      cost_center: 'UNTAGGED-CC',
      provider_type: 'AwsCloudParent',
    });
  const lines = [
    { account: OWNED, amount: '900', tags: '{"user_cost_center":"C","user_owner":"u","user_project":"p"}' },
    { account: OWNED, amount: '80.5', tags: '{}' },
    { account: OWNED, amount: '19.5', tags: '{"user_owner":"u"}' },
    { account: ORPHAN, amount: '7', tags: '' },
  ];
  const bill = withColumn(
    awsCur(lines.map((line) => ({ ...line, invoice: 'UNTAGGED-1' }))),
    'resource_tags',
    lines.map(({ tags }) => tags),
  );
  const run = await runOf(api, 'aws', 'untagged-aws', bill, MONTH);
  const other = googleCostTable([{ account: 'untagged-none', amount: '5' }], { total: '5' });
  const silent = await runOf(api, 'gcp', 'untagged-gcp', other, MONTH);

  await page.goto(`/auth/untagged-spend?month=${MONTH}`);
  const spend = table(page, 'Untagged Spend');
  const ofOwner = spend.getByRole('row', { name: /Uma Owner/ });
  await expect(ofOwner).toContainText('100.00 USD');
  await expect(ofOwner).toContainText('1,000.00 USD');
  await expect(ofOwner).toContainText('10%');
  await expect(spend.getByRole('row', { name: /No owner/ })).toContainText('7.00 USD');
  await expect(page.getByRole('list', { name: 'Not in these amounts' })).toContainText(
    `Run ${silent}, GCP comes from a file that tells no tags.`,
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
  expect(readFileSync(await file.path(), 'utf8')).toContain(
    `${OWNED},Account ${OWNED},UNTAGGED-CC,USD,100.00`,
  );

  await spend.getByRole('button', { name: `100.00 USD of ${OWNED}: services and lines` }).click();
  const dialog = page.getByRole('dialog', { name: `Untagged spend of ${OWNED}` });
  await dialog.getByRole('button', { name: 'Show 2 lines of AmazonEC2' }).click();
  const rows = dialog.getByRole('list', { name: 'Lines of AmazonEC2' }).getByRole('listitem');
  await expect(rows).toHaveText([/Row 3.*80\.50 USD/, /Row 4.*19\.50 USD/]);
  await expect(dialog.getByRole('link', { name: `Run ${run}, AWS` })).toHaveAttribute(
    'href',
    `/auth/billing-automation/runs/${run}`,
  );
  await expect(dialog.getByRole('link', { name: 'Uma Owner' })).toHaveAttribute(
    'href',
    `/auth/view/cloud_contacts/${contact.id}`,
  );
  await dialog.getByRole('link', { name: `Account ${OWNED}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: OWNED })).toBeVisible();
});

test('a month without a bill says so', async ({ page }) => {
  await page.goto('/auth/untagged-spend?month=2020-01');
  await expect(page.getByRole('heading', { name: 'No bill for January 2020' })).toBeVisible();
});
