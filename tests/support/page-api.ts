import type { Page } from '@playwright/test';
import { apiClient, type Api } from './api.ts';

/** The headers of the session that a page of the portal has stored; null when it has none. */
export async function storedSession(page: Page): Promise<Record<string, string> | null> {
  const kept = await page.evaluate(() => localStorage.getItem('skyledger.session'));
  return kept === null ? null : (JSON.parse(kept) as Record<string, string>);
}

/** The API as the person who is signed in on this page may use it. The page must show the portal. */
export async function apiOf(page: Page): Promise<Api> {
  const session = await storedSession(page);
  if (!session) throw new Error(`Nobody is signed in at ${page.url()}.`);
  return apiClient(new URL(page.url()).origin, session);
}
