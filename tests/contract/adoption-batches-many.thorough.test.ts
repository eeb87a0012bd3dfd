import { describe, expect, it } from 'vitest';
import { MOST_LOOKED, type AdoptionsPreview } from '#calls/adopt-many.ts';
import type { BatchInFull } from '#calls/batches.ts';
import { CENTER } from '#tests/support/factory/clouds.ts';
import { findAccount, livingAws } from '#tests/support/factory/life.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const cloud = livingAws();
const PATH = '/request_batches/adoption';
const values = { cost_center: CENTER, reason: 'Their teams were found.' };

describe('more accounts than are looked at in the clouds', () => {
  const factory = withFactory(cloud, restless, {});
  const look = async (chosen: object) => {
    const answer = await factory.api.post<AdoptionsPreview>(PATH, { ...values, ...chosen, dry_run: true });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };

  it('are all held against the portal, and their clouds are asked about the first of them only', async () => {
    const ids: number[] = [];
    for (let n = 0; n < MOST_LOOKED + 20; n += 1) ids.push(await findAccount(factory.db, cloud, n));
    const { faults } = factory.simulator;
    const { rows } = await look({ ids });
    expect(faults.calls('DescribeAccount')).toBe(MOST_LOOKED);
    expect(rows.filter(({ looked }) => looked)).toHaveLength(MOST_LOOKED);
    // AWS knows the first forty.
    expect(rows.filter(({ problems }) => problems.length > 0)).toHaveLength(MOST_LOOKED - 40);
    const later = rows.at(-1);
    expect(later).toMatchObject({ looked: false, problems: [] });
    expect(later?.tags).toContainEqual({ name: 'CostCenter', before: null, after: CENTER });
    // The dialog asks about a page of them by itself.
    const page = await look({ ids: ids.slice(-5) });
    expect(page.rows.every(({ looked, problems }) => looked && problems.length === 1)).toBe(true);
  });

  it('whose cloud does not answer are adopted all the same, and it is not asked about each', async () => {
    const { faults } = factory.simulator;
    const before = faults.calls('DescribeAccount');
    faults.plan('DescribeAccount', 'failing', 1000);
    const { rows, valid, unchecked } = await look({ query: { by_managed: 'false' } });
    faults.clear();
    expect(unchecked).toEqual(expect.any(String));
    expect(valid).toBe(rows.length);
    expect(rows.some(({ looked }) => looked)).toBe(false);
    expect(faults.calls('DescribeAccount') - before).toBeLessThan(MOST_LOOKED);
  });

  it('that match by more than a thousand are refused', async () => {
    await factory.db.query(
      `INSERT INTO cloud_parents (terminated, provider_type, identifier, name, managed)
       SELECT false, 'AwsCloudParent', (700000000000 + n)::text, 'many-' || n, false FROM generate_series(1, 1001) n`,
    );
    const refused = await factory.api.post(PATH, { ...values, query: { by_name: 'many-' }, dry_run: true });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      '1,001 accounts match; at most 1,000 are adopted at once. Filter the list further.',
    ]);
  });
});

describe('a batch of adoptions', () => {
  const factory = withFactory(cloud, restless, {});

  it('goes on where one of it fails, which is tried again by itself', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await findAccount(factory.db, cloud, n));
    factory.simulator.faults.plan(cloud.writesTags, 'denied');
    const { status, body, text } = await factory.api.post<BatchInFull>(PATH, { ...values, ids });
    expect(status, text).toBe(202);
    const ends = await Promise.all(body.data.rows.map(({ id }) => factory.desk.over(id)));
    const failed = ends.filter(({ state }) => state === 'failed');
    expect(failed).toHaveLength(1);
    expect(ends.filter(({ state }) => state === 'done')).toHaveLength(11);
    const id = failed[0]?.id ?? 0;
    expect((await factory.desk.does(id, 'retry')).status).toBe(202);
    expect(await factory.desk.over(id)).toMatchObject({ state: 'done', error: null });
    const after = await factory.api.get<BatchInFull>(`/request_batches/${body.data.id}`);
    expect(after.body.data.counts).toMatchObject({ done: 12, failed: 0 });
  });

  it('waits as a whole where the rule of the accounts names what changes of one of them', async () => {
    const ids = [await findAccount(factory.db, cloud, 20), await findAccount(factory.db, cloud, 21)];
    await factory.db.query(`UPDATE cloud_parents SET environment = 'sandbox' WHERE id = $1`, [ids[0]]);
    await factory.db.query(
      `INSERT INTO change_rules (model, asks_reason, fields, updated_by)
       VALUES ('cloud_parents', true, '{environment}', 'admin@example.com')`,
    );
    const { body } = await factory.api.post<BatchInFull>(PATH, { ...values, ids, environment: 'sandbox' });
    expect(body.data.counts.waiting_approval).toBe(2);
    await factory.db.query(`UPDATE cloud_parents SET terminated = true WHERE id = $1`, [ids[1]]);
    const approve = `/request_batches/${body.data.id}/approve`;
    const refused = await factory.other.post(approve, { reason: 'So it is.' });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      expect.stringMatching(/^account-21: 'account-21' is closed.*decline it\.$/),
    ]);
    const declined = await factory.other.post<BatchInFull>(`/request_batches/${body.data.id}/decline`, {
      reason: 'Not these.',
    });
    expect(declined.body.data.counts.cancelled).toBe(2);
  });
});
