import type { Page } from '@playwright/test';
import { registry } from '#resources/registry.ts';
import { expect, expectUsableWideAndNarrow, test, untilLoaded } from '#tests/support/journey.ts';
import { modelsWith } from '#tests/support/models.ts';
import { oneOfEachShape } from '#tests/support/shapes.ts';
import { dialogs, others, publicScreens, requests } from '#tests/support/specified-screens.ts';
import { visit } from '#tests/support/visit.ts';

/** A screen, and what is done there before it is looked at. */
interface Stop {
  path: string;
  before?: (page: Page) => Promise<void>;
}

const shapes = oneOfEachShape(
  registry,
  modelsWith('record').map(({ model }) => model),
);
const written = shapes.filter(({ actions }) => actions.includes('create') && actions.includes('update'));

/** Pages that belong to no model, beside those that are specified. */
const features = [
  'activity',
  'attestations',
  'billing-automation/exceptions',
  'billing-automation/rules',
  'copilot-costs',
  'data-quality',
  'faqs-and-glossary',
  'jobs',
  'leases',
  'month-close',
  'my-cloud',
  'outbox',
  'request-batches',
  'request-batches/new',
  'roles',
  'running-costs',
  'schedules',
  'sessions',
  'spinco-sg-modification',
  'untagged-spend',
];

/** The groups of the three clouds have one screen. */
const pages = others.filter(({ path }) => !/groups-(?:azure|gcp)$/.test(path));

/** A dialog, or a question at a row. */
const opened = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  await expect(opened(page)).toBeVisible();
}

const questions: readonly Stop[] = [
  ...dialogs.map(({ path, opens }) => ({ path, before: (page: Page) => press(page, opens) })),
  { path: '/auth/view/cost_centers', before: (page) => press(page, 'Import CSV') },
  { path: '/auth/home', before: (page) => press(page, 'Search screens and records') },
  {
    path: '/auth/crud/companies',
    async before(page) {
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await expect(opened(page)).toBeVisible();
    },
  },
  // Comes last: whoever leaves what was typed is asked.
  {
    path: '/auth/create/departments',
    async before(page) {
      await page.getByLabel('Name').fill('Never added');
      await press(page, 'Submit');
    },
  },
];

/** The row is in editing before its inputs have come, the first of which takes the focus and has the page scrolled to it. */
async function editFirstRow(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Save / }).first()).toBeVisible();
  await expect(page.locator('main [data-row] :is(input, textarea):focus')).toHaveCount(1);
}

async function look(page: Page, { path, before }: Stop): Promise<void> {
  await test.step(path, async () => {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilLoaded(page);
    await before?.(page);
    await expectUsableWideAndNarrow(page);
    if ((await opened(page).count()) === 0) return;
    await page.keyboard.press('Escape');
    await expect(opened(page)).toHaveCount(0);
  });
}

/** Few enough that the workers end at about the same time. */
const SCREENS_OF_A_TEST = 10;
function* portions(screens: readonly Stop[]) {
  for (let at = 0; at < screens.length; at += SCREENS_OF_A_TEST)
    yield screens.slice(at, at + SCREENS_OF_A_TEST);
}

test.describe.configure({ mode: 'parallel' });

test.describe('wide and light, and narrow and dark, everybody can use', { tag: '@core' }, () => {
  for (const [what, screens] of [
    ['lists of each shape', shapes.map(({ name }) => ({ path: `/auth/view/${name}` }))],
    ['forms for new records', written.map(({ name }) => ({ path: `/auth/create/${name}` }))],
    ['requests for accounts', requests],
    ['pages that are specified', pages],
    ['pages of their own', features.map((name) => ({ path: `/auth/${name}` }))],
    ['dialogs', questions],
  ] as const)
    for (const some of portions(screens))
      test(`${what}, from ${some[0]?.path}`, async ({ page }) => {
        for (const stop of some) await look(page, stop);
      });

  test('records of each shape, a form, and rows in editing', async ({ page, factory }) => {
    for (const model of written) {
      const { id } = await factory.create(model);
      await look(page, { path: `/auth/view/${model.name}/${id}` });
      await look(page, { path: `/auth/crud/${model.name}?by_id=${id}`, before: editFirstRow });
      if (model === written[0]) await look(page, { path: `/auth/edit/${model.name}/${id}` });
    }
  });

  test.describe('who is not signed in', () => {
    test.use({ person: null });

    test('public pages', async ({ page }) => {
      for (const { path, heading } of publicScreens) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
        await test.step(path, () => expectUsableWideAndNarrow(page));
      }
    });
  });
});
