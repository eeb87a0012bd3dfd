import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { held, waitingFor } from './held-table.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

/** Only a guard against hanging. */
const RESUMED_WITHIN_MS = 240_000;
const within = { timeout: RESUMED_WITHIN_MS, interval: 50 };

/** Credits, a currency without decimals, and tax, which is split by the others; `stranger` is unknown to the inventory. */
const file = (invoice: string, stranger?: string) => {
  const line = (account: string | null, amount: string, more: Partial<MadeLine> = {}): MadeLine => ({
    account,
    amount,
    invoice,
    ...more,
  });
  return azureMca([
    line('ik-1', '10.333333'),
    line('ik-2', '-2.5'),
    line('ik-2', '7.005'),
    line(null, '1.01', { kind: 'Tax' }),
    line('ik-1', '300.4', { currency: 'JPY' }),
    ...(stranger ? [line(stranger, '4.2')] : []),
  ]);
};

/** Begins to send a file, and never ends. */
async function sendHalf(url: string, headers: Record<string, string>, bytes: Buffer): Promise<void> {
  const query = 'provider=azure&month=2026-03&name=half.csv';
  const sending = request(`${url}/api/billing_runs?${query}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv', 'content-length': bytes.length * 2 },
  });
  sending.on('error', () => undefined);
  onTestFinished(() => void sending.destroy());
  await new Promise((sent) => sending.write(bytes, sent));
}

it(
  'goes on with bills where it was killed: while one arrived, was read, was allocated and was allocated anew',
  { timeout: 600_000 },
  async () => {
    const settings = { DATA_DIR: await startedDataDir() };
    let portal = await startServer(settings);
    let db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    const make = estate({ db });
    const shared = {
      companies_id: await make.company('1000'),
      cloud_contact_id: await make.contact('intake.owner@example.com'),
    };
    const center = await make.costCenter('IK1', shared);
    await make.costCenter('IK2', shared);
    await make.account('ik-1', 'IK1');
    await make.account('ik-2', 'IK2');
    let desk = billingDesk({ db, api: apiOf(portal, token) });

    // The same without any of it.
    const calm = await desk.run('azure', file('calm'));
    const calmAssigned = await desk.run('azure', file('calm-a', 'ik-calm'));
    const calmAllocated = await desk.assign(calmAssigned.id, 'ik-calm', center);
    const assigned = await desk.run('azure', file('killed-a', 'ik-killed'));
    expect([calm.state, calmAssigned.state, calmAllocated.state, assigned.state]).toEqual([
      'ready',
      'needs_review',
      'ready',
      'needs_review',
    ]);

    const reading = await held(db, 'billing_invoices', 'billing_exceptions');
    await sendHalf(portal.url, token, Buffer.alloc(300_000, 'x'));
    const { body } = await desk.begin('azure', file('killed'));
    const { id } = body.data.billing_run;
    const asked = { identifier: 'ik-killed', cost_center_id: center };
    expect((await apiOf(portal, token).post(`/billing_runs/${assigned.id}/assign`, asked)).status).toBe(202);
    // All lines are copied, and the postings from before are gone.
    await expect.poll(() => waitingFor(db, 'billing_invoices'), within).toBe(1);
    await expect.poll(() => waitingFor(db, 'billing_exceptions'), within).toBe(1);
    await portal.kill();
    await ageHeartbeats(db);
    await reading();

    portal = await startServer(settings);
    db = databaseOf(settings.DATA_DIR);
    desk = billingDesk({ db, api: apiOf(portal, token) });
    const untouched = await db.query(`SELECT to_regclass('billing_lines_${id}') AS lines`);
    expect(untouched.rows).toEqual([{ lines: null }]);
    const allocating = await held(db, 'billing_exceptions');
    // The lines are there, and nothing of them is allocated.
    await expect.poll(async () => (await desk.read(id)).lines, within).toBe(5);
    await expect.poll(() => waitingFor(db, 'billing_exceptions'), within).toBeGreaterThan(0);
    expect(await desk.postings(id)).toEqual([]);
    await portal.kill();
    await ageHeartbeats(db);
    await allocating();

    portal = await startServer(settings);
    db = databaseOf(settings.DATA_DIR);
    desk = billingDesk({ db, api: apiOf(portal, token) });
    for (const [killed, undisturbed] of [
      [id, calm.id],
      [assigned.id, calmAssigned.id],
    ] as const) {
      await expect.poll(async () => (await desk.read(killed)).state, within).toBe('ready');
      expect(await toldOf(killed)).toEqual(await toldOf(undisturbed));
    }
    const { rows } = await db.query(`SELECT file_name, state FROM billing_runs WHERE file_name = 'half.csv'`);
    expect(rows).toEqual([]);
    const again = await desk.run('azure', file('whole'), { name: 'half.csv' });
    expect(again.state).toBe('ready');
    expect(await portal.stop()).toBe(0);

    /** What a run comes to once it is booked, without what it is called. */
    async function toldOf(run: number) {
      const { totals, lines } = await desk.finalized(run);
      const postings = await desk.postings(run);
      const bills = await desk.bills(postings[0]?.reference ?? '');
      return {
        totals,
        lines,
        postings: postings.map(({ reference: _name, ...posting }) => posting),
        bills: bills.map(({ identifier, amount, currency, date }) => [identifier, amount, currency, date]),
      };
    }
  },
);
