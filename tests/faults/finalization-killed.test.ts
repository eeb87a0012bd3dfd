import { expect, it } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { held } from './held-table.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

/** Only a guard against hanging. */
const RESUMED_WITHIN_MS = 240_000;

it(
  'books a run and mails it once, though the portal is killed while it books and again while it mails',
  { timeout: 600_000 },
  async () => {
    const settings = { DATA_DIR: await startedDataDir() };
    let portal = await startServer(settings);
    let db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    const make = estate({ db });
    const companies_id = await make.company('1000');
    const cloud_contact_id = await make.contact('killed.owner@example.com');
    await make.costCenter('K1', { companies_id, cloud_contact_id });
    await make.account('k-1', 'K1');
    const desk = billingDesk({ db, api: apiOf(portal, token) });
    const { id } = await desk.run('azure', azureMca([{ account: 'k-1', amount: '12.5', invoice: 'K-1' }]));
    const stepOf = async () =>
      (
        await db.query<{ name: string | null }>(
          `SELECT (SELECT step ->> 'name' FROM jsonb_array_elements(steps) step WHERE step ->> 'state' = 'running') AS name
         FROM billing_runs WHERE id = $1`,
          [id],
        )
      ).rows[0]?.name;
    const within = { timeout: RESUMED_WITHIN_MS, interval: 50 };

    const booking = await held(db, 'cloud_bills');
    await desk.finalize(id, { cloud_bills: true, send_invoices: true, email_owners: true });
    await expect.poll(stepOf, within).toBe('Populate cloud bills');
    await portal.kill();
    await ageHeartbeats(db);
    await booking();

    portal = await startServer(settings);
    db = databaseOf(settings.DATA_DIR);
    const mailing = await held(db, 'outbox');
    await expect.poll(stepOf, within).toBe('Send invoices');
    await portal.kill();
    await ageHeartbeats(db);
    await mailing();

    portal = await startServer(settings);
    db = databaseOf(settings.DATA_DIR);
    const after = billingDesk({ db, api: apiOf(portal, token) });
    await expect.poll(async () => (await after.read(id)).state, within).toBe('final');
    const final = await after.read(id);
    expect(final.options.map(({ name, state }) => [name, state])).toEqual([
      ['cloud_bills', 'done'],
      ['email_owners', 'done'],
      ['send_invoices', 'done'],
    ]);
    expect(final.totals).toMatchObject([{ invoice: '12.50', postings: '12.50', bills: '12.50' }]);
    expect(await after.bills('K-1')).toHaveLength(1);
    const { rows } = await db.query<{ subject: string }>(
      `SELECT subject FROM outbox WHERE subject NOT LIKE 'Pre-AP%' ORDER BY subject`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'Cloud costs of 2026-03',
      `Invoices of billing run ${id}, 2026-03`,
    ]);
    expect(await portal.stop()).toBe(0);
  },
);
