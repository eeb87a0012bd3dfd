import type { Page } from '@playwright/test';

/** What ran, or wanted to run, in a page although it was only text. */
export interface ScriptWatch {
  findings: () => Promise<string[]>;
}

/** A payload calls this when it runs. */
export const ALARM = 'hostileTextRan';

/**
 * Notices from now on, on every page that is opened, whether a payload runs, asks the page's policy for more than
 * it allows, opens a dialog, fetches something, or stands in the document as an element.
 */
export async function watchScripts(page: Page): Promise<ScriptWatch> {
  const findings: string[] = [];
  await page.exposeFunction(ALARM, () => void findings.push('a payload ran'));
  await page.exposeFunction('reportViolation', (what: string) => void findings.push(`policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { reportViolation } = window as unknown as { reportViolation: (what: string) => void };
      reportViolation(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on('dialog', (dialog) => {
    // A form with something typed asks before it is left.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    findings.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => findings.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) findings.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url().includes('hostile.invalid')) findings.push(`request: ${request.url()}`);
  });
  return {
    findings: async () => {
      const elements = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'img[src="x"], svg[onload], iframe, object, math, body script, [onerror], a[href*="script:" i]',
          ),
        ]
          .filter(
            (element) => !(element instanceof HTMLScriptElement && element.src.startsWith(location.origin)),
          )
          .map((element) => `element: ${element.outerHTML.slice(0, 200)}`),
      );
      return [...findings, ...elements];
    },
  };
}
