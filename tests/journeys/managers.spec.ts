import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

const MANAGERS = [
  {
    address: '/auth/missing-tags-report',
    heading: 'Missing Report Tags',
    add: 'Add New Missing Report Tag',
    noun: 'missing report tag',
    title: 'Print Debug Message',
    value: 'Told by a journey',
    list: 'Terms to Ignore',
    noTitle: 'print message is required',
    noText: 'At least a term of ignore is required',
    duplicate: 'A missing report tag with this print message already exists.',
  },
  {
    address: '/auth/customers',
    heading: 'Customers',
    add: 'Add New Customer',
    noun: 'customer',
    title: 'Name',
    value: 'Journey Lotteries',
    list: 'SFDC IDs',
    noTitle: 'Customer name is required',
    noText: 'At least a sfdc id is required',
    duplicate: 'A customer with this name already exists.',
  },
] as const;

for (const { address, heading, add, noun, title, value, list, noTitle, noText, duplicate } of MANAGERS)
  test(`the manager of ${heading} adds in a dialog, and edits its lists as chips`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const open = async () => {
      await page.getByRole('button', { name: add }).click();
      return page.getByRole('dialog', { name: add });
    };
    let dialog = await open();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByText(noTitle)).toBeVisible();
    await expect(dialog.getByText(noText)).toBeVisible();
    await expectUsableByEverybody(page);
    const fill = async () => {
      await dialog.getByRole('textbox', { name: title }).fill(value);
      const chips = dialog
        .getByRole('textbox', { name: list })
        .or(dialog.getByRole('combobox', { name: list }));
      await chips.fill('first');
      await chips.press('Enter');
      await chips.fill('second');
      await chips.press('Enter');
    };
    await fill();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    expect(Object.values((await sent).postDataJSON() as object)).toContain('["first","second"]');
    await expect(page.getByText(`Successfully added a new ${noun}!`)).toBeVisible();
    await expect(dialog).toHaveCount(0);

    dialog = await open();
    await fill();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByText(duplicate).first()).toBeVisible();
    await expect(
      dialog.getByText(`There was a problem adding this ${noun}. Please try again.`),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Sure to cancel?' }).getByRole('button', { name: 'Yes' }).click();

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: `Edit ${value}` }).click();
    const table = page.getByRole('grid', { name: heading });
    await expect(table.getByText('first', { exact: true })).toBeVisible();
    const chips = table.getByRole('combobox', { name: list }).or(table.getByRole('textbox', { name: list }));
    await chips.fill('third');
    await chips.press('Enter');
    await page.getByRole('button', { name: `Save ${value}` }).click();
    await expect(page.getByText(`Your ${noun} has been updated!`)).toBeVisible();
    await expect(table.getByRole('row').filter({ hasText: value })).toContainText('first ; second ; third');
    await page.getByRole('button', { name: `Delete ${value}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText(`The ${noun} has been deleted!`)).toBeVisible();
  });

for (const { address, heading, noun } of MANAGERS)
  test(`a delete that the manager of ${heading} is refused says so in its own words, and then why`, async ({
    page,
  }) => {
    await page.goto(address);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const rows = page.getByRole('grid', { name: heading }).locator('tr[data-row]');
    await expect(rows.first()).toBeVisible();
    const reason = 'Something else refers to it, so it stays.';
    await page.route('**/api/**', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { error: reason, errors: [] } })
        : route.fallback(),
    );
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: `There was a problem deleting this ${noun}. Please try again.` });
    await expect(refusal).toContainText(reason);
    await expect(rows.first()).toBeVisible();
  });
