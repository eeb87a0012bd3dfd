import { registry } from '#resources/registry.ts';
import {
  expect,
  expectNoAxeViolations,
  expectUsableByEverybody,
  test,
  untilLoaded,
} from '#tests/support/journey.ts';
import { modelsWith } from '#tests/support/models.ts';
import { oneOfEachShape } from '#tests/support/shapes.ts';

// Its list is cards, which a journey of their own looks at.
const CARDS = 'service_catalog_products';
const models = modelsWith('record').flatMap(({ model }) => (model.name === CARDS ? [] : [model]));

for (const model of oneOfEachShape(registry, models)) {
  const { name, actions, label, headings } = model;

  test(`everybody can use the list of ${name}, which leads to its records`, async ({ page, factory }) => {
    const record = actions.includes('create') ? await factory.create(model) : null;
    await page.goto(`/auth/view/${name}`);
    await expect(page.getByRole('heading', { level: 1, name: headings?.view ?? label[1] })).toBeVisible();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
    await expectUsableByEverybody(page);
    if (record) await page.goto(`/auth/view/${name}?by_id=${record.id}`);
    await page.locator('[data-row]').last().getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/auth/view/${name}/\\d+$`));
    await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
    await untilLoaded(page);
    await expectUsableByEverybody(page);
  });

  if (actions.includes('update'))
    test(`everybody can use the editable table of ${name}, with a row in editing`, async ({
      page,
      factory,
    }) => {
      const record = actions.includes('create') ? await factory.create(model) : null;
      await page.goto(`/auth/crud/${name}${record ? `?by_id=${record.id}` : ''}`);
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await expect(page.getByRole('button', { name: /^Save / }).first()).toBeVisible();
      await expectUsableByEverybody(page);
    });

  if (actions.includes('create'))
    test(`everybody can use the form for a new record of ${name}`, async ({ page }) => {
      await page.goto(`/auth/create/${name}`);
      await expect(page.getByRole('button', { name: /^(Submit|Confirm)$/ })).toBeVisible();
      await untilLoaded(page);
      await expectUsableByEverybody(page);
    });
}

test('what is faint or small in one cell of the last row is found', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await expectNoAxeViolations(page);
  const last = page.locator('tr[data-row]').last().locator('td[data-col=company_code] span').first();
  await last.evaluate((span) => span.setAttribute('style', 'color: #ddd; background: #fff'));
  await expect(expectNoAxeViolations(page)).rejects.toThrow(/color-contrast/);
  await last.evaluate((span) => {
    span.innerHTML = '<button style="min-width: 0; min-height: 0; width: 9px; height: 9px">.</button>'.repeat(
      2,
    );
  });
  await expect(expectNoAxeViolations(page)).rejects.toThrow(/target-size/);
});
