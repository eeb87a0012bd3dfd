import type { Page } from '@playwright/test';
import {
  choose,
  expect,
  expectUsableByEverybody,
  narrow,
  untilLoaded,
  wide,
} from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { apiOf } from '#tests/support/page-api.ts';
import { databaseAt } from '#tests/support/portal-database.ts';
import { inDays } from '#tests/support/tuesday.ts';

const OWNER = 'maya.desai@example.com';
const HANDED_OVER = '021535558607';
const GIVEN_UP = '052784554802';
const SILENT = '035787437587';
/** As the desk reads them. */
const HANDED_OVER_TITLE = `reel-engine-development · ${HANDED_OVER}`;
const GIVEN_UP_TITLE = `reel-engine-production · ${GIVEN_UP}`;
const CAMPAIGN = 'A campaign that ends';

const row = (page: Page, title: string) =>
  page.getByRole('table', { name: 'What is in your name' }).getByRole('row').filter({ hasText: title });

/** The page of the link in the last mail to the owner. */
async function linkOf(page: Page): Promise<string> {
  const desk = await apiOf(page);
  const mails = (await desk.get<{ to: string; text: string }[]>('/outbox?per_page=200')).body.data;
  const mail = mails.find(({ to, text }) => to === OWNER && text.includes('/attest/'));
  return /\/attest\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

test('a campaign ends: the desk begins it, an owner answers, the desk takes over, silence is drift', async ({
  page,
  elsewhere,
  mapped,
}) => {
  const desk = await elsewhere('Maya Okafor');
  await desk.goto('/auth/attestations');
  await expect(desk.getByRole('list', { name: 'Campaigns' })).toContainText('What Is Still Yours');
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);
  await desk.getByRole('button', { name: 'New Campaign' }).click();
  const form = desk.getByRole('dialog', { name: 'New Campaign' });
  await form.getByRole('textbox', { name: 'Name' }).fill(CAMPAIGN);
  await form.getByLabel(/^Last Day/).fill(inDays(10));
  await expectUsableByEverybody(desk);
  await form.getByRole('button', { name: 'Preview' }).click();
  const preview = desk.getByRole('dialog', { name: `Begin ${CAMPAIGN}` });
  await expect(preview).toContainText('Please confirm what is yours');
  await expect(preview.getByRole('list', { name: 'Left out' })).toContainText('the contact is terminated');
  await expectUsableByEverybody(desk);
  await preview.getByRole('button', { name: /^Ask \d+ Owners$/ }).click();
  const entry = desk.getByRole('listitem').filter({ hasText: CAMPAIGN });
  await expect(entry.getByText('Under way')).toBeVisible({ timeout: 30_000 });

  await page.goto(await linkOf(desk));
  await expect(page.getByRole('heading', { name: 'Is this still yours?' })).toBeVisible();
  await expect(row(page, HANDED_OVER)).toContainText('reel-engine-development');
  await expectUsableByEverybody(page);
  await row(page, HANDED_OVER)
    .getByRole('button', { name: /^Hand over/ })
    .click();
  await expect(page.getByRole('textbox', { name: /^Whose should it be/ })).toBeFocused();
  await page.keyboard.type('Amelia Hart');
  await page.keyboard.press('Enter');
  await expect(row(page, HANDED_OVER)).toContainText('You hand it over to Amelia Hart');
  await row(page, GIVEN_UP)
    .getByRole('button', { name: /^Give up/ })
    .click();
  await page.getByRole('button', { name: 'Give up', exact: true }).click();
  await expect(page.getByText('Fill this in, or choose another answer.')).toBeVisible();
  await page.getByRole('textbox', { name: /^Why do you give it up/ }).fill('<b>The game is out</b>');
  await page.getByRole('button', { name: 'Give up', exact: true }).click();
  await expect(row(page, GIVEN_UP)).toContainText('You give it up: <b>The game is out</b>');
  await page.setViewportSize(narrow);
  await expect(row(page, SILENT)).toContainText('Waits for your answer');
  await page.setViewportSize(wide);

  await entry.getByRole('button', { name: CAMPAIGN }).click();
  await expect(desk.getByRole('heading', { level: 1, name: CAMPAIGN })).toBeVisible();
  const narrowed = desk.getByRole('combobox', { name: 'Answer' });
  await choose(narrowed, 'To be dealt with');
  // What the list is narrowed to is still so after a look at one of its records.
  await desk.getByRole('link', { name: `See the record: ${HANDED_OVER_TITLE}` }).click();
  await expect(desk.getByRole('heading', { level: 1, name: CAMPAIGN })).toHaveCount(0);
  await desk.goBack();
  await expect(narrowed).toHaveValue('To be dealt with');
  await desk.getByRole('button', { name: `Take over: ${HANDED_OVER_TITLE}` }).click();
  const taking = desk.getByRole('dialog', { name: `Take Over ${HANDED_OVER_TITLE}` });
  await expect(taking.getByLabel(/^New Owner/)).toHaveValue('Amelia Hart');
  await expectUsableByEverybody(desk);
  await taking.getByRole('button', { name: 'Take Over' }).click();
  await expect(
    desk.getByText(`${HANDED_OVER_TITLE}: It belongs to amelia.hart@example.com now!`),
  ).toBeVisible();
  await desk.getByRole('button', { name: `Note as dealt with: ${GIVEN_UP_TITLE}` }).click();
  const noting = desk.getByRole('dialog', { name: `Deal With ${GIVEN_UP_TITLE}` });
  await noting.getByLabel(/^What was done/).fill('It is closed next week.');
  await noting.getByRole('button', { name: 'Note' }).click();
  await expect(desk.getByText(`${GIVEN_UP_TITLE} is noted as dealt with!`)).toBeVisible();
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);

  const db = databaseAt(mapped.dataDir);
  await db.query(`UPDATE attestation_campaigns SET ends_at = now() - interval '1 second' WHERE name = $1`, [
    CAMPAIGN,
  ]);
  const closed = async () => {
    const { rows } = await db.query<{ state: string }>(
      'SELECT state FROM attestation_campaigns WHERE name = $1',
      [CAMPAIGN],
    );
    return rows[0]?.state;
  };
  await expect.poll(closed, { timeout: 40_000 }).toBe('closed');
  await db.close();
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This link cannot be used, or not any more');
  await expectUsableByEverybody(page);
  await desk.goto(`/auth/view/drift_findings?by_subject=${SILENT}`);
  const silence = desk.locator('tr[data-row]').filter({ hasText: SILENT });
  await expect(silence).toContainText('Owner did not answer about an account');
  await silence.getByRole('button', { name: /^Confirm for owner/ }).click();
  await expect(silence).toHaveCount(0);
});

test('an owner who is signed in answers under My Cloud, with the keyboard alone', async ({ elsewhere }) => {
  const page = await elsewhere('Anders Lindqvist');
  await page.goto('/auth/my-cloud');
  const asked = page.getByRole('region', { name: /asks? for your confirmation$/ });
  await expect(asked).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  const first = asked.getByRole('button', { name: /^Confirm: / }).first();
  const answered = row(page, (await first.getAttribute('aria-label'))?.replace('Confirm: ', '') ?? '');
  await first.press('Enter');
  await expect(answered).toContainText('You confirmed it');
  await expect(answered.getByRole('button', { name: /^Confirm: / })).toBeFocused();
  await asked.getByRole('button', { name: 'Confirm all that remain' }).click();
  await expect(page.getByRole('region', { name: 'You have answered all questions' })).toBeVisible();
});
