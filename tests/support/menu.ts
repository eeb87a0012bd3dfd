import type { Locator, Page } from '@playwright/test';

/**
 * The main navigation with all its groups unfolded, whose entries a test can find and press: they are folded but for that of
 * the current screen.
 * @param within the page, or the dialog in which the navigation is
 */
export async function unfoldedMenu(within: Page | Locator): Promise<Locator> {
  const main = within.getByRole('navigation', { name: 'Main' });
  await main.getByRole('button').first().waitFor();
  const folded = main.locator('button[aria-expanded=false]');
  while ((await folded.count()) > 0) await folded.first().click();
  return main;
}
