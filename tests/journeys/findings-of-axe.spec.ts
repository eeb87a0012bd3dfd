import type { Page } from '@playwright/test';
import { axeFindings } from '#tests/support/axe-findings.ts';
import { expect, test, untilLoaded } from '#tests/support/journey.ts';

const NAMELESS = 'planted-without-a-name';

/** Puts a button that nothing names at the end of what is found by this selector. */
const plant = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element, name) => {
    const button = document.createElement('button');
    button.className = name;
    element.append(button);
  }, NAMELESS);

test('a button without a name is found on a page, and in a dialog in front of it', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await untilLoaded(page);
  await page.getByRole('button', { name: 'Send Inventory Report' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await plant(page, '[role=dialog] form');
  expect(await axeFindings(page)).toEqual([expect.stringContaining(NAMELESS)]);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);
  await plant(page, 'main');
  expect(await axeFindings(page)).toEqual([expect.stringContaining(NAMELESS)]);
});
