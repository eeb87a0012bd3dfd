import type { Api } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import type { Json, replayAt } from '#tests/support/replay.ts';

/**
 * Replays the calls that type lines and totals into a run.
 * @param one the address of an open run with an invoice
 * @returns what is left to be replayed once the run is no longer open
 */
export async function replayTypedIn({ expectTold }: ReturnType<typeof replayAt>, one: string, by: Api) {
  const tax = { kind: 'tax', amount: '0.10', reason: 'VAT' };
  const done = async (answer: Json) => {
    const { billing_run: run, job } = answer['data'] as {
      billing_run: { additions: { id: number }[] };
      job: { id: string };
    };
    await followJob(by, job.id);
    return run;
  };
  const keyed = (key: string) => ({ more: { 'idempotency-key': key } });
  const { additions } = await done(
    await expectTold('post', `${one}/lines`, 202, { body: tax, ...keyed('added') }),
  );
  await expectTold('post', `${one}/lines`, 422, { body: {} });
  await done(await expectTold('delete', `${one}/lines/${additions[0]?.id}`, 202, keyed('removed')));
  await expectTold('delete', `${one}/lines/999999999`, 404);
  const stated = { amount: '2.00' };
  await done(await expectTold('post', `${one}/totals`, 202, { body: stated, ...keyed('stated') }));
  await expectTold('post', `${one}/totals`, 422, { body: { amount: 'much' } });
  for (const path of ['lines', 'totals'])
    await expectTold('post', `/api/billing_runs/999999999/${path}`, 404, {
      body: path === 'lines' ? tax : stated,
    });
  return async () => {
    await expectTold('post', `${one}/lines`, 409, { body: tax });
    await expectTold('delete', `${one}/lines/1`, 409);
    await expectTold('post', `${one}/totals`, 409, { body: stated });
  };
}

/** Replays the call that refreshes the dashboard, whose body is empty. */
export async function replayRefresh({ expectTold }: ReturnType<typeof replayAt>): Promise<void> {
  const path = '/api/cloud_bills/update_dashboard';
  await expectTold('post', path, 202, { body: {}, more: { 'idempotency-key': 'refreshed' } });
  await expectTold('post', path, 422, { body: { cloud_bill: { data: '1' } } });
}
