import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Budget } from '#resources/budgets.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Fault } from '#simulators/faults/faults.ts';
import { apiClient, type Api } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { testClouds, type RunningCloud, type TestCloud } from '#tests/support/factory/clouds.ts';
import { factoryDesk, fillEstate, type Deployment } from '#tests/support/factory/desk.ts';
import { restless } from '#tests/support/factory/portal.ts';
import { startPortal } from '#tests/support/saml-portal.ts';

const running = new Map<TestCloud['cloud'], RunningCloud>();
const ending: (() => Promise<unknown>)[] = [];
let api: Api;
let db: Database;

const simulatorOf = ({ cloud }: TestCloud): RunningCloud => {
  const found = running.get(cloud);
  if (!found) throw new Error(`The simulator of ${cloud} does not run.`);
  return found;
};

beforeAll(async () => {
  for (const cloud of testClouds) running.set(cloud.cloud, await cloud.start());
  const made = await createTestDatabase({ poolSize: 10 });
  db = made.db;
  const settings = Object.assign({}, ...[...running.values()].map((one) => one.settings)) as Record<
    string,
    string
  >;
  const portal = await startPortal(db, settings, undefined, restless);
  ending.push(() => portal.close(), made.drop, ...[...running.values()].map(({ close }) => close));
  await fillEstate(db);
  const person = { email: 'requester@example.com', name: null, roles: [] };
  api = apiClient(portal.url, { ...(await createSession(db, person, 'a test')) });
});
afterAll(async () => {
  for (const end of ending) await end();
});

/** A request with a budget, as it is in the end, with the budgets of the portal for its account. */
async function asked(cloud: TestCloud, name: string, fault?: Fault) {
  const { faults } = simulatorOf(cloud);
  // Google's library asks once more with a new token.
  if (fault) faults.plan(cloud.makesBudget, fault, fault === 'denied' ? 2 : 1);
  const desk = factoryDesk(api);
  const { id } = await desk.ask(cloud, name, cloud.budget('1234.5', 'eur', '100, 80'));
  const done = await desk.over(id);
  const { data } = (await api.get<Budget[]>(`/budgets?by_account=${done.identifier}`)).body;
  return { done, recorded: data };
}

/** The accounts that the budgets of a simulator are about. */
const budgetsIn = (cloud: TestCloud): string[] => simulatorOf(cloud).budgets?.() ?? [];

const step = ({ steps }: Deployment, name: string) => steps.find((one) => one.name === name);

describe.each(testClouds)('a request for $kind with a budget', (cloud) => {
  it('has the account, its budget in the portal and one in the cloud', async () => {
    const { done, recorded } = await asked(cloud, `calm-${cloud.cloud}`);
    expect(done).toMatchObject({ state: 'done', error: null });
    expect(recorded).toMatchObject([
      {
        name: `calm-${cloud.cloud} (${done.identifier})`,
        account: done.identifier,
        amount: '1234.50',
        currency: 'EUR',
        thresholds: '80, 100',
        period: 'month',
      },
    ]);
    expect(recorded[0]?.starts_on).toMatch(/^\d{4}-\d\d-01$/);
    expect(step(done, 'record_budget')).toMatchObject({
      state: 'done',
      ids: { budget: String(recorded[0]?.id) },
    });
    expect(step(done, 'cloud_budget')?.state).toBe('done');
    expect(budgetsIn(cloud).filter((one) => one === done.identifier)).toHaveLength(1);
  });

  it.each(['lost', 'conflict'] as const)('has one budget where the call for it is %s', async (fault) => {
    const { done, recorded } = await asked(cloud, `${fault}-${cloud.cloud}`, fault);
    expect(done).toMatchObject({ state: 'done', error: null });
    expect(step(done, 'cloud_budget')?.state).toBe('done');
    expect(recorded).toHaveLength(1);
    expect(budgetsIn(cloud).filter((one) => one === done.identifier)).toHaveLength(1);
  });

  it('is done without the budget of the cloud where the portal may not make it, says why, and Retry makes it', async () => {
    const { done, recorded } = await asked(cloud, `denied-${cloud.cloud}`, 'denied');
    expect(done).toMatchObject({ state: 'done', error: null });
    expect(recorded).toHaveLength(1);
    const { state, note } = step(done, 'cloud_budget') ?? {};
    expect([state, note]).toEqual([
      'skipped',
      expect.stringMatching(/has no budget of its own\..*(needs|has it|It is)/),
    ]);
    expect(budgetsIn(cloud)).not.toContain(done.identifier);

    simulatorOf(cloud).faults.clear();
    // What people have changed in the inventory meanwhile stays.
    await db.query('UPDATE cloud_parents SET name = $2 WHERE identifier = $1', [done.identifier, 'renamed']);
    const desk = factoryDesk(api);
    expect((await desk.does(done.id, 'retry')).status).toBe(202);
    const again = await desk.over(done.id);
    expect(again).toMatchObject({ state: 'done', error: null });
    expect(step(again, 'cloud_budget')?.state).toBe('done');
    expect(budgetsIn(cloud)).toContain(done.identifier);
    expect((await api.get<Budget[]>(`/budgets?by_account=${done.identifier}`)).body.data).toHaveLength(1);
    const { rows } = await db.query('SELECT name FROM cloud_parents WHERE identifier = $1', [
      done.identifier,
    ]);
    expect(rows).toEqual([{ name: 'renamed' }]);
    const mails = await db.query(`SELECT 1 FROM outbox WHERE subject LIKE '%denied-${cloud.cloud} is ready'`);
    expect(mails.rowCount).toBe(1);
    expect((await desk.does(done.id, 'retry')).status).toBe(409);
  });

  it('says what it would make, and refuses what is no budget', async () => {
    const desk = factoryDesk(api);
    const body = await desk.body(cloud, `planned-${cloud.cloud}`);
    const preview = async (amount: string, thresholds: string) =>
      (
        await api.post<{ plan: { settings: object[]; steps: string[] } | null; errors: { field: string }[] }>(
          cloud.path,
          { ...body, ...cloud.budget(amount, 'USD', thresholds), dry_run: true },
        )
      ).body.data;
    const { plan, errors } = await preview('1000', '50');
    expect(errors).toEqual([]);
    expect(plan?.settings).toContainEqual({
      label: 'Budget',
      value: '1,000.00 USD each month, alerts at 50%',
    });
    expect(plan?.steps.slice(-2)).toEqual(['Add the budget', expect.stringMatching(/^Make the budget in /)]);
    const wrong = (await preview('0', 'none')).errors.map(({ field }) =>
      field.replace('_', '').toLowerCase(),
    );
    expect(wrong).toEqual(['budgetamount', 'budgetthresholds']);
    expect((await preview('', '50')).errors).toMatchObject([
      { message: 'Give the amount of the budget, or leave its other fields empty.' },
    ]);
  });
});
