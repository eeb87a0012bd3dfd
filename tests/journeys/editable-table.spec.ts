import { button, costCenter, openTable, rowOf, table } from '#tests/support/cost-center-table.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/journey.ts';

test(
  'a row is edited with the keyboard, and the focus comes back to its button',
  { tag: '@core' },
  async ({ page, api }) => {
    const { identifier } = await costCenter(api);
    await openTable(page);
    await button(page, `Edit ${identifier}`).press('Enter');
    await expect(table(page).getByRole('textbox', { name: 'Identifier', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(table(page).getByRole('textbox', { name: 'Company Code', exact: true })).toBeFocused();
    await page.keyboard.type('42');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your cost center has been updated!')).toBeVisible();
    await expect(button(page, `Edit ${identifier}`)).toBeFocused();
    await expect(rowOf(page, identifier).locator('[data-lead] + td')).toHaveText('42');
  },
);

test('days can be read to their end in the row that is edited', async ({ page, api }) => {
  const { identifier } = await costCenter(api, { active_at: '2026-03-07', expired_at: '2031-11-28' });
  await openTable(page);
  await button(page, `Edit ${identifier}`).click();
  for (const [name, day] of [
    ['Active At', '03-07-2026'],
    ['Expired At', '11-28-2031'],
  ] as const) {
    const input = table(page).getByRole('combobox', { name, exact: true });
    await expect(input).toHaveValue(day);
    expect(await input.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
});

test('only one row is in editing, and Cancel asks first where something was changed', async ({
  page,
  api,
}) => {
  const first = await costCenter(api);
  const second = await costCenter(api);
  await openTable(page);
  await button(page, `Edit ${first.identifier}`).click();
  await expect(button(page, `Edit ${second.identifier}`)).toBeDisabled();
  await expect(button(page, `Copy ${second.identifier}`)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add a Row' })).toBeDisabled();

  const question = page.getByRole('alertdialog', { name: 'Sure to cancel?' });
  await page.keyboard.press('Escape');
  await expect(button(page, `Edit ${first.identifier}`)).toBeFocused();
  await button(page, `Edit ${first.identifier}`).click();
  await button(page, `Cancel ${first.identifier}`).click();
  await expect(button(page, `Edit ${first.identifier}`)).toBeFocused();

  await button(page, `Edit ${first.identifier}`).click();
  await table(page).getByRole('textbox', { name: 'Identifier', exact: true }).fill('Changed');
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Yes' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(table(page).getByRole('textbox', { name: 'Identifier', exact: true })).toBeFocused();

  await button(page, `Cancel ${first.identifier}`).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(button(page, `Edit ${first.identifier}`)).toBeFocused();
  await expect(button(page, `Edit ${second.identifier}`)).toBeEnabled();
});

test(
  'a row is added on top, once however often Save is pressed, with the owner of its cost center',
  { tag: '@core' },
  async ({ page, api }) => {
    const parent = await costCenter(api);
    const identifier = `${parent.identifier}/01`;
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/cost_centers'))
        posts.push(request.url());
    });
    await openTable(page, '?sort=identifier');
    await page.getByRole('button', { name: 'Add a Row' }).click();
    const newRow = page.getByRole('grid', { name: 'New Cost Center' });
    await button(page, 'Save the new cost center').click();
    await expect(
      page.getByText('There was a problem adding this cost center record. Please try again.'),
    ).toBeVisible();
    await expect(newRow.getByText('Identifier is required.')).toBeVisible();
    await expect(newRow.getByRole('textbox', { name: 'Identifier', exact: true })).toBeFocused();

    posts.length = 0;
    await page.keyboard.type(identifier);
    await page.keyboard.press('Tab');
    await expect(newRow.getByRole('combobox', { name: 'Cloud Contact Email' })).toHaveValue(
      new RegExp(String(parent.cloud_contact_email)),
    );
    await button(page, 'Save the new cost center').dblclick();
    await expect(page.getByText('Successfully added a new cost center!')).toBeVisible();
    expect(posts).toHaveLength(1);
    await expect(table(page).getByRole('row').nth(2).locator('[data-lead]')).toHaveText(identifier);
    // The next one is ready, and in nobody's way until something is typed into it.
    const next = newRow.getByRole('textbox', { name: 'Identifier', exact: true });
    await expect(next).toBeFocused();
    await expect(next).toHaveValue('');
    await expect(button(page, `Edit ${identifier}`)).toBeEnabled();
    await page.keyboard.type('Next');
    await expect(button(page, `Edit ${identifier}`)).toBeDisabled();
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog', { name: 'Sure to cancel?' })
      .getByRole('button', { name: 'Yes' })
      .click();
    await expect(newRow).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add a Row' })).toBeFocused();
  },
);

test(
  'a duplicate is told with its sentence, and what was typed stays',
  { tag: '@core' },
  async ({ page, api }) => {
    const { identifier } = await costCenter(api);
    await openTable(page);
    await button(page, `Copy ${identifier}`).click();
    const dialog = page.getByRole('dialog', { name: 'Copy Cost Center' });
    const name = dialog.getByRole('textbox', { name: 'Identifier' });
    await expect(name).toHaveValue('');
    await expectNoAxeViolations(page);
    await name.fill(` ${String(identifier).toLowerCase()} `);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByRole('alert').getByText('Duplicate identifier found. Please enter a unique identifier!'),
    ).toBeVisible();
    await expect(name).toHaveValue(` ${String(identifier).toLowerCase()} `);

    await name.fill(`${identifier}-copy`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Successfully copied a new cost center!')).toBeVisible();
    await expect(rowOf(page, `${identifier}-copy`)).toBeVisible();
  },
);

test('Delete asks, tells why it is refused, and removes the row', { tag: '@core' }, async ({ page, api }) => {
  const gone = await costCenter(api);
  const kept = await costCenter(api);
  const user = await costCenter(api, { new_cost_center_id: kept.id });
  await openTable(page);
  await button(page, `Delete ${kept.identifier}`).click();
  await page
    .getByRole('alertdialog', { name: 'Sure to delete?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(page.getByRole('alert').getByText(/cannot be deleted/)).toBeVisible();
  await expect(button(page, `Delete ${kept.identifier}`)).toBeFocused();

  // Whoever presses Enter twice deletes nothing.
  await button(page, `Delete ${gone.identifier}`).press('Enter');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, `Delete ${gone.identifier}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The cost center has been deleted!')).toBeVisible();
  await expect(rowOf(page, gone.identifier)).toHaveCount(0);
  await expect(rowOf(page, user.identifier)).toBeVisible();
});

test(
  'what is typed stays when the server fails, and a list that cannot be loaded is no empty list',
  { tag: '@core' },
  async ({ page, api }) => {
    const { identifier } = await costCenter(api);
    await openTable(page);
    await button(page, `Edit ${identifier}`).click();
    const code = table(page).getByRole('textbox', { name: 'Company Code', exact: true });
    await code.fill('99');
    await page.context().setOffline(true);
    await code.press('Enter');
    await expect(
      page.getByText('There was a problem updating this cost center record. Please try again.'),
    ).toBeVisible();
    await expect(code).toHaveValue('99');
    await page.context().setOffline(false);
    await code.press('Enter');
    await expect(page.getByText('Your cost center has been updated!')).toBeVisible();

    const logged: string[] = [];
    page.on('console', (message) => logged.push(`${message.type()} ${message.text()}`));
    await page.route('**/api/cost_centers?*', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('The cost centers could not be loaded')).toBeVisible();
    expect(logged).toContainEqual(expect.stringMatching(/^error Could not load \["cost_centers","list"/));
    await page.unroute('**/api/cost_centers?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rowOf(page, identifier)).toBeVisible();
  },
);

test('leaving with something typed asks first', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await openTable(page);
  await button(page, `Edit ${identifier}`).click();
  await table(page).getByRole('textbox', { name: 'Company Code', exact: true }).fill('55');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(table(page).getByRole('textbox', { name: 'Company Code', exact: true })).toHaveValue('55');
});

test('the sums below the table follow a row that is changed, which stays where it is', async ({
  page,
  api,
}) => {
  const bill = { date: '2020-05-01', provider: 'aws', currency: 'EUR' };
  for (const [identifier, amount] of [
    ['SUMMED-1', '10.00'],
    ['SUMMED-2', '20.00'],
  ])
    await api.post('/cloud_bills', { ...bill, identifier, amount });
  await page.goto('/auth/crud/cloud_bills?by_identifier=SUMMED&sort=amount');
  const bills = page.getByRole('grid', { name: 'Cloud Bills' });
  const identifiers = bills.locator('tbody [data-col=identifier]');
  await expect(bills.locator('tfoot')).toContainText('30.00 EUR');
  for (const [amount, sum] of [
    ['50.50', '70.50 EUR'],
    ['1000', '1,020.00 EUR'],
  ] as const) {
    await page.getByRole('button', { name: 'Edit SUMMED-1' }).click();
    await bills.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await page.getByRole('button', { name: 'Save SUMMED-1' }).click();
    await expect(bills.locator('tfoot')).toContainText(sum);
    await expect(identifiers).toHaveText(['SUMMED-1', 'SUMMED-2']);
  }
});
