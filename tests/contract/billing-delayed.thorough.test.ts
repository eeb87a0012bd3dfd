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
  await make.costCenter('LATE', { companies_id, cloud_contact_id: await make.contact('late@example.com') });
  await make.account('late', 'LATE');
  strike = await strikes(portal);
});

const file = (amount: string, ...invoices: string[]) =>
  azureMca(invoices.map((invoice) => ({ account: 'late', amount, invoice })));

/** Sends two files, of which the first is read once the second was. @returns both runs, as they are then */
async function readTheOtherWayRound(
  older: string,
  newer: string,
  between: (newer: Run) => Promise<unknown> = async () => undefined,
): Promise<[Run, Run]> {
  await strike([{ at: 1, blow: 'failure' }]);
  const { body } = await desk.begin('azure', older);
  const { billing_run: first, job } = body.data;
  const waits = async () =>
    (
      await portal.db.query(`SELECT 1 FROM jobs WHERE id = $1 AND state = 'queued' AND attempts = 1`, [
        job.id,
      ])
    ).rowCount;
  await expect.poll(waits, { timeout: 60_000 }).toBe(1);
  const second = await desk.replacing('azure', newer);
  await between(second);
  await endPauses(portal.db);
  await followJob(portal.api, job.id);
  return [await desk.read(first.id), await desk.read(second.id)];
}

describe('of two files of an invoice, of which the last is to replace the other, that one counts, whichever was read first', () => {
  it('so a file that was delayed is superseded by the newer one, with all of its lines', async () => {
    const [older, newer] = await readTheOtherWayRound(file('1', 'late-1'), file('2', 'late-1'));
    expect(newer).toMatchObject({ state: 'ready', superseded_by: null, totals: [{ postings: '2.00' }] });
    expect(older).toMatchObject({
      state: 'superseded',
      superseded_by: newer.id,
      error: null,
      totals: [{ lines: '1.00', postings: '1.00' }],
      steps: [
        { state: 'done' },
        { state: 'done' },
        {
          name: `Give place to run ${newer.id}`,
          detail: '1.00 EUR and 1 line here, 2.00 EUR and 1 line there.',
        },
        { state: 'done' },
      ],
    });
    const { status, body } = await desk.finalize(older.id);
    expect([status, body.error]).toEqual([409, `Run ${older.id} is superseded, so it cannot be finalized.`]);
    expect(await desk.finalized(newer.id)).toMatchObject({ state: 'final', totals: [{ bills: '2.00' }] });
  });

  it('and a delayed one with an invoice more is to be sent again, since the newer one would lose it', async () => {
    const both = file('1', 'late-2', 'late-3');
    const [older, newer] = await readTheOtherWayRound(both, file('2', 'late-2'));
    expect([older.state, older.error]).toEqual([
      'failed',
      `Run ${newer.id}, whose file was sent later, has invoice late-2 as well, and lacks invoice late-3. ` +
        'Please send this file again if it is the one that counts.',
    ]);
    expect(newer.state).toBe('ready');
    const again = await desk.replacing('azure', both);
    expect(again.state).toBe('ready');
    expect(await desk.read(newer.id)).toMatchObject({ state: 'superseded', superseded_by: again.id });
  });

  it('and a delayed one whose invoice was booked meanwhile asks whether it books the difference', async () => {
    const [older, newer] = await readTheOtherWayRound(file('1', 'late-4'), file('2', 'late-4'), ({ id }) =>
      desk.finalized(id),
    );
    expect(newer.state).toBe('final');
    expect(older).toMatchObject({
      state: 'needs_review',
      error: null,
      existing_run: newer.id,
      difference: false,
    });
    const refused = await desk.finalize(older.id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `Run ${older.id} cannot be finalized. Run ${newer.id} books an invoice of it as well. Say whether this run books the difference, or is left out.`,
    ]);
    const both = await portal.api.get(`/billing_runs/${older.id}/existing`);
    expect(both.body.data).toMatchObject({
      file: { totals: [{ amount: '1.00' }] },
      billing_run: { id: newer.id, totals: [{ amount: '2.00' }] },
      booked: true,
    });
    const part = await portal.api.post(`/billing_runs/${older.id}/existing`, { existing: 'add' });
    expect([part.status, part.body.error]).toEqual([
      409,
      `Run ${newer.id} is final, so nothing is added to it and nothing takes its place. Book the difference, or leave this run out.`,
    ]);
    const answer = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${older.id}/existing`, {
      existing: 'difference',
    });
    await followJob(portal.api, answer.body.data.job.id);
    expect(await desk.read(older.id)).toMatchObject({
      state: 'ready',
      existing_run: null,
      difference: true,
      corrects: [newer.id],
      totals: [{ invoice: '1.00', before: '2.00', postings: '-1.00', unallocated: '0.00' }],
    });
  });
});
