import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { SESSION_KEY } from '#kernel/session-key.ts';
import type { SessionHeaders } from '#server/modules/access/sessions.ts';
import { apiClient, type Api } from '#tests/support/api.ts';
import { startPortal } from '../portal.ts';

const PERSON = 'Maya Okafor';
/** The example gets its bills at once where this is set. */
const BILL_FETCH = '0 6 8-31 * *';
const PATIENCE_MS = 300_000;

/** A portal with the example data, and somebody of the desk who is signed in there. */
export interface ExamplePortal {
  url: string;
  session: SessionHeaders;
  api: Api;
  stop: () => Promise<void>;
}

/** Starts a portal on an empty folder, as `npm start` does, and waits until its example has all its bills. */
export async function startExample(folder: string, browser: Browser): Promise<ExamplePortal> {
  const dataDir = mkdtempSync(path.join(folder, 'example-'));
  // Run by root, PostgreSQL belongs to another user, who must be able to pass it.
  chmodSync(dataDir, 0o755);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { url, stop } = await startPortal(folder, { DATA_DIR: dataDir, BILL_FETCH });
    try {
      const session = await signIn(browser, url);
      const api = apiClient(url, { ...session });
      await untilFilled(api);
      return { url, session, api, stop: () => stop().finally(remove) };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
}

/** Signs in as a person does, and answers what the browser keeps of it. */
async function signIn(browser: Browser, url: string): Promise<SessionHeaders> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.getByRole('banner').getByText('Login', { exact: true }).click();
    await page.getByRole('button', { name: PERSON }).click();
    await page.waitForURL('**/auth/home');
    const kept = await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
    return JSON.parse(kept ?? '') as SessionHeaders;
  } finally {
    await page.close();
  }
}

interface Job {
  kind: string;
  state: string;
}

/** The work behind the example's first minute ends with the costs of the running month. */
async function untilFilled(api: Api): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { body } = await api.get<Job[]>('/jobs?per_page=100&page=1');
    const last = body.data.find(({ kind }) => kind === 'running_costs');
    const busy = body.data.filter(({ state }) => state === 'queued' || state === 'running');
    if (last?.state === 'done' && busy.length === 0) return;
    if (Date.now() > deadline) throw new Error('The example has not got its bills.');
    await pause(500);
  }
}
