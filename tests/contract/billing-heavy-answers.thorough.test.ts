import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

/** Fewer than there are askers. */
const CONNECTIONS = 6;
const ASKERS = 14;
const portal = withPortal({}, CONNECTIONS);
const desk = billingDesk(portal);

/** Connections that are none of the portal's. */
let others: Database;
let run: number;
beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const cloud_contact_id = await contact('heavy@example.com');
  await costCenter('H', { companies_id: await company('1000'), cloud_contact_id });
  await account('h-1', 'H');
  ({ id: run } = await desk.run('azure', azureMca([{ account: 'h-1', amount: '1' }])));
  const { rows } = await portal.db.query<{ name: string }>('SELECT current_database() AS name');
  const address = new URL(inject('templateDatabase'));
  address.pathname = `/${rows[0]?.name}`;
  others = openDatabase({ connectionString: address.toString(), poolSize: 2 });
});
afterAll(() => others.close());

/** How many statements of the portal wait for a table. */
const waiting = async () => {
  const { rows } = await others.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting;
};

/** Asks for a heavy answer as so many people, each of whom may go away. */
async function ask(path: string): Promise<{ gone: AbortController; answers: Promise<Response>[] }> {
  const gone = new AbortController();
  const answers = await Promise.all(
    Array.from({ length: ASKERS }, async (_, at) => {
      const person = { email: `asker-${at}@example.com`, name: null, roles: [] };
      const headers = { ...(await createSession(portal.db, person, 'a test')) };
      return { answer: fetch(`${portal.url}/api${path}`, { headers, signal: gone.signal }) };
    }),
  );
  for (const { answer } of answers) answer.catch(() => undefined);
  return { gone, answers: answers.map(({ answer }) => answer) };
}

it.each([
  ['the workbook', () => `/billing_runs/${run}/pre_ap.xlsx`, 1],
  ['what is spread', () => `/billing_runs/${run}/spread`, CONNECTIONS / 3],
  ['the queue of exceptions', () => '/billing_exceptions', CONNECTIONS / 3],
])(
  '%s leaves connections to others, however many ask for it, and ends with its askers',
  async (_what, path, atOnce) => {
    await desk.settled(run);
    // What is kept of it is of another state of the run.
    await portal.db.query('UPDATE billing_runs SET revision = revision + 1');
    await others.transaction(async (tx) => {
      await tx.query('LOCK TABLE billing_exceptions IN ACCESS EXCLUSIVE MODE');
      const { gone, answers } = await ask(path());
      await expect.poll(waiting).toBe(atOnce);
      const lists = await Promise.all(Array.from({ length: 12 }, () => portal.api.get('/cost_centers')));
      expect(lists.map(({ status }) => status)).toEqual(lists.map(() => 200));
      expect(await waiting()).toBe(atOnce);
      gone.abort();
      await Promise.allSettled(answers);
      await expect.poll(waiting).toBe(0);
    });
    const { answers } = await ask(path());
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  },
);
