import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { azureWithCopilot, githubUsage } from '#tests/support/billing/github-files.ts';
import { copilotEstate } from '#tests/support/billing/copilot-estate.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const { organization, seat, charged, bearers, copilot } = copilotEstate(portal);

beforeAll(async () => {
  const companies_id = await make.company('1000');
  const center = { companies_id, cloud_contact_id: await make.contact('copilot@example.com') };
  for (const name of ['C1', 'C2', 'C3', 'ORG']) await make.costCenter(name, center);
  await make.costCenter('OLD', { ...center, expired_at: '2025-12-31' });
  await make.account('vm-1', 'C1');
});

describe('Copilot in a bill of Azure', () => {
  it('is split in equal parts by the seats, and what the division leaves is not lost', async () => {
    await organization('thirds', 'ORG');
    await seat('ann', 'thirds', 'C1');
    await seat('bob', 'thirds', 'C2');
    await seat('cid', 'thirds', 'C3');
    const file = azureWithCopilot([
      { amount: '100', organization: 'thirds', invoice: 'T-1' },
      { amount: '50', subscription: 'vm-1', invoice: 'T-1' },
    ]);
    const run = await desk.run('azure', file);
    expect(run).toMatchObject({ state: 'ready', totals: [{ lines: '150.00', allocated: '150.00' }] });
    expect(await charged(run.id)).toEqual({ C1: '83.34', C2: '33.33', C3: '33.33' });
  });

  it('is charged to the organization for a seat whose own cost center is missing, unknown or expired', async () => {
    await organization('Fallback', 'ORG');
    await seat('dora', 'fallback', null);
    await seat('emil', 'FALLBACK', 'no such thing');
    await seat('fred', 'fallback', 'OLD');
    await seat('gina', 'fallback', 'C2');
    const run = await desk.run(
      'azure',
      azureWithCopilot([{ amount: '40', organization: 'fallback', invoice: 'T-2' }]),
    );
    expect(run.state).toBe('ready');
    expect(await charged(run.id)).toEqual({ C2: '10.00', ORG: '30.00' });
    expect(await bearers(run.id)).toMatchObject([
      { username: 'dora', named: null, fallback: true, cost_center: 'ORG' },
      { username: 'emil', named: 'no such thing', fallback: true, cost_center: 'ORG' },
      { username: 'fred', named: 'OLD', fallback: true, cost_center: 'ORG' },
      { username: 'gina', named: 'C2', fallback: false, cost_center: 'C2' },
    ]);
  });

  it('is an exception for a seat that nobody pays for, until its cost center is assigned', async () => {
    await seat('hans', 'nobodys', null);
    await seat('ida', 'nobodys', 'C1');
    const { id, state } = await desk.run(
      'azure',
      azureWithCopilot([{ amount: '20', organization: 'nobodys', invoice: 'T-3' }]),
    );
    expect(state).toBe('needs_review');
    expect(await desk.exceptions(id)).toMatchObject([
      {
        identifier: 'copilot:nobodys/hans',
        problem: 'seat_without_cost_center',
        amount: '10.00',
        assignable: true,
      },
    ]);
    expect(await desk.lines(id)).toMatchObject([{ rule: 'seats', problem: 'seat_without_cost_center' }]);
    const center = await portal.db.query<{ id: number }>(
      `SELECT id FROM cost_centers WHERE identifier = 'C3'`,
    );
    const run = await desk.assign(id, 'copilot:nobodys/hans', center.rows[0]?.id ?? 0);
    expect(run.state).toBe('ready');
    expect(await charged(id)).toEqual({ C1: '10.00', C3: '10.00' });
    const { body } = await portal.api.get('/github_copilot_users?by_github_username=hans');
    expect(body.data).toMatchObject([{ cost_center: 'C3' }]);
  });

  it('counts who is in several organizations once, where the seat is oldest', async () => {
    await organization('one', 'ORG');
    await organization('two', 'ORG');
    await seat('jan', 'one', 'C1', { seat_since: '2026-02-01T00:00:00Z' });
    await seat('Jan', 'two', 'C1', { seat_since: '2025-02-01T00:00:00Z' });
    await seat('kim', 'one', 'C2');
    await seat('lea', 'two', 'C3');
    const run = await desk.run(
      'azure',
      azureWithCopilot([
        { amount: '10', organization: 'one', invoice: 'T-4' },
        { amount: '10', organization: 'two', invoice: 'T-4' },
      ]),
    );
    expect(await charged(run.id)).toEqual({ C1: '5.00', C2: '10.00', C3: '5.00' });
    const { body } = await portal.api.get(`/github/copilot_costs?month=2026-03`);
    const { runs: of } = body.meta as unknown as { runs: { id: number; seats: number }[] };
    expect(of.find(({ id }) => id === run.id)).toMatchObject({ seats: 3 });
  });

  it('is borne by those who had a seat in the month, and by nobody who came later or went before', async () => {
    await seat('mia', 'months', 'C1');
    await seat('new', 'months', 'C2', { seat_since: '2026-04-01T00:00:00Z' });
    await seat('went', 'months', 'C3', { seat_state: 'gone', seat_gone_at: '2026-03-10T00:00:00Z' });
    await seat('past', 'months', 'C2', { seat_state: 'gone', seat_gone_at: '2026-02-27T00:00:00Z' });
    await seat('typed', 'months', 'C2', { seat_state: null });
    const run = await desk.run(
      'azure',
      azureWithCopilot([{ amount: '10', organization: 'months', invoice: 'T-5' }]),
    );
    expect(await charged(run.id)).toEqual({ C1: '5.00', C3: '5.00' });
  });

  it('is borne by all seats where the file names no organization that is known', async () => {
    const { id } = await desk.run(
      'azure',
      azureWithCopilot([
        { amount: '1', organization: null, invoice: 'T-6' },
        { amount: '1', organization: 'some-enterprise', invoice: 'T-6' },
      ]),
    );
    const { rows } = await portal.db.query<{ account: string; users: number; seats: number }>(
      `SELECT account, count(*)::integer AS seats, count(DISTINCT lower(username))::integer AS users FROM billing_seats WHERE run_id = $1 GROUP BY 1 ORDER BY 1`,
      [id],
    );
    expect(rows.map(({ account }) => account)).toEqual(['copilot:*/*', 'copilot:some-enterprise/*']);
    for (const { users, seats } of rows) expect(users).toBe(seats);
  });

  it('is the organization’s own where it has no seat, and an exception where it is not known either', async () => {
    await organization('empty', 'C2');
    const run = await desk.run(
      'azure',
      azureWithCopilot([{ amount: '7', organization: 'empty', invoice: 'T-7' }]),
    );
    expect(await charged(run.id)).toEqual({ C2: '7.00' });
    expect(await copilot(run.id)).toMatchObject({
      accounts: [{ identifier: 'copilot:empty/*', no_seats: true, seats: 0, amount: '7.00' }],
    });
  });

  it('keeps tax, credits and other products of GitHub apart from what seats are charged', async () => {
    await make.account('0c3f1a52-1111-4222-8333-444455556666', 'C3');
    const run = await desk.run(
      'azure',
      azureWithCopilot([
        { amount: '30', organization: 'thirds', invoice: 'T-8' },
        { amount: '-3', organization: 'thirds', invoice: 'T-8', kind: 'Refund' },
        { amount: '4', organization: 'thirds', invoice: 'T-8', product: 'Actions' },
      ]),
    );
    expect(await charged(run.id)).toEqual({ C1: '9.00', C2: '9.00', C3: '13.00' });
  });
});

