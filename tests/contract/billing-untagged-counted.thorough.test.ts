import { describe, expect, it } from 'vitest';
import type { AccountSpend, RunOfSpend, SpendTotal } from '#calls/untagged.ts';
import { focus } from '#tests/support/billing/bill-files.ts';
import { billingDesk, ofMonth } from '#tests/support/billing/billing-desk.ts';
import { awsTagged, azureTagged } from '#tests/support/billing/tagged-bills.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);

interface Spend {
  data: AccountSpend[];
  meta: { totals: SpendTotal[]; runs: RunOfSpend[] };
}
const spend = async (query: string): Promise<Spend> =>
  (await portal.api.get(`/untagged_spend?${query}`)).body as unknown as Spend;

/** Has a run stand as one that the portal read before it counted tags. */
async function uncount(id: number): Promise<void> {
  await portal.db.query(`UPDATE billing_runs SET tag_keys = NULL WHERE id = $1`, [id]);
  await portal.db.query(`UPDATE billing_lines SET lacks = NULL WHERE run_id = $1`, [id]);
  await portal.db.query(`DELETE FROM billing_tag_sums WHERE run_id = $1`, [id]);
}

/** Has a run keep another file, which a version of the portal that refused less has taken for it. */
async function keepInstead(id: number, file: string): Promise<void> {
  const { body } = await portal.api.send<{ id: string }>('POST', '/billing_files?name=before.csv', file, {
    'content-type': 'text/csv',
  });
  await portal.db.query('DELETE FROM billing_sent_files WHERE run_id = $1', [id]);
  await portal.db.query('UPDATE billing_sent_files SET run_id = $1, n = 1, taken = true WHERE file_id = $2', [
    id,
    body.data.id,
  ]);
}

describe('of untagged spend, what is not known', () => {
  it('is said of a month without bills, of files that tell no tags, and of runs that were read before', async () => {
    expect(await spend('month=2025-01')).toMatchObject({ data: [], meta: { totals: [], runs: [] } });
    const none = await desk.run('focus', focus([{ account: 'ut-shop', amount: '5', invoice: 'UT-NONE' }]), {
      month: '2026-02',
      name: 'none.csv',
    });
    const old = await desk.run(
      'azure',
      azureTagged([{ account: 'ut-shop', amount: '5', tags: '', invoice: 'UT-OLD' }]),
      {
        month: '2026-02',
        name: 'old.csv',
      },
    );
    await uncount(old.id);
    const { data, meta } = await spend('month=2026-02');
    expect([data, meta.totals]).toEqual([[], []]);
    expect(meta.runs).toMatchObject([
      { id: old.id, provider: 'azure', tags: 'not_counted' },
      { id: none.id, provider: 'focus', tags: 'none' },
    ]);
    const lines = (await portal.api.get(`/billing_runs/${old.id}/lines?by_lacks=any`)).body;
    expect([lines.data, lines.meta]).toMatchObject([[], { total: 0 }]);
  });

  it('is counted from the files that are kept, and of a run that is final nothing else changes', async () => {
    const { rows } = await portal.db.query<{ id: number }>(
      `UPDATE billing_runs SET state = 'final' WHERE month = '2026-02-01' AND tag_keys IS NULL RETURNING id`,
    );
    const id = rows[0]?.id ?? 0;
    await desk.settled(id);
    const before = await desk.read(id);
    const begun = await portal.api.post<{ job: { id: string } }>('/untagged_spend/count', {
      month: '2026-02',
    });
    expect(begun.status).toBe(202);
    await followJob(portal.api, begun.body.data.job.id);
    expect(await spend('month=2026-02')).toMatchObject({
      data: [{ identifier: 'ut-shop', amount: '5.00', untagged: '5.00', runs: [id] }],
      meta: { runs: [{ id, tags: 'counted' }, { tags: 'none' }] },
    });
    expect(await desk.lines(id, '?by_lacks=all')).toMatchObject([{ amount: '5.00' }]);
    expect(await desk.read(id)).toEqual(before);
    expect((await portal.api.post('/untagged_spend/count', { month: '2026-02' })).status).toBe(409);
    expect((await portal.api.post('/untagged_spend/count', { month: 'soon', more: 1 })).status).toBe(422);
  });

  it('is counted of what was accepted before accounts without their zeros were refused, and a file that cannot be read is named', async () => {
    const october = { month: '2025-10' };
    const read = (id: string) =>
      ofMonth(awsTagged([{ account: id, amount: '4', tags: '{}', invoice: 'UT-SHORT' }]), october.month);
    const short = await desk.run('aws', read('000000000042'), october);
    await keepInstead(short.id, read('42'));
    const ofAccount = (name: string, amount: string) =>
      desk.run('azure', azureTagged([{ account: name, amount, tags: '', invoice: name }]), october);
    const lost = await ofAccount('ut-lost', '6');
    await keepInstead(lost.id, 'This is no bill.');
    const kept = await ofAccount('ut-kept', '8');
    for (const { id } of [short, lost, kept]) await uncount(id);
    const begun = await portal.api.post<{ job: { id: string } }>('/untagged_spend/count', october);
    expect(await followJob(portal.api, begun.body.data.job.id)).toMatchObject({
      state: 'done',
      outcome: {
        counts: [{ label: 'Billing runs counted', count: 2 }],
        problems: [
          {
            place: `Run ${lost.id}`,
            message: expect.stringContaining('The columns of this file are not known.'),
          },
        ],
        problem_total: 1,
      },
    });
    const { data, meta } = await spend('month=2025-10');
    expect(data.map(({ identifier, untagged }) => [identifier, untagged])).toEqual([
      ['ut-kept', '8.00'],
      ['000000000042', '4.00'],
    ]);
    expect(new Map(meta.runs.map(({ id, tags }) => [id, tags]))).toEqual(
      new Map([
        [short.id, 'counted'],
        [lost.id, 'not_counted'],
        [kept.id, 'counted'],
      ]),
    );
  });
});
