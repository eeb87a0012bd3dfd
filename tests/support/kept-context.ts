import type { Browser, BrowserContext, BrowserContextOptions, Clock } from '@playwright/test';

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/**
 * A browser context in which tests follow one another, since each new one starts a process, fetches the whole web and
 * compiles it again. A test finds it as if it were new: with the cookies and the local storage that it asks for, and
 * no page open; what a test changed for all pages to come closes the context with it.
 */
export interface KeptContext {
  context: BrowserContext;
  /** Another test begins, with this kept in the browser. */
  begin: (state: StorageState) => Promise<void>;
  /** The test is over; answers whether another one may follow. */
  end: () => Promise<boolean>;
}

/** What cannot be taken back, or would have to be remembered. */
const lasting: readonly (keyof BrowserContext)[] = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
];
const timing: readonly (keyof Clock)[] = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'];

/** Calls `noted` whenever one of these methods is called. */
function noteCalls<T extends object>(target: T, names: readonly (keyof T)[], noted: () => void): void {
  for (const name of names) {
    const method = target[name];
    if (typeof method !== 'function') throw new Error(`${String(name)} is no method.`);
    const replaced = (...given: unknown[]): unknown => {
      noted();
      return Reflect.apply(method, target, given);
    };
    Object.assign(target, { [name]: replaced });
  }
}

/** @param options must name the `baseURL` of the portal */
export async function keepContext(browser: Browser, options: BrowserContextOptions): Promise<KeptContext> {
  const context = await browser.newContext(options);
  // A page without scripts that stays open keeps the process of the site, with what it has compiled.
  const keeper = await context.newPage();
  await keeper.goto('/favicon.svg');
  const { origin } = new URL(keeper.url());
  let isAsNew = true;
  const spoil = () => (isAsNew = false);
  noteCalls(context, lasting, spoil);
  noteCalls(context.clock, timing, spoil);

  return {
    context,
    async begin({ cookies, origins }) {
      await context.clearCookies();
      await context.addCookies(cookies);
      const items = origins.find((one) => one.origin === origin)?.localStorage ?? [];
      await keeper.evaluate((all) => {
        localStorage.clear();
        for (const { name, value } of all) localStorage.setItem(name, value);
      }, items);
    },
    async end() {
      const pages = context.pages().filter((page) => page !== keeper);
      await Promise.all(pages.map((page) => page.close()));
      if (!isAsNew) await context.close();
      return isAsNew;
    },
  };
}
