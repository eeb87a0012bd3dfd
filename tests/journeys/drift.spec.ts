import { expect, expectUsableByEverybody, narrow, test, wide } from '#tests/support/journey.ts';
import type { Row } from '#tests/support/api.ts';

test('an account of a terminated contact is given to somebody else where it stands, and back', async ({
  page,
  api,
}) => {
  const heir = 'drift-heir@example.com';
  expect((await api.post('/cloud_contacts/by_email', { email: heir })).status).toBeLessThan(300);
  const account = (await api.get<Row[]>('/cloud_parents?by_name=player-insights-staging')).body.data[0];
  const mail = String(account?.['cloud_contact_email']);
  const terminate = async (terminated: boolean) => {
    const contact = (await api.get<Row[]>(`/cloud_contacts?by_email=${mail}`)).body.data[0];
    const { status } = await api.put(`/cloud_contacts/${contact?.id}`, {
      terminated,
      lock_version: contact?.lock_version,
    });
    expect(status).toBe(200);
  };
  await terminate(true);
  try {
    await page.goto(`/auth/view/drift_findings?by_subject=${String(account?.['identifier'])}`);
    const row = page.locator('tr[data-row]').filter({ hasText: String(account?.['identifier']) });
    await expect(row).toContainText('Live account of a terminated contact');
    await expectUsableByEverybody(page);
    const give = row.getByRole('button', { name: /^Give to somebody/ });
    await page.setViewportSize(narrow);
    // On a telephone there is room between what is pressed and the edge of its card.
    const ends = (box: Awaited<ReturnType<typeof row.boundingBox>>) => (box?.y ?? 0) + (box?.height ?? 0);
    await expect
      .poll(async () => ends(await row.boundingBox()) - ends(await give.boundingBox()))
      .toBeGreaterThanOrEqual(3);
    // Its card has room for one button whose words are whole, on the smallest telephone too.
    await page.setViewportSize({ width: 320, height: 700 });
    const words = give.getByText('Give to somebody');
    expect(await words.evaluate((all) => all.scrollWidth - all.clientWidth)).toBeLessThanOrEqual(0);
    const more = row.getByRole('button', { name: /^More repairs/ });
    await more.click();
    await page.getByRole('menuitem', { name: 'Hand over everything' }).click();
    await expect(page.getByRole('dialog', { name: 'Hand Over Everything' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await page.setViewportSize(wide);
    await expect(more).toBeHidden();
    // The text of the cell that has the focus is read whole, over this one too, and is not in the way.
    await row.locator('td[data-col=subject]').focus();
    await give.click();
    const dialog = page.getByRole('dialog', { name: 'Give to Another Owner' });
    await expect(dialog.getByLabel('New Owner')).toBeFocused();
    // Names are offered once somebody types: before that they would cover the answers.
    await dialog.getByRole('button', { name: 'Give', exact: true }).click({ trial: true });
    await expect(page.getByRole('option')).toHaveCount(0);
    await dialog.getByLabel('New Owner').fill(heir);
    await page.getByRole('option', { name: heir }).click();
    await dialog.getByRole('button', { name: 'Give', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).hover();
    await expect(page.getByText(`belongs to ${heir} now!`)).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('It is again as it was before!')).toBeVisible();
    await expect(row).toHaveCount(1);
  } finally {
    await terminate(false);
  }
});
