import { isSignedWith, startHookReceiver, type HookReceiver } from '#tests/support/hook-receiver.ts';
import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';
import { test as base } from '#tests/support/own-journey.ts';
import { visit } from '#tests/support/visit.ts';

/** With a receiver that the portal calls. */
const test = base.extend<{ receiver: HookReceiver }>({
  receiver: async ({}, use) => {
    const receiver = await startHookReceiver();
    await use(receiver);
    await receiver.close();
  },
});

test('an administrator makes a webhook, sees its secret once, sends a test, and reads in the log what came of it', async ({
  page,
  receiver,
}) => {
  // Looked at four times in each appearance, and it waits for another process: a busy machine needs its time.
  await page.goto('/auth/view/webhooks');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await visit(page, '/auth/create/webhooks');
  await untilLoaded(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ledger');
  await page.getByRole('textbox', { name: 'URL' }).fill('https://10.0.0.7/hooks');
  const events = page.getByRole('combobox', { name: 'Events' });
  await events.fill('departments.');
  await page.getByRole('option', { name: 'departments.*' }).click();
  // The list stays open for more.
  await events.press('Tab');
  await expect(page.getByRole('option')).toHaveCount(0);
  const add = page.getByRole('button', { name: 'Submit' });
  await add.click();
  await expect(page.getByText('URL leads into a network that is not public')).toBeVisible();
  await expectUsableByEverybody(page);
  await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await add.click();
  await expect(page.getByText('Your new webhook has been added!')).toBeVisible();

  await visit(page, '/auth/view/webhooks/1');
  await untilLoaded(page);
  await page.getByRole('button', { name: 'New Secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Secret' });
  await dialog.getByRole('button', { name: 'Make Secret' }).click();
  await expect(dialog.getByText('Copy the secret now')).toBeVisible();
  await expectUsableByEverybody(page);
  const secret = await dialog.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.reload();
  await untilLoaded(page);
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.getByRole('button', { name: 'Send Test' }).click();
  await page.getByRole('link', { name: 'See what came of it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'webhook.test' })).toBeVisible();
  await expect.poll(() => receiver.taken.length).toBe(1);
  const [taken] = receiver.taken;
  expect(taken && isSignedWith(secret, taken)).toBe(true);
  await expect(async () => {
    await page.reload();
    await untilLoaded(page);
    await expect(page.getByText(/^Delivered/).first()).toBeVisible({ timeout: 1000 });
  }).toPass();

  await page.getByRole('button', { name: 'Send Again' }).click();
  await expect(page.getByText('The delivery is on its way again.')).toBeVisible();
  await expect.poll(() => receiver.taken.length).toBe(2);
  expect(receiver.taken[1]?.id).toBe(taken?.id);
  await visit(page, '/auth/view/webhook_deliveries');
  await untilLoaded(page);
  await expect(page.getByRole('grid').getByRole('link', { name: 'webhook.test' })).toBeVisible();
  await expectUsableByEverybody(page);
});
