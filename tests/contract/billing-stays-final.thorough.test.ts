import { beforeAll, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

beforeAll(async () => {
  const center = {
    companies_id: await make.company('1000', { clearing_gl: '210000' }),
    cloud_contact_id: await make.contact('stays@example.com'),
  };
  for (const name of ['SF1', 'SF2']) {
    await make.costCenter(name, center);
    await make.account(name.toLowerCase(), name);
  }
  await portal.db.query(
    `CREATE FUNCTION refuse_mails() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'no mail'; END $$`,
  );
});

/** A run that is final without anything else: what it charges goes into SAP as a journal. */
async function journalled(account: string, invoice: string) {
  const run = await desk.run('azure', azureMca([{ account, amount: '7.50', invoice }]));
  expect(await desk.finalized(run.id, {})).toMatchObject({ state: 'final', options: [] });
  return { id: run.id, journal: await journalOf(run.id) };
}
const journalOf = async (run: number) => {
  const { status, text } = await portal.api.get(`/billing_runs/${run}/journal.csv`);
  return [status, text];
};

it('a final run takes another option with the postings it has, although its cost center has gone since', async () => {
  const { id, journal } = await journalled('sf1', 'SF-1');
  await portal.db.query(`UPDATE cost_centers SET expired_at = '2026-01-31' WHERE identifier = 'SF1'`);
  expect(await desk.finalized(id, { email_owners: true })).toMatchObject({
    state: 'final',
    exceptions: 0,
    options: [{ name: 'email_owners', state: 'done' }],
  });
  expect(await journalOf(id)).toEqual(journal);
});

it('a final run stays final where another option fails on our side, and its file takes no place of it', async () => {
  const { id, journal } = await journalled('sf2', 'SF-2');
  await portal.db.query(
    'CREATE TRIGGER refused BEFORE INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION refuse_mails()',
  );
  await desk.finalize(id, { email_owners: true });
  const settled = async () => {
    await endPauses(portal.db);
    return (await desk.read(id)).options[0]?.state;
  };
  await expect.poll(settled, { timeout: 60_000 }).toBe('failed');
  await portal.db.query('DROP TRIGGER refused ON outbox');
  expect(await desk.read(id)).toMatchObject({ state: 'final', options: [{ state: 'failed' }] });
  expect(await journalOf(id)).toEqual(journal);
  const other = azureMca([{ account: 'sf2', amount: '9', invoice: 'SF-2' }]);
  expect((await desk.begin('azure', other)).status).toBe(409);
  expect(await desk.read(id)).toMatchObject({ state: 'final', superseded_by: null });
});
