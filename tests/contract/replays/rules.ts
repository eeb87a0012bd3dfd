import type { Api } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import type { Json, replayAt } from '#tests/support/replay.ts';

/**
 * Replays the calls about versions of the rules.
 * @param one the address of an open run
 * @param center a cost center that is charged by a new version
 * @returns what is left to be replayed once the run is no longer open
 */
export async function replayRules(
  { expectTold }: ReturnType<typeof replayAt>,
  { one, center }: { one: string; center: number },
  by: Api,
) {
  const rules = '/api/billing_rules';
  const shared = { cost_center_id: center };
  const keyed = (key: string) => ({ more: { 'idempotency-key': key } });
  await expectTold('get', rules, 200);
  await expectTold('post', rules, 200, { body: { billing_rule: { shared, preview: true } } });
  await expectTold('post', rules, 201, { body: { shared }, ...keyed('rules') });
  await expectTold('post', rules, 409, { body: { shared } });
  await expectTold('post', rules, 422, { body: { shared: 'nobody' } });
  await expectTold('get', rules, 200);
  await expectTold('post', `${one}/allocate`, 422, { body: { rules_version: 999 } });
  const body = { billing_run: { rules_version: 2 } };
  const taken = await expectTold('post', `${one}/allocate`, 202, { body, ...keyed('allocated') });
  await followJob(by, ((taken['data'] as Json)['job'] as { id: string }).id);
  await expectTold('post', '/api/billing_runs/999999999/allocate', 404, { body: {} });
  return () => expectTold('post', `${one}/allocate`, 409, { body: {} });
}
