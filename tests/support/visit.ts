import type { Page } from '@playwright/test';

/** What the router of the portal has for whoever steers it from outside. */
interface Router {
  navigate: (to: { href: string }) => Promise<void>;
  subscribe: (event: 'onRendered', seen: () => void) => () => void;
}

/**
 * Goes to another screen as a link does, and ends once that screen has taken the place of the one before: what it shows may
 * still be loading. It costs a quarter of the processor time of loading the page anew, which is for journeys that are about a
 * first visit. A page that shows nothing of the portal yet loads it.
 * @param path with the query; of a screen for who is signed in
 */
export async function visit(page: Page, path: string): Promise<void> {
  const isThere = new URL(page.url()).pathname.startsWith('/auth/');
  if (!isThere || new URL(path, page.url()).href === page.url()) {
    await page.goto(path);
    return;
  }
  // The portal begins after the page has loaded.
  await page.waitForFunction(() => Reflect.has(window, '__TSR_ROUTER__'));
  await page.evaluate(
    (href) =>
      new Promise<void>((done, fail) => {
        const router = Reflect.get(window, '__TSR_ROUTER__') as Router;
        const stop = router.subscribe('onRendered', () => {
          stop();
          done();
        });
        router.navigate({ href }).catch(fail);
      }),
    path,
  );
}
