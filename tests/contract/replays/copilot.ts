import { it } from 'vitest';
import { azureWithCopilot, githubUsage } from '#tests/support/billing/github-files.ts';
import { copilotEstate } from '#tests/support/billing/copilot-estate.ts';
import { estate } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of GitHub Copilot in billing runs. */
export function replayCopilot({ portal, replay: { expectTold } }: Replayed): void {
  it('what runs charge for GitHub is told, decided on and summed as it is told', async () => {
    const api = await portal.signIn({ email: 'ada@example.com' });
    const make = estate(portal);
    const center = {
      companies_id: await make.company('7700'),
      cloud_contact_id: await make.contact('r@example.com'),
    };
    await make.costCenter('C-REPLAYED', center);
    const { organization, seat } = copilotEstate({ db: portal.db, api });
    await organization('replayed-org', 'C-REPLAYED');
    await seat('replayed', 'replayed-org', 'C-REPLAYED');
    const line = { amount: '19', organization: 'replayed-org' };
    const ids: number[] = [];
    for (const [provider, file] of [
      ['azure', azureWithCopilot([{ ...line, invoice: 'replayed' }])],
      ['github', githubUsage([{ ...line, user: 'replayed' }])],
    ] as const) {
      const asked = `/api/billing_runs?provider=${provider}&month=2026-03&name=bill.csv`;
      const begun = dataOf(
        await expectTold('post', asked, 202, { file, more: { 'idempotency-key': provider } }),
      );
      await followJob(api, (begun['job'] as { id: string }).id);
      ids.push((begun['billing_run'] as { id: number }).id);
    }
    const one = `/api/billing_runs/${ids[1]}`;
    await expectTold('get', `${one}/copilot`, 200);
    await expectTold('get', `/api/billing_runs/${ids[0]}/seats?by_charged=c-replayed&page=1`, 200);
    await expectTold('get', `${one}/seats?by_posting=none`, 400);
    await expectTold('get', `${one}/postings/1`, 200);
    for (const part of ['copilot', 'seats'])
      await expectTold('get', `/api/billing_runs/999999999/${part}`, 404);
    await expectTold('get', '/api/github/copilot_costs?month=2026-03', 200);
    await expectTold('get', '/api/github/copilot_costs?month=soon', 400);
    await expectTold('get', '/api/github/copilot_costs.csv?from=2026-01&to=2026-03', 200);
    await expectTold('get', '/api/github/copilot_costs.csv?from=2026-03&to=2026-01', 400);
    const decisions = `${one}/copilot_decisions`;
    const body = { organization: 'replayed-org', reason: 'It moved.' };
    await expectTold('post', decisions, 422, { body: { organization: '' } });
    await expectTold('post', '/api/billing_runs/999999999/copilot_decisions', 404, { body });
    const decided = dataOf(
      await expectTold('post', decisions, 202, { body, more: { 'idempotency-key': 'decided' } }),
    );
    await followJob(api, (decided['job'] as { id: string }).id);
    await expectTold('post', decisions, 409, { body: { billing_run: body } });
  });
}
