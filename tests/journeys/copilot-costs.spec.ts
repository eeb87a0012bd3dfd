import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import { makeCenter, PAGE, runOf, table } from '#tests/support/billing/billing-journey.ts';
import { azureWithCopilot, githubUsage } from '#tests/support/billing/github-files.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

test('what Copilot costs is read by cost center and by seat, and what two bills charge is decided on', async ({
  page,
  api,
  factory,
}) => {
  const center = await makeCenter(factory, 'COPILOT-CC-1', '7740');
  await factory.create(githubOrganizationApps, { name: 'copilot-journey', cost_centers_id: center.id });
  for (const [github_username, cost_center] of [
    ['journey-ann', 'COPILOT-CC-1'],
    ['journey-bob', null],
  ] as const)
    await factory.create(githubCopilotUsers, {
      github_username,
      cost_center,
      github_organization: 'copilot-journey',
    });
  const line = { amount: '38', organization: 'copilot-journey' };
  const azure = await runOf(
    api,
    'azure',
    'copilot-azure',
    azureWithCopilot([{ ...line, invoice: 'COPILOT-1' }]),
    '2025-06',
  );
  const github = await runOf(
    api,
    'github',
    'copilot-github',
    githubUsage([{ ...line, user: 'journey-ann' }]),
    '2025-06',
  );

  await page.goto('/auth/copilot-costs?from=2025-06&to=2025-06');
  const ofAzure = table(page, `June 2025, Azure, run ${azure}`);
  await expect(ofAzure.getByRole('row', { name: /COPILOT-CC-1/ })).toContainText('38.00 EUR');
  await expect(ofAzure.getByRole('row', { name: /Total of the run/ })).toContainText('38.00 EUR');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await ofAzure.getByRole('button', { name: 'COPILOT-CC-1' }).click();
  const seats = page
    .getByRole('dialog', { name: 'Seats of COPILOT-CC-1' })
    .getByRole('list', { name: 'Seats' });
  await expect(seats.getByRole('listitem')).toHaveCount(2);
  await expect(seats).toContainText('Names no cost center, so COPILOT-CC-1 of copilot-journey is');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: `Run ${github}` }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}/runs/${github}$`));
  const part = page.getByRole('region', { name: 'GitHub' });
  await expect(part.getByRole('alert')).toContainText(
    `38.00 USD by this run and 38.00 EUR by run ${azure}, Azure`,
  );
  await part.getByRole('button', { name: 'Charge both for copilot-journey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Charge Both' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It moved to Azure on the 14th.');
  await dialog.getByRole('button', { name: 'Charge Both' }).click();
  await expect(dialog).toBeHidden();
  await expect(part.getByRole('alert')).toContainText('It moved to Azure on the 14th.');
  await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible();

  // Who opens a run while it is worked on sees the rest of its page.
  await page.route(`**/api/billing_runs/${github}`, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ json: { data: { ...data, state: 'finalizing' } } });
  });
  await page.reload();
  await expect(page.getByText('Finalizing', { exact: true }).first()).toBeVisible();
  await expect(table(page, 'Postings')).toBeVisible();
  await expect(part).toHaveCount(0);
});