describe('a posting with Copilot', () => {
  it('is explained by the seats as they were when the run was allocated', async () => {
    await organization('kept', 'ORG');
    const ora = await seat('ora', 'kept', 'C1', { name: 'Ora Holt' });
    await seat('pia', 'kept', 'C1');
    const { id } = await desk.run(
      'azure',
      azureWithCopilot([{ amount: '12', organization: 'kept', invoice: 'T-9' }]),
    );
    await portal.db.query('DELETE FROM github_copilot_users WHERE id = $1', [ora]);
    const [posting] = await desk.postings(id);
    const { body } = await portal.api.get(`/billing_runs/${id}/postings/${posting?.id}`);
    expect(body.data).toMatchObject({
      accounts: [{ identifier: 'copilot:kept/*', amount: '12', share: '1' }],
      seats_total: 2,
      seats: [
        {
          username: 'ora',
          name: 'Ora Holt',
          organization: 'kept',
          named: 'C1',
          share: '0.5',
          amount: '6.00',
        },
        { username: 'pia', share: '0.5', amount: '6.00' },
      ],
      split: { amount: '0.00' },
    });
    await desk.finalized(id);
    const [bill] = await desk.bills('T-9');
    const origin = await portal.api.get(`/cloud_bills/${bill?.id}/origin`);
    expect(origin.body.data).toMatchObject({
      seats_total: 2,
      seats: [{ username: 'ora' }, { username: 'pia' }],
    });
  });

  it('is found by a seat', async () => {
    const { id } = await desk.run(
      'azure',
      azureWithCopilot([{ amount: '9', organization: 'thirds', invoice: 'T-10' }]),
    );
    const { body } = await portal.api.get(`/billing_runs/${id}/postings?by_identifier=BOB`);
    expect(body.data).toMatchObject([{ cost_center: 'C2', amount: '3.00' }]);
  });
});

