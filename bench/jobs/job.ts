import type { Locator, Page } from '@playwright/test';
import { monthStart } from '#server/modules/seed/days.ts';
import type { Api } from '#tests/support/api.ts';
import type { Hands } from './hands.ts';

/** One of the jobs of docs/ten-jobs.md. */
export interface Job {
  name: string;
  /** Prepares by the API what all rounds need. */
  once?: (api: Api) => Promise<void>;
  /** Prepares one of the rounds by the API, which nobody counts; no two rounds use the same names. */
  ready: (api: Api, round: number) => Promise<Way>;
}

/** How somebody does a job who knows the portal. */
export interface Way {
  /** Where they are when it begins; else on Home. */
  from?: string;
  /** What a spreadsheet has left in the clipboard. */
  copied?: string;
  /** The steps, until the result is on the screen. */
  go: (hands: Hands) => Promise<void>;
  /** Takes back what another round would stumble over. */
  takeBack?: () => Promise<void>;
}

/** An entry of the menu, whose groups are open. */
export const menu = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

export const title = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** A month that is over: YYYY-MM. */
export const monthBefore = (months: number): string => monthStart(new Date(), months).slice(0, 7);
