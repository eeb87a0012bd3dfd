import { expect, test } from '#tests/support/journey.ts';

/*
 * The first number, day or list that the platform itself writes in a language has a browser read its data of languages: a
 * modest machine takes 70 ms for that, during which no key is answered.
 */

/** Notes what has the browser read its data of languages. Runs in the page, before its own scripts. */
function noteLanguages(): void {
  const note = (what: string) => {
    const { dataset } = document.documentElement;
    dataset['languages'] = `${dataset['languages'] ?? ''} ${what}`;
  };
  const kinds = [
    'Collator',
    'DateTimeFormat',
    'ListFormat',
    'NumberFormat',
    'PluralRules',
    'RelativeTimeFormat',
  ];
  const intl = Intl as unknown as Record<string, new (...args: unknown[]) => object>;
  for (const kind of kinds) {
    const Former = intl[kind];
    if (Former)
      intl[kind] = new Proxy(Former, {
        construct: (target, args, anew) => (note(kind), Reflect.construct(target, args, anew) as object),
        apply: (target, self, args) => (note(kind), Reflect.apply(target, self, args) as object),
      });
  }
  const methods = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'localeCompare'];
  for (const { prototype } of [Number, Date, String, BigInt])
    for (const name of methods) {
      const own = prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
      const former = Object.hasOwn(own, name) ? own[name] : undefined;
      if (former)
        own[name] = function (...args: unknown[]) {
          note(name);
          return former.apply(this, args);
        };
    }
}

for (const address of [
  '/auth/home',
  '/auth/view/cost_centers',
  '/auth/view/cloud_deployments',
  '/auth/view/members/1',
  '/auth/activity',
  '/auth/sessions',
])
  test(`a first visit reads no data of languages: ${address}`, async ({ page }) => {
    await page.addInitScript(noteLanguages);
    await page.goto(address);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main :is([aria-busy=true], .mantine-Skeleton-root)')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.dataset['languages'] ?? '')).toBe('');
  });

test('what would read them is noticed', async ({ page }) => {
  await page.addInitScript(noteLanguages);
  await page.goto('/auth/home');
  await page.evaluate(() => [new Intl.NumberFormat('en'), (1).toLocaleString(), 'a'.localeCompare('b')]);
  const noted = await page.evaluate(() => document.documentElement.dataset['languages']);
  expect(noted?.trim()).toBe('NumberFormat toLocaleString localeCompare');
});
