import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const ALIKE = 'data-looks-like-one-above';

/** The bar of places beside a screen. */
const FRAME = 'aside:has(nav)';

export interface AxeScope {
  /** The rules to look at, by their names; all of them without it. */
  rules?: readonly string[] | undefined;
  /**
   * Looks at the bar of places beside the screen as well. It is the same on every screen and holds more elements than
   * most of them, which is most of what axe would do all day.
   */
  frame?: boolean | undefined;
}

/**
 * Marks the rows of tables whose every cell looks like one of the same column above, apart from what it says: the same
 * elements, classes and marks. A table has hundreds of cells of a dozen looks.
 */
const markRowsAlike = (page: Page): Promise<void> =>
  page.evaluate((mark) => {
    const look = (element: Element): string => {
      const said = [
        'role',
        'class',
        'aria-disabled',
        'aria-hidden',
        'aria-label',
        'disabled',
        'style',
        'tabindex',
        'type',
      ];
      const marks = element
        .getAttributeNames()
        .filter((name) => said.includes(name) || name.startsWith('data-'))
        .map((name) =>
          name === 'aria-label' || name === 'data-reason' ? name : `${name}=${element.getAttribute(name)}`,
        );
      const below = Array.from(element.childNodes, (node) =>
        node instanceof Element ? look(node) : node.textContent?.trim() ? 'text' : '',
      );
      return `${element.tagName} ${marks.join(' ')} (${below.join()})`;
    };
    for (const body of document.querySelectorAll('[role=grid] tbody')) {
      const seen = new Set<string>();
      for (const row of body.children) {
        const looks = Array.from(row.children, (cell, at) => `${at} ${look(cell)}`);
        if (row.contains(document.activeElement) || looks.some((one) => !seen.has(one)))
          row.removeAttribute(mark);
        else row.setAttribute(mark, '');
        for (const one of looks) seen.add(one);
      }
    }
  }, ALIKE);

/**
 * Which of these are small targets: not what is large enough and only covered by a table's sticky edges until one
 * scrolls to it, nor what has gone since it was found. All are looked at in one go, since a table has hundreds.
 */
async function smallTargets(page: Page, selectors: readonly string[]): Promise<Set<string>> {
  const small = await page.evaluate(
    (all) =>
      all.filter((selector) => {
        const element = document.querySelector(selector);
        if (!element) return false;
        const { width, height } = element.getBoundingClientRect();
        return element.closest('[role=grid]') === null || width < 24 || height < 24;
      }),
    selectors,
  );
  return new Set(small);
}

/**
 * Every serious or critical finding of axe on the page, each with its rule and the elements. Axe runs in the page
 * itself, which holds no frames: it is handed over once per page, and no other page is opened to sum up.
 */
export async function axeFindings(page: Page, { rules, frame = false }: AxeScope = {}): Promise<string[]> {
  await markRowsAlike(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Style sheets are fetched again for rules that are not among those that are run.
  const same = { resultTypes: ['violations'], preload: false } satisfies RunOptions;
  const asked: RunOptions = rules
    ? { runOnly: { type: 'rule', values: [...rules] } }
    : { rules: { 'target-size': { enabled: true } } };
  const violations = await page.evaluate(
    async ({ exclude, options }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const found = await run({ exclude }, options);
      return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => ({
          id,
          help,
          nodes: nodes.map(({ html, target }) => ({ html, selector: target.join(' ') })),
        }));
    },
    { exclude: frame ? [`[${ALIKE}]`] : [`[${ALIKE}]`, FRAME], options: { ...asked, ...same } },
  );
  const grave: string[] = [];
  for (const { id, help, nodes } of violations) {
    const all = nodes.map(({ selector }) => selector);
    const kept = id === 'target-size' ? await smallTargets(page, all) : new Set(all);
    const found = nodes.filter(({ selector }) => kept.has(selector)).map(({ html }) => `  ${html}`);
    if (found.length > 0) grave.push([`${id}: ${help}`, ...found].join('\n'));
  }
  return grave;
}

/** The ids that more than one element has: what is labelled or described by them is so by the first one only. */
export const sharedIds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = new Set<string>();
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id);
    return ids.filter((id) => seen.size === seen.add(id).size);
  });
