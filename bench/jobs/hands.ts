import type { Locator, Page } from '@playwright/test';

/** What somebody did with mouse and keyboard, as docs/ten-jobs.md counts it. */
export interface Steps {
  clicks: number;
  texts: number;
  keys: number;
}

/** A busy machine may take long; what does not come by then never does. */
const PATIENCE_MS = 60_000;
/** How often it is looked whether something is there: this much a time may be too long. */
const LOOK_MS = 20;
/** A page that has not moved for so long has come to rest. */
const REST_MS = 60;
const LOADING = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root';

/** Mouse and keyboard of somebody who knows the portal, and the eyes that see what comes of it. Steps are counted, looks are not. */
export class Hands {
  readonly steps: Steps = { clicks: 0, texts: 0, keys: 0 };
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A press of the mouse, once what is pressed is there. */
  async click(what: Locator, at?: { x: number; y: number }): Promise<void> {
    await this.see(what);
    this.steps.clicks += 1;
    await what.click({ position: at });
  }

  /** Presses what opens the window of the operating system, and takes a file there, which counts no more. */
  async chooseFile(opens: Locator, name: string, content: string): Promise<void> {
    const [window] = await Promise.all([this.page.waitForEvent('filechooser'), this.click(opens)]);
    await window.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  }

  /** Types into a field, once it has the focus. */
  async type(field: Locator, text: string): Promise<void> {
    await this.seeFocus(field);
    this.steps.texts += 1;
    await this.page.keyboard.type(text);
  }

  /** Any other key, or several that are held together. */
  async press(key: string): Promise<void> {
    this.steps.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** Waits until something is on the screen. */
  see = (what: Locator): Promise<void> => this.until(`${what.toString()} is there`, () => what.isVisible());

  /** Waits until a field has the focus. */
  seeFocus = (field: Locator): Promise<void> => this.see(field.and(this.page.locator(':focus')));

  /** Waits until a field has this value. */
  seeValue = (field: Locator, value: string): Promise<void> =>
    this.until(`${field.toString()} is ${value}`, async () => (await field.inputValue()) === value);

  /** Presses Page Down until what is there is in what the window shows of the page. */
  async pageDownTo(what: Locator): Promise<void> {
    await this.see(what);
    let before = -1;
    for (;;) {
      if (await isInSight(what)) return;
      const at = await this.page.evaluate(() => window.scrollY);
      // A page scrolls smoothly; the next press comes when it has come to rest.
      if (at === before) await this.press('PageDown');
      before = at;
      await this.page.waitForTimeout(REST_MS);
    }
  }

  /** Waits until a list of choices holds one only, of this name. */
  seeOnly = (choice: string): Promise<void> => {
    const choices = this.page.getByRole('option');
    return this.until(`${choice} is the only choice`, async () => {
      const [first, ...others] = await choices.allInnerTexts();
      return first?.trim() === choice && others.length === 0;
    });
  };

  /** Waits until nothing on the screen is being loaded. */
  seeAll = (): Promise<void> =>
    this.until('all is loaded', async () => (await this.page.locator('main').locator(LOADING).count()) === 0);

  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}`);
      await this.page.waitForTimeout(LOOK_MS);
    }
  }
}

const isInSight = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
