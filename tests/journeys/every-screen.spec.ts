import type { Page } from '@playwright/test';
import { registry } from '#resources/registry.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  narrow,
  test,
  untilLoaded,
  wide,
} from '#tests/support/journey.ts';
import { modelsWith } from '#tests/support/models.ts';
import { oneOfEachShape } from '#tests/support/shapes.ts';
import { dialogs, lists, others, requests } from '#tests/support/specified-screens.ts';
import { visit } from '#tests/support/visit.ts';

const shapes = oneOfEachShape(
  registry,
  modelsWith('create', 'record').map(({ model }) => model),
);
const paths = new Set([
  ...[...lists, ...others, ...requests].map(({ path }) => path),
  ...shapes.map(({ name }) => `/auth/create/${name}`),
  ...shapes.flatMap(({ name, actions }) => (actions.includes('update') ? [`/auth/crud/${name}`] : [])),
]);
const SCREENS_OF_A_PART = 8;
const parts = Array.from({ length: Math.ceil(paths.size / SCREENS_OF_A_PART) }, (_, at) =>
  [...paths].slice(at * SCREENS_OF_A_PART, (at + 1) * SCREENS_OF_A_PART),
);

test.describe.configure({ mode: 'parallel' });

async function look(page: Page, what: string): Promise<void> {
  await test.step(what, async () => {
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  });
}

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await untilLoaded(page);
}

for (const { name, viewport, colorScheme } of [
  { name: 'wide and light', viewport: wide, colorScheme: 'light' },
  { name: 'narrow and dark', viewport: narrow, colorScheme: 'dark' },
] as const)
  test.describe(`${name}, no screen has a grave finding of axe or scrolls sideways`, { tag: '@core' }, () => {
    test.use({ viewport, colorScheme });

    // Parts that the workers can take one after the other.
    for (const [at, part] of parts.entries())
      test(`as it opens, part ${at + 1}`, async ({ page }) => {
        for (const path of part) {
          await open(page, path);
          await look(page, path);
        }
      });

    test('with a dialog', async ({ page }) => {
      for (const { path, opens, title } of dialogs) {
        await open(page, path);
        // A narrow screen has what does not fit in a menu.
        const button = page.getByRole('button', { name: opens, exact: true });
        if (!(await button.first().isVisible())) continue;
        await button.first().click();
        await expect(page.getByRole('dialog', { name: title }), path).toBeVisible();
        await look(page, `${path}: ${title}`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });

    test('a record, its form, and its row in editing', async ({ page, factory }) => {
      for (const model of shapes) {
        const { id } = await factory.create(model);
        await open(page, `/auth/view/${model.name}/${id}`);
        await look(page, `record of ${model.name}`);
        if (!model.actions.includes('update')) continue;
        await open(page, `/auth/edit/${model.name}/${id}`);
        await look(page, `form of ${model.name}`);
        await open(page, `/auth/crud/${model.name}?by_id=${id}`);
        await page
          .getByRole('button', { name: /^Edit / })
          .first()
          .click();
        await expect(page.getByRole('button', { name: /^Save / }).first()).toBeVisible();
        await look(page, `row of ${model.name}`);
      }
    });
  });
