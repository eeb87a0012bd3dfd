import type { Page } from '@playwright/test';

const PROBE = '/a-route-is-held';

/**
 * Has `page.route` end once the page sends its requests to the route. Chromium accepts a route a moment before the page that is
 * open knows of it: on a busy machine 3 of 100 requests made right after it went to the portal (Playwright 1.65, Chromium 156).
 */
export function holdRoutes(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const set = await route(...given);
    if (!page.url().startsWith('http')) return set;
    await route(`**${PROBE}`, (held) => held.fulfill({ status: 204 }));
    // A page that is left meanwhile, or has no network, sends nothing that could miss the route.
    await page.evaluate(untilHeld, PROBE).catch(() => undefined);
    await page.unroute(`**${PROBE}`);
    return set;
  };
}

/** Runs in the page. */
async function untilHeld(probe: string): Promise<void> {
  for (;;) if ((await fetch(probe)).status === 204) return;
}
