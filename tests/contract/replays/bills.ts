import { it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { azureMca, googleCostTable } from '#tests/support/billing/bill-files.ts';
import type { Api } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';
import { replayRules } from './rules.ts';
import { replayRefresh, replayTypedIn } from './typed-in.ts';

/** What is answered of bills and of billing runs. */
export function replayBills({ portal, factory, replay }: Replayed): void {
  const { expectTold } = replay;

  it('bills are uploaded, summed and mailed as it is told', async () => {
    const upload = '/api/cloud_bills/upload';
    const data = Buffer.from('Date,Provider,Identifier,Amount\n2026-01-01,aws,replayed,1.00\n').toString(
      'base64',
    );
    await expectTold('post', upload, 200, { body: { data, dry_run: true } });
    await expectTold('post', upload, 201, { body: { data } });
    await expectTold('post', upload, 422, { body: { data: 'UGxhbmV0Ck1hcnMK' } });
    await expectTold('get', '/api/cloud_bills/spend?key=replayed&startDate=2026-01-01&largest=1', 200);
    await expectTold('get', '/api/cloud_bills/spend?startDate=soon', 400);
    await expectTold('get', '/api/cloud_bills/identifiers', 200);
    const days = { start_date: '2026-01-01', end_date: '2026-01-31' };
    const ada = await portal.signIn({ email: 'ada@example.com' });
    for (const [path, more] of [
      ['/api/cloud_bills/send_single', { identifier: 'replayed' }],
      ['/api/cloud_bills/send_all', {}],
    ] as const) {
      const answer = await expectTold('post', path, 202, { body: { cloud_bill: { ...days, ...more } } });
      await followJob(ada, (dataOf(answer)['job'] as { id: string }).id);
      await expectTold('post', path, 422, { body: { cloud_bill: {} } });
    }
    await expectTold('post', '/api/cloud_bills/send_all', 200, { body: { ...days, dry_run: true } });
  });

  it('billing runs begin, are looked at, assigned and downloaded as it is told', async () => {
    const runs = '/api/billing_runs';
    const asked = `${runs}?provider=azure&month=2026-03&name=bill.csv`;
    const file = azureMca([
      { account: 'replayed', amount: '1.5' },
      { account: null, amount: '0.5', kind: 'Tax' },
    ]);
    const ada = await portal.signIn({ email: 'ada@example.com' });
    const begun = dataOf(await expectTold('post', asked, 202, { file, more: { 'idempotency-key': 'bill' } }));
    const { id } = begun['billing_run'] as { id: number };
    await followJob(ada, (begun['job'] as { id: string }).id);
    await expectTold('post', asked, 200, { file });
    await expectTold('post', asked, 422, { file: '' });
    await expectTold('post', runs, 400, { file });
    await replayParts(replay, { runs, id });
    await expectTold('get', `${runs}?page=1&by_state=needs_review&q=2026-03&sort=-month`, 200);
    const one = `${runs}/${id}`;
    const read = dataOf(await expectTold('get', one, 200));
    const [kept] = read['files'] as { id: string }[];
    await expectTold('get', `${one}/files/${kept?.id}`, 200);
    await expectTold('get', `${one}/files/none`, 404);
    await expectTold('get', `${one}/exceptions?page=1`, 200);
    await expectTold('get', `${one}/spread?page=1`, 200);
    await expectTold('get', `${runs}/999999999/spread`, 404);
    await expectTold('get', `${one}/commitments?page=1`, 200);
    await expectTold('get', `${runs}/999999999/commitments`, 404);
    await expectTold('get', `/api/billing_exceptions?by_run=${id}&page=1`, 200);
    await expectTold('get', '/api/billing_exceptions?by_run=one', 400);
    await expectTold('get', '/api/unbilled_costs?page=1', 200);
    await expectTold('get', '/api/unbilled_costs?page=none', 400);
    await expectTold('get', `${one}/changes?share=0.1`, 200);
    await expectTold('get', `${one}/changes?share=much`, 400);
    const center = await factory().create(registry.get('cost_centers'), {
      active_at: '2020-01-01',
      expired_at: null,
    });
    const place = { identifier: 'replayed', cost_center_id: center.id };
    await expectTold('post', `${one}/assign`, 422, { body: { ...place, cost_center_id: 999_999_999 } });
    const more = { 'idempotency-key': 'assigned' };
    const placed = dataOf(await expectTold('post', `${one}/assign`, 202, { body: place, more }));
    await followJob(ada, (placed['job'] as { id: string }).id);
    await replayAmortised(replay, { one, ada });
    const ruled = await replayRules(replay, { one, center: center.id }, ada);
    const closed = await replayTypedIn(replay, one, ada);
    await portal.db.query(`UPDATE billing_runs SET state = 'superseded' WHERE id = $1`, [id]);
    await closed();
    await ruled();
    await expectTold('post', `${one}/assign`, 409, { body: { billing_run: place } });
    const lists = ['postings?by_line=2', 'postings/1', 'postings.csv', 'lines?by_posting=1', 'exceptions'];
    for (const list of [...lists, 'pre_ap.xlsx', 'reconciliation'])
      await expectTold('get', `${one}/${list}`, 200);
    for (const lost of ['', '/postings', '/postings/1', '/postings.csv', '/lines', '/exceptions'])
      await expectTold('get', `${runs}/999999999${lost}`, 404);
    await expectTold('post', `${runs}/999999999/assign`, 404, { body: place });
    await replayRefresh(replay);
    await replayFetch(replay, ada);
    const processed = {
      azure: azureMca([{ account: 'replayed', amount: '1', invoice: 'processed' }]),
      google: googleCostTable([{ account: 'replayed', amount: '5' }], { total: '5' }),
    };
    for (const [name, bill] of Object.entries(processed)) {
      const path = `/api/cloud_bills/process_${name}_invoice`;
      const body = { data: Buffer.from(bill).toString('base64') };
      await expectTold('post', path, 202, { body, more: { 'idempotency-key': name } });
      await expectTold('post', path, 422, { body: { cloud_bill: {} } });
    }
  });
}

/** What is answered of the parts of a run, and of a further file for its invoice. */
async function replayParts(
  { expectTold }: Replayed['replay'],
  { runs, id }: { runs: string; id: number },
): Promise<void> {
  const file = azureMca([{ account: 'replayed', amount: '2.5' }]);
  await expectTold('post', '/api/billing_files?name=part.csv', 201, { file });
  await expectTold('post', '/api/billing_files?name=part.csv', 422, { file: '' });
  await expectTold('post', `${runs}?provider=azure&month=2026-03&name=part.csv`, 409, { file });
  await expectTold('post', `${runs}?provider=azure&month=2026-03&name=part.csv&existing=leave`, 200, {
    file,
  });
  await expectTold('post', `${runs}/999999999/parts?name=part.csv`, 404, { file });
  await expectTold('get', `${runs}/${id}/existing`, 409);
  await expectTold('get', `${runs}/999999999/existing`, 404);
  await expectTold('post', `${runs}/${id}/existing`, 409, { body: { existing: 'leave' } });
  await expectTold('post', `${runs}/${id}/existing`, 422, { body: { billing_run: { existing: 'merge' } } });
}

/** What is answered of amortised costs that are added to a run and removed from it. */
async function replayAmortised(
  { expectTold }: Replayed['replay'],
  { one, ada }: { one: string; ada: Api },
): Promise<void> {
  const file = azureMca([{ account: 'replayed', amount: '1.50', day: '03/02/2026' }]);
  const added = dataOf(
    await expectTold('post', `${one}/parts?name=costs.csv&split=amortised`, 202, { file }),
  );
  await followJob(ada, (added['job'] as { id: string }).id);
  const { parts } = dataOf(await expectTold('get', one, 200)) as unknown as {
    parts: { addition: string; amortised: boolean }[];
  };
  const path = `${one}/amortised/${parts.find(({ amortised }) => amortised)?.addition}`;
  const removed = dataOf(await expectTold('delete', path, 202));
  await followJob(ada, (removed['job'] as { id: string }).id);
  await expectTold('delete', path, 404);
}

/** What is answered of the fetching of bills, for which simulators stand here. */
async function replayFetch({ expectTold }: Replayed['replay'], ada: Api): Promise<void> {
  const path = '/api/billing_fetches';
  const body = { provider: 'aws', month: '2026-02' };
  const more = { 'idempotency-key': 'fetched' };
  const asked = dataOf(await expectTold('post', path, 202, { body, more }));
  await followJob(ada, (asked['job'] as { id: string }).id);
  await expectTold('post', path, 422, { body: { billing_fetch: { provider: 'oracle' } } });
  await expectTold('get', '/api/billing_sources', 200);
}
