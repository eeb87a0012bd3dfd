import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { strikes } from '#tests/support/billing/strikes.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
let strike: Awaited<ReturnType<typeof strikes>>;

beforeAll(async () => {
  const make = estate(portal);
  const companies_id = await make.company('1000');
  await make.costCenter('ASKED', { companies_id, cloud_contact_id: await make.contact('asked@example.com') });
  for (const account of ['one', 'two']) await make.account(account, 'ASKED');
  strike = await strikes(portal);
});

const first = (invoice: string) =>
  azureMca([{ account: 'one', amount: '100.00', invoice, day: '03/01/2026' }]);
const second = (invoice: string) =>
  azureMca([{ account: 'two', amount: '200.00', invoice, day: '03/02/2026' }]);

interface Figures {
  id: number | null;
  totals: { currency: string; amount: string }[];
}

describe('two files of an invoice that are sent before either was read', () => {
  /** The runs of both, of which the second found the first one open. */
  async function both(invoice: string, told: Record<string, string> = {}): Promise<[one: Run, other: Run]> {
    await strike([{ at: 1, blow: 'failure' }]);
    const { billing_run: one, job } = (await desk.begin('azure', first(invoice), { name: 'part_0.csv' })).body
      .data;
    const waits = async () =>
      (
        await portal.db.query(`SELECT 1 FROM jobs WHERE id = $1 AND state = 'queued' AND attempts = 1`, [
          job.id,
        ])
      ).rowCount;
    await expect.poll(waits, { timeout: 60_000 }).toBe(1);
    const other = await desk.run('azure', second(invoice), { name: 'part_1.csv', ...told });
    await endPauses(portal.db);
    await followJob(portal.api, job.id);
    return [await desk.read(one.id), await desk.read(other.id)];
  }

  const answer = (run: Run, existing: string, told: Record<string, string> = {}) =>
    portal.api.post<{ billing_run: Run; job: { id: string } | null }>(`/billing_runs/${run.id}/existing`, {
      existing,
      ...told,
    });

  it('ask on the page of the one that was read last, which cannot be booked before', async () => {
    const [late, other] = await both('B-1');
    expect(late).toMatchObject({ state: 'needs_review', exceptions: 0, existing_run: other.id });
    expect(other).toMatchObject({ state: 'ready', superseded_by: null });
    const { body } = await portal.api.get<{ file: Figures; billing_run: Figures }>(
      `/billing_runs/${late.id}/existing`,
    );
    expect(body.data).toMatchObject({
      file: { id: late.id, totals: [{ amount: '100.00' }] },
      billing_run: { id: other.id, totals: [{ amount: '200.00' }] },
    });
    const refused = await desk.finalize(late.id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `Run ${late.id} cannot be finalized. Run ${other.id} has an invoice of it as well. Say whether this file is added to that run, replaces it, or is left out.`,
    ]);
    const added = await answer(late, 'add');
    expect([added.status, added.body.data.billing_run.id]).toEqual([202, other.id]);
    await followJob(portal.api, added.body.data.job?.id ?? '');
    expect(await desk.read(other.id)).toMatchObject({ state: 'ready', totals: [{ lines: '300.00' }] });
    expect(await desk.read(late.id)).toMatchObject({
      state: 'superseded',
      superseded_by: other.id,
      existing_run: null,
    });
  });

  it('are replaced by one another only where a person says so', async () => {
    const [late, other] = await both('B-2');
    const replaced = await answer(late, 'replace');
    expect(replaced.status).toBe(202);
    await followJob(portal.api, replaced.body.data.job?.id ?? '');
    expect(await desk.read(late.id)).toMatchObject({ state: 'ready', totals: [{ lines: '100.00' }] });
    expect(await desk.read(other.id)).toMatchObject({ state: 'superseded', superseded_by: late.id });
  });

  it('are what is billed and its amortised costs where a person says so', async () => {
    const [late, other] = await both('B-4');
    const told = { split: 'amortised' };
    const left = await answer(late, 'leave', told);
    expect([left.status, left.body.errors]).toMatchObject([422, [{ field: 'split' }]]);
    const added = await answer(late, 'add', told);
    expect([added.status, added.body.data.billing_run.id]).toEqual([202, other.id]);
    await followJob(portal.api, added.body.data.job?.id ?? '');
    expect(await desk.read(other.id)).toMatchObject({
      totals: [{ lines: '200.00', postings: '200.00' }],
      parts: [{ amortised: false }, { amortised: true, lines: 0 }],
    });
  });

  it('go on with the other one where this one is left out', async () => {
    const [late, other] = await both('B-3');
    const left = await answer(late, 'leave');
    expect([left.status, left.body.data.billing_run.id]).toEqual([200, other.id]);
    expect(await desk.read(late.id)).toMatchObject({ state: 'superseded', superseded_by: other.id });
    const again = await answer(late, 'leave');
    expect(again.status).toBe(409);
  });
});
