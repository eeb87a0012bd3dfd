import type { Page } from '@playwright/test';
import { members } from '#resources/members.ts';
import { registry } from '#resources/registry.ts';
import { expect, test, untilLoaded } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import {
  dialogs,
  forms,
  lists,
  navigation,
  others,
  publicScreens,
  requests,
  tables,
} from '#tests/support/specified-screens.ts';
import { visit } from '#tests/support/visit.ts';

const VIEW_ONLY = ['cloud_parents', 'virtual_machines', 'cloud_projects'];
const viewed = lists.map(({ path }) => path.replace('/auth/view/', ''));
const edited = viewed.filter((model) => !VIEW_ONLY.includes(model));
const created = edited.filter((model) => model !== 'microsoft_approvals');

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens a screen, and waits for what it shows. */
async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await expect(heading(page), path).toBeVisible();
  await untilLoaded(page);
  await expect(page.getByText(/could not be (?:loaded|shown)|not found/i), path).toHaveCount(0);
}

/** Every text, label and hint that is seen. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('main *, [role=dialog] *')].filter((one) =>
      one.checkVisibility(),
    );
    const own = (element: Element) =>
      [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : ''));
    // The whole of an element too, where it is short: a label may stand beside its mark.
    const whole = ({ textContent }: Element) => (textContent.length < 60 ? textContent.trim() : '');
    return all.flatMap((one) => [
      ...own(one),
      whole(one),
      one.getAttribute('aria-label') ?? '',
      one.getAttribute('placeholder') ?? '',
    ]);
  });

/** Waits until all of it is seen; what is not is named. */
const expectSaid = (page: Page, says: string, where: string) =>
  expect
    .poll(async () => {
      const texts = new Set(await seen(page));
      return says.split(', ').filter((text) => !texts.has(text));
    }, where)
    .toEqual([]);

for (const [what, screens] of [
  ['every model has the list', lists],
  ['what is no model has the screen', others],
] as const)
  test(`${what} that is specified, and it says what is`, { tag: '@core' }, async ({ page }) => {
    for (const { path, heading: name, says } of screens) {
      await open(page, path);
      await expect(heading(page), path).toContainText(name);
      await expectSaid(page, says, path);
    }
  });

test(
  'each cloud has the form that asks it for an account, and it says what is specified',
  { tag: '@core' },
  async ({ page, api }) => {
    for (const { path, heading: name, told, says } of requests) {
      // What talks to a cloud is loaded by the first call, which a busy machine takes long for.
      if (told) expect((await api.get(told)).status).toBe(200);
      await open(page, path);
      await expect(heading(page), path).toHaveText(name);
      await expectSaid(page, says, path);
      await expect(page.getByRole('button', { name: 'Submit' }), path).toBeVisible();
    }
  },
);

/** What a screen of a model says beside what all of them do. */
async function expectOwn(page: Page, model: string, specified: typeof tables): Promise<void> {
  const { heading: name, says } = specified[model] ?? { says: '' };
  if (name) await expect(heading(page), model).toHaveText(name);
  await expectSaid(page, says, model);
}

test('every model that can be changed has its table', async ({ page }) => {
  for (const model of edited) {
    await open(page, `/auth/crud/${model}`);
    await expectOwn(page, model, tables);
  }
});

test('every model that can be added to has its form', async ({ page }) => {
  for (const model of created) {
    await open(page, `/auth/create/${model}`);
    await expect(page.getByRole('button', { name: /Submit|Confirm/ }).first(), model).toBeVisible();
    await expectOwn(page, model, forms);
  }
});

test('every record of such a model has its screen and its form', async ({ page, factory }) => {
  for (const model of created) {
    const { id } = await factory.create(registry.get(model));
    await open(page, `/auth/edit/${model}/${id}`);
    await open(page, `/auth/view/${model}/${id}`);
  }
});

test('the dialogs that are specified open, and say what is', { tag: '@core' }, async ({ page }) => {
  for (const { path, opens, title, says } of dialogs) {
    await open(page, path);
    await page.getByRole('button', { name: opens, exact: true }).first().click();
    await expect(page.getByRole('dialog', { name: title }), path).toBeVisible();
    await expectSaid(page, says, `the dialog of ${path}`);
  }
});

test('what no screen is specified for is not found', async ({ page }) => {
  for (const path of [
    '/auth/view/nothing',
    '/auth/create/microsoft_approvals',
    ...VIEW_ONLY.flatMap((model) => [
      `/auth/crud/${model}`,
      `/auth/create/${model}`,
      `/auth/edit/${model}/1`,
    ]),
  ]) {
    await page.goto(path);
    await expect(page.getByText(/not found/i).first(), path).toBeVisible();
  }
});

test(
  'the navigation has the groups that are specified, what stands in them, and Log Out',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/auth/home');
    const main = await unfoldedMenu(page);
    for (const [group, entries] of Object.entries(navigation)) {
      const button = main.getByRole('button', { name: group, exact: true });
      const id = await button.getAttribute('aria-controls');
      const below = main.locator(`[id="${id}"]`);
      for (const entry of entries)
        await expect(below.getByRole('link', { name: entry, exact: true }), `${group}: ${entry}`).toHaveCount(
          1,
        );
    }
    await expect(main.getByRole('link', { name: 'CODE', exact: true })).toHaveAttribute(
      'href',
      '/auth/view/dcoe_members',
    );
    await expect(main.getByRole('link', { name: 'Log Out', exact: true })).toHaveAttribute(
      'href',
      '/unauth/logout',
    );
  },
);

test.describe('who is not signed in', () => {
  test.use({ person: null });

  test('finds the public pages as they are specified, and Login alone above them', async ({
    page,
    apiAs,
    factory,
  }) => {
    const { id } = await factory.create(members, { email: 'public.pages@example.com', blacklist: false });
    const api = await apiAs('Maya Okafor');
    await api.post(`/members/${id}/update_link/send`, {});
    const mails = await api.get<{ id: number; to: string }[]>('/outbox');
    const sent = mails.body.data.find(({ to }) => to === 'public.pages@example.com');
    const mail = await api.get<{ text: string }>(`/outbox/${sent?.id}`);
    // A link that was not sent has no form.
    const [link = ''] = /\/unauth\/update-member\?\S+/.exec(mail.body.data.text) ?? [];
    for (const { path, heading: name, buttons, fields } of publicScreens) {
      await page.goto(link.startsWith(path) ? link : path);
      await expect(heading(page), path).toHaveText(name);
      for (const label of buttons)
        await expect(page.getByRole('main').getByRole('button', { name: label }), path).toBeVisible();
      for (const label of fields) await expect(page.getByLabel(label, { exact: true }), path).toBeVisible();
      await expect(page.getByRole('navigation'), path).toHaveCount(0);
      const banner = page.getByRole('banner');
      await expect(banner.getByRole('link').filter({ hasNotText: 'Skyledger' }), path).toHaveText(['Login']);
      await expect(banner.getByRole('button'), path).toHaveCount(0);
    }
  });

  test('is led from the root and from protected pages to the landing page', async ({ page }) => {
    for (const path of ['/', '/auth/home', '/auth/account-details', '/auth/customers']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/unauth\/home$/);
    }
  });
});
