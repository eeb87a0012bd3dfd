import { expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const ACCOUNTS = 5000;
const CENTERS = 600;

// Comparing each account with each would take minutes.
it('a run of thousands of accounts is allocated, and again once one of them is placed', async () => {
  const { company, contact, costCenter } = estate(portal);
  const center = await costCenter('M', {
    companies_id: await company('1000'),
    cloud_contact_id: await contact('many@example.com'),
  });
  await portal.db.query(
    `INSERT INTO cloud_parents (identifier, cost_center, provider_type, terminated)
     SELECT 'm-' || n, 'M', 'AzureCloudParent', false FROM generate_series(1, $1) AS n`,
    [ACCOUNTS - 1],
  );
  const lines = Array.from({ length: ACCOUNTS }, (_, n) => ({ account: `m-${n + 1}`, amount: '1.01' }));
  const first = await desk.run('azure', azureMca([...lines, { account: null, amount: '3', kind: 'Tax' }]));
  expect(first).toMatchObject({ state: 'needs_review', exceptions: 1, totals: [{ lines: '5053.00' }] });
  const run = await desk.assign(first.id, `m-${ACCOUNTS}`, center);
  expect(run).toMatchObject({ state: 'ready', exceptions: 0, totals: [{ allocated: '5053.00' }] });
});

it('a run of thousands of accounts is allocated as quickly where the database knows only runs before it', async () => {
  await desk.run('azure', azureMca([{ account: 'few', amount: '1', invoice: 'few' }]));
  // As autovacuum does sooner or later.
  await portal.db.query('ANALYZE');
  const { company, contact } = estate(portal);
  await portal.db.query(
    `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
     SELECT 'E' || n, '1001', $1, $2, '2020-01-01', true FROM generate_series(0, $3 - 1) AS n`,
    [await company('1001'), await contact('each@example.com'), CENTERS],
  );
  await portal.db.query(
    `INSERT INTO cloud_parents (identifier, cost_center, provider_type, terminated)
     SELECT 'e-' || n, 'E' || n % $2, 'AzureCloudParent', false FROM generate_series(1, $1) AS n`,
    [ACCOUNTS, CENTERS],
  );
  const lines = Array.from({ length: ACCOUNTS }, (_, n) => ({
    account: `e-${n + 1}`,
    amount: '1.01',
    invoice: 'each',
  }));
  expect(await desk.run('azure', azureMca(lines))).toMatchObject({
    state: 'ready',
    totals: [{ allocated: '5050.00' }],
  });
});
