import { expect, it } from 'vitest';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const PATH = '/cloud_bills/update_dashboard';

it.each([
  ['an empty body', undefined],
  ['null', null],
  ['nothing', {}],
  ['nothing, wrapped', { cloud_bill: {} }],
])('the dashboard and the chart are summed up anew, asked with %s', async (_what, asked) => {
  await portal.db.query(
    `INSERT INTO cloud_bills (date, provider, currency, reference, identifier, amount, line_item)
     VALUES ('2026-03-01', 'aws', 'USD', 'R', 'refreshed', 1.5, $1)`,
    [String(_what)],
  );
  const sums = async () =>
    (
      await portal.db.query<{ amount: string; bills: number }>(
        `SELECT sum(amount)::text AS amount, sum(bills)::integer AS bills FROM cloud_bill_sums WHERE identifier = 'refreshed'`,
      )
    ).rows;
  const counted = async () =>
    (
      await portal.db.query(
        `SELECT sum(records)::integer AS records FROM record_counts WHERE resource = 'cloud_bills'`,
      )
    ).rows;
  const before = [await sums(), await counted()];
  // As somebody leaves them who writes past the portal.
  await portal.db.query('DELETE FROM cloud_bill_sums');
  await portal.db.query(`UPDATE record_counts SET records = 77 WHERE resource = 'cloud_bills'`);
  const answer = await portal.api.post<{ job: { id: string } }>(PATH, asked);
  expect(answer.status).toBe(202);
  await followJob(portal.api, answer.body.data.job.id);
  expect([await sums(), await counted()]).toEqual(before);
});

it('a field that the call does not have is named', async () => {
  const { status, body } = await portal.api.post(PATH, { data: 'x' });
  expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['data']]);
});