describe('Copilot of an organization that Azure and GitHub bill for the same month', () => {
  it('has to be decided on in one of the runs before either is booked', async () => {
    await organization('twice', 'ORG');
    await seat('quin', 'twice', 'C1');
    const azure = await desk.run(
      'azure',
      azureWithCopilot([{ amount: '19', organization: 'twice', invoice: 'D-1' }]),
      { month: '2026-05' },
    );
    expect(azure.state).toBe('ready');
    const github = await desk.run(
      'github',
      githubUsage([{ amount: '19', organization: 'twice', user: 'quin' }]),
      {
        month: '2026-05',
        reference: 'D-2',
      },
    );
    expect(github).toMatchObject({ state: 'needs_review', totals: [{ unallocated: '0.00' }] });
    expect(await desk.exceptions(github.id)).toMatchObject([
      { identifier: 'copilot:twice', problem: 'billed_twice', amount: '19.00', assignable: false },
    ]);
    const refused = await desk.finalize(azure.id);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toContain(
      `GitHub Copilot of twice, which run ${github.id} charges for this month`,
    );
    expect(await copilot(azure.id)).toMatchObject({
      billed_twice: [{ organization: 'twice', other_run: github.id, reason: null }],
    });

    const decided = await portal.api.post<{ job: { id: string } }>(
      `/billing_runs/${github.id}/copilot_decisions`,
      { organization: 'twice', reason: 'It moved to Azure on the 14th.' },
    );
    expect(decided.status).toBe(202);
    await expect.poll(async () => (await desk.read(github.id)).state).toBe('ready');
    expect(await desk.exceptions(github.id)).toEqual([]);
    expect(await copilot(azure.id)).toMatchObject({
      billed_twice: [{ reason: 'It moved to Azure on the 14th.', decided_by: expect.any(String) as string }],
    });
    expect((await desk.finalized(azure.id)).state).toBe('final');
    expect((await desk.finalized(github.id)).state).toBe('final');
  });

  it('is no problem any more once the other run was given up', async () => {
    const file = azureWithCopilot([{ amount: '5', organization: 'twice', invoice: 'D-3' }]);
    const azure = await desk.run('azure', file, { month: '2026-06' });
    await desk.finalized(azure.id);
    const report = githubUsage([{ amount: '5', organization: 'twice', user: 'quin' }]);
    const github = await desk.run('github', report, { month: '2026-06', reference: 'D-4' });
    expect(github.state).toBe('needs_review');
    await desk.reversed(azure.id);
    expect(await desk.finalized(github.id)).toMatchObject({ state: 'final', exceptions: 0 });
  });

  it.each([
    [{}, 422, 'organization must be a text'],
    [{ organization: 'twice', reason: ' ' }, 422, 'reason must be a text'],
    [{ organization: 'thirds', reason: 'Both.' }, 409, 'No other run charges GitHub Copilot of thirds'],
    [{ organization: 'twice', reason: 'Both.', more: 1 }, 422, 'more is not known here'],
  ])('is not decided on by %j', async (body, status, sentence) => {
    const run = await desk.run(
      'azure',
      azureWithCopilot([{ amount: '1', organization: 'thirds', invoice: `D-${sentence.length}` }]),
      { month: '2026-07' },
    );
    const answer = await portal.api.post(`/billing_runs/${run.id}/copilot_decisions`, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(sentence);
  });
});
