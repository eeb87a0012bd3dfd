import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { newVisitor, openBrowser } from '../browser.ts';
import { atMost, type Figure } from '../figures.ts';
import { longestTurn } from '../main-thread.ts';
import { startPortal } from '../portal.ts';
import { kilobytesOf } from '../slow-line.ts';
import type { World } from '../world.ts';

const IMPORTED = 50_000;
const MARK = 'LIMITS-WEB-';
const MOST_TURN_MS = 200;
const LIST = '/auth/view/cost_centers';

/** Screens, each with what it is about. */
const SCREENS = [
  ['a list', LIST, 'tr[data-row]'],
  ['the start page', '/auth/home', 'figure [role=img]'],
  ['a page of charts in rings', '/auth/dash-stats', 'figure [role=img]'],
  ['a page of its own', '/auth/roles', 'main table'],
] as const;
const MOST_KB = 280;

/** A CSV file of cost centers that the portal does not have yet. */
async function worksheet({ db }: World): Promise<string> {
  const first = async (column: string, table: string) =>
    (await db.query<{ text: string }>(`SELECT ${column} AS text FROM ${table} ORDER BY id LIMIT 1`)).rows[0]
      ?.text;
  const owner = await first('email', 'cloud_contacts');
  const unit = await first('name', 'business_units');
  const department = await first('name', 'departments');
  const header = 'identifier,cloud_contact_email,business_unit_name,department_name,active_at';
  const rows = Array.from(
    { length: IMPORTED },
    (_, at) => `${MARK}${at},${owner},"${unit}","${department}",3/29/2026`,
  );
  return [header, ...rows].join('\r\n');
}

async function removeImported({ db }: World): Promise<void> {
  const imported = `FROM cost_centers WHERE identifier LIKE '${MARK}%'`;
  await db.query(
    `DELETE FROM record_history WHERE resource = 'cost_centers' AND record_id IN (SELECT id ${imported})`,
  );
  await db.query(`DELETE ${imported}`);
}

/** The longest turn of the page's main thread, in ms, while a file of so many rows is previewed and imported. */
async function turnOfImport(browser: Browser, url: string, world: World): Promise<number> {
  const context = await newVisitor(browser, world.session);
  try {
    // Chosen from the disk, as people do; handed to the page as text, it would be unpacked there.
    const chosen = path.join(world.folder, 'limits.csv');
    writeFileSync(chosen, await worksheet(world));
    const page = await context.newPage();
    await page.goto(url + LIST);
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const file = page.locator('input[type=file]');
    await file.waitFor({ state: 'attached' });
    return await longestTurn(browser, async () => {
      await file.setInputFiles(chosen);
      const count = new Intl.NumberFormat('en-GB').format(IMPORTED);
      await page.getByText(`${count} cost centers will be created.`).waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('Cost centers imported successfully!').waitFor();
    });
  } finally {
    await context.close();
  }
}

/** Notes when the first of what a page is about is there. Runs in the page, before its own scripts. */
function noteFirst(content: string): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector(content)) return;
    look.disconnect();
    document.documentElement.dataset['thereAt'] = String(performance.now());
  });
  look.observe(document, { childList: true, subtree: true });
}

/** The script that a first visit asks for until what the page is about is there, in kB as gzip sends it. */
async function scriptUntilThere(
  browser: Browser,
  address: string,
  content: string,
  session: World['session'],
): Promise<number> {
  const context = await newVisitor(browser, session);
  try {
    const page = await context.newPage();
    await page.addInitScript(noteFirst, content);
    await page.goto(address);
    await page.waitForSelector(content);
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime <= Number(document.documentElement.dataset['thereAt']))
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    );
    if (scripts.length === 0) throw new Error(`${address} has no script.`);
    return await kilobytesOf(scripts);
  } finally {
    await context.close();
  }
}

/** Bounds of what a page computes and fetches, whose outcomes the journeys assert. */
export async function measurePageLimits(world: World, say: (line: string) => void): Promise<Figure[]> {
  const portal = await startPortal(world.folder, { DATABASE_URL: world.connectionString });
  const browser = await openBrowser();
  try {
    const figures: Figure[] = [];
    for (const [name, address, content] of SCREENS) {
      say(`script of ${address}`);
      const script = await scriptUntilThere(browser, portal.url + address, content, world.session);
      figures.push(atMost(`${name}: script until it is there, gzip`, script, MOST_KB, { unit: 'kB' }));
    }
    say(`import of ${IMPORTED} rows in a page`);
    const turn = await turnOfImport(browser, portal.url, world);
    figures.push(
      atMost(`import of ${IMPORTED} rows: longest turn of the page`, turn, MOST_TURN_MS, { unit: 'ms' }),
    );
    return figures;
  } finally {
    await browser.close();
    await portal.stop();
    await removeImported(world);
  }
}
