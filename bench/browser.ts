import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import type { World } from './world.ts';

const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/** A plain table of 20,000 rows keeps a page busy for a while. */
const PATIENCE_MS = 120_000;

/** The browser of the system, without a window. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'], args: ARGS });

/** A new visitor: nothing cached; signed in where the headers of a session are given. */
export async function newVisitor(browser: Browser, session?: World['session']): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE_MS);
  if (session)
    await context.addInitScript(
      (headers) => localStorage.setItem('skyledger.session', headers),
      JSON.stringify(session),
    );
  return context;
}
