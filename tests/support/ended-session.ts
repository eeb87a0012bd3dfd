import type { Page } from '@playwright/test';
import { apiOf } from './page-api.ts';

/**
 * Keeps the stream of events out of this page, before it is opened: the stream would tell within a second that a
 * session has ended, and the page would leave before anything is pressed.
 */
export async function withoutEvents(page: Page): Promise<void> {
  await page.route('**/api/events', (route) => route.abort());
}

/** Ends the session of this page on the server; the page hears nothing of it. It must show the portal. */
export async function endSession(page: Page): Promise<void> {
  await (await apiOf(page)).delete('/auth/sign_out');
}
