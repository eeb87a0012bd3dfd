import type { Page } from '@playwright/test';
import { companies } from '#resources/companies.ts';
import { expect, expectUsableByEverybody, narrow, test, wide } from '#tests/support/journey.ts';

const PICTURES = process.env['SCREENSHOTS'];

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const scheme of ['light', 'dark'] as const)
    for (const size of [wide, narrow]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(size);
      await page.screenshot({ path: `${PICTURES}/${name}-${scheme}-${size.width}.png`, fullPage: true });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(wide);
}

test('a change waits for a second person', async ({ page, browser, portal, sessionOf, api, factory }) => {
  const company = await factory.create(companies, { country: 'Malta', clearing_gl: '111111' });
  const waiting = (at: Page) => at.getByRole('region', { name: 'A change waits' });
  try {
    await page.goto('/auth/change-rules');
    await page.getByRole('button', { name: 'Change the rule of Companies' }).click();
    const rule = page.getByRole('dialog', { name: 'Change Rule of Companies' });
    await rule.getByRole('checkbox', { name: 'A reason is required' }).check();
    await rule.getByRole('checkbox', { name: 'Clearing GL' }).check();
    await picture(page, 'rule-dialog');
    await rule.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The rule has been changed!')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Changes of rules' })).toContainText(
      'A second person approves Clearing GL',
    );
    await expectUsableByEverybody(page);
    await picture(page, 'rules');

    await page.goto(`/auth/edit/companies/${company.id}`);
    await page.getByLabel('Clearing GL').fill('222222');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const reason = page.getByRole('dialog', { name: 'Give a Reason' });
    await expect(reason).toBeVisible();
    await picture(page, 'reason-dialog');
    await reason.getByRole('textbox', { name: 'Reason' }).fill('New chart of accounts');
    await reason.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your change of Clearing GL waits')).toBeVisible();
    expect((await api.get(`/companies/${company.id}`)).body.data).toMatchObject({ clearing_gl: '111111' });

    await page.goto(`/auth/view/companies/${company.id}`);
    await expect(waiting(page)).toContainText('You requested this change yourself.');
    await expect(waiting(page).getByRole('button', { name: 'Approve' })).toHaveCount(0);

    const context = await browser.newContext({
      baseURL: portal.url,
      storageState: await sessionOf('Jonas Lindqvist'),
    });
    const other = await context.newPage();
    await other.goto('/auth/waiting-changes');
    await expect(other.getByRole('list', { name: 'Changes' })).toContainText('New chart of accounts');
    await picture(other, 'waiting-changes');
    await other.goto(`/auth/view/companies/${company.id}`);
    await expect(waiting(other)).toContainText('222222');
    await expectUsableByEverybody(other);
    await picture(other, 'waiting-card');
    await waiting(other).getByRole('button', { name: 'Approve' }).click();
    const approval = other.getByRole('dialog', { name: 'Approve the Change' });
    await approval.getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByText('The change has been approved!')).toBeVisible();
    await expect(waiting(other)).toHaveCount(0);
    await expect(other.getByRole('region', { name: 'History' })).toContainText('Approved by');
    await expect(other.getByRole('region', { name: 'History' })).toContainText('New chart of accounts');
    expect((await api.get(`/companies/${company.id}`)).body.data).toMatchObject({ clearing_gl: '222222' });
    await context.close();
  } finally {
    const none = await api.put('/change_rules/companies', { asks_reason: false, fields: [] });
    expect(none.status).toBe(200);
  }
});
