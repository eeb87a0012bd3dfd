import type { Locator } from '@playwright/test';

/** Pastes a text into an input, as a spreadsheet leaves it in the clipboard. */
export async function pasteInto(input: Locator, text: string): Promise<void> {
  await input.focus();
  await input.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
