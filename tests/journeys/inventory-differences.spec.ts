import { expect, expectNoAxeViolations, test } from '#tests/support/journey.ts';

test('a difference is repaired where it stands, and that is undone', async ({ page, api }) => {
  const { body } = await api.get<{ id: number; identifier: string; environment: string }[]>(
    '/cloud_parents?by_name=player-insights-staging',
  );
  const [parent] = body.data;
  if (!parent) throw new Error('There is no such cloud parent.');
  const answer = { cloud_parent_id: parent.id, cloud_environment: 'rehearsal' };
  expect((await api.post('/cloud_survey_responses', answer)).status).toBe(201);

  await page.goto(`/auth/view/cloud_parents?by_identifier=${parent.identifier}`);
  await page.getByRole('button', { name: `Actions for ${parent.identifier}` }).click();
  await page.getByRole('menuitem', { name: 'Show differences' }).click();
  await expect(page).toHaveURL(new RegExp(`/inventory_differences\\?by_identifier=${parent.identifier}$`));
  const row = page.locator('tr[data-row]').filter({ hasText: 'rehearsal' });
  await expect(row.locator('td[data-col=kind]')).toHaveText('Environment');
  await expect(row.locator('td[data-col=in_inventory]')).toHaveText(parent.environment);
  await expect(row.getByRole('link', { name: parent.identifier })).toBeVisible();
  await expectNoAxeViolations(page);

  await row.getByRole('button', { name: /^Take rehearsal over from the survey/ }).click();
  // A pointer over the notice has it stay.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(page.getByText('The inventory has been updated!')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The inventory says again what it said before!')).toBeVisible();
  await expect(row).toHaveCount(1);
});
