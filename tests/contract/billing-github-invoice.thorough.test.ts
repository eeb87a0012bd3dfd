import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { copilotEstate } from '#tests/support/billing/copilot-estate.ts';
import { githubUsage } from '#tests/support/billing/github-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
const { organization, seat, charged, bearers, copilot } = copilotEstate(portal);
const github = (file: string | Buffer, told: Record<string, string> = {}) => desk.run('github', file, told);

beforeAll(async () => {
  const center = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('github@example.com'),
  };
  for (const name of ['G1', 'G2', 'ORG', 'ORG2']) await make.costCenter(name, center);
  await organization('Acme', 'ORG');
  await organization('globex', 'ORG2');
  await seat('Octo', 'acme', 'G1');
  await seat('mona', 'acme', 'G2');
  await seat('mona', 'globex', 'G1');
  await seat('nora', 'acme', null);
});

describe('a bill of GitHub', () => {
  it('charges Copilot to its users, and everything else to its organizations', async () => {
    const run = await github(
      githubUsage([
        { amount: '19', user: 'octo' },
        { amount: '19', user: 'Mona' },
        { amount: '19', user: 'nora' },
        { amount: '0.125', user: 'octo', sku: 'copilot_premium_request' },
        { amount: '8', organization: 'globex' },
        { amount: '12.5', user: 'octo', product: 'actions', sku: 'actions_linux' },
        { amount: '0', user: 'octo', product: 'actions', sku: 'actions_macos' },
      ]),
      { reference: 'GH-1' },
    );
    expect(run).toMatchObject({
      state: 'ready',
      format: 'github-usage',
      lines: 6,
      month: '2026-03',
      totals: [{ currency: 'USD', lines: '77.63', allocated: '77.63', unallocated: '0.00' }],
      invoices: [{ reference: 'GH-1', provider: 'github' }],
    });
    expect(await charged(run.id)).toEqual({ G1: '19.13', G2: '19.00', ORG: '31.50', ORG2: '8.00' });
    expect(await bearers(run.id, '?by_charged=ORG')).toMatchObject([
      { username: 'nora', fallback: true, cost_center: 'ORG', amount: '19.00' },
      { username: null, organization: 'Acme', identifier: 'github:acme', amount: '12.50' },
    ]);
    expect(await desk.lines(run.id, '?by_kind=usage')).toMatchObject([
      { identifier: 'copilot:acme/octo', service: 'GitHub Copilot', cost_center: 'G1', problem: null },
      { identifier: 'copilot:acme/mona' },
      { identifier: 'copilot:acme/nora', cost_center: 'ORG', problem: null },
      { description: 'copilot_premium_request, 1 user-months, octo' },
      { identifier: 'copilot:globex', cost_center: 'ORG2' },
      { identifier: 'github:acme', service: 'GitHub actions' },
    ]);
  });

  it('is booked on the GL account of Azure, as bills of the provider github', async () => {
    const { id } = await github(githubUsage([{ amount: '19', user: 'octo' }]), { reference: 'GH-2' });
    expect(await desk.postings(id)).toMatchObject([{ gl_account: '520109', text: 'GitHub 2026-03' }]);
    await desk.finalized(id);
    expect(await desk.bills('GH-2')).toMatchObject([
      { provider: 'github', identifier: 'G1', account: '520109', amount: '19.00', currency: 'USD' },
    ]);
  });

  it('charges a user once for each line, whichever of their organizations it names', async () => {
    const { id } = await github(
      githubUsage([
        { amount: '10', user: 'mona', organization: 'acme' },
        { amount: '10', user: 'mona', organization: 'globex' },
        { amount: '10', user: 'mona', organization: null },
      ]),
      { reference: 'GH-3' },
    );
    expect(await charged(id)).toEqual({ G1: '10.00', G2: '20.00' });
    const { body } = await portal.api.get('/github/copilot_costs?month=2026-03');
    const { runs } = body.meta as unknown as { runs: { id: number; seats: number }[] };
    expect(runs.find((run) => run.id === id)).toMatchObject({ seats: 1, totals: [{ amount: '30.00' }] });
  });

  it('has exceptions for users and organizations that nobody knows, which get records once assigned', async () => {
    const { id } = await github(
      githubUsage([
        { amount: '19', user: 'stranger', organization: 'elsewhere' },
        { amount: '3', product: 'actions', sku: 'actions_linux', organization: 'nowhere' },
      ]),
      { reference: 'GH-4' },
    );
    expect(await desk.exceptions(id)).toMatchObject([
      { identifier: 'copilot:elsewhere/stranger', problem: 'seat_without_cost_center', amount: '19.00' },
      { identifier: 'github:nowhere', problem: 'seat_without_cost_center', amount: '3.00' },
    ]);
    const { rows } = await portal.db.query<{ id: number }>(
      `SELECT id FROM cost_centers WHERE identifier IN ('G1', 'G2') ORDER BY identifier`,
    );
    await desk.assign(id, 'copilot:elsewhere/stranger', rows[0]?.id ?? 0);
    const run = await desk.assign(id, 'github:nowhere', rows[1]?.id ?? 0);
    expect(run).toMatchObject({ state: 'ready', exceptions: 0 });
    expect(await charged(id)).toEqual({ G1: '19.00', G2: '3.00' });
    const made = await portal.api.get('/github_organization_apps?by_name=nowhere');
    expect(made.body.data).toMatchObject([{ name: 'nowhere', cost_center: 'G2' }]);
    expect(
      (await portal.api.post(`/billing_runs/${id}/assign`, { identifier: 'copilot:x/y', cost_center_id: 1 }))
        .status,
    ).toBe(422);
  });

  it('splits Copilot that names neither a user nor an organization by all seats', async () => {
    const { id } = await github(githubUsage([{ amount: '6', organization: null }]), { reference: 'GH-5' });
    expect(await copilot(id)).toMatchObject({
      accounts: [{ identifier: 'copilot:*/*', split: true, seats: 4 }],
    });
  });

  it('has a reference of its own where nobody tells one, and is known again by it', async () => {
    const report = (amount: string) => githubUsage([{ amount, user: 'octo', date: '2026-02-01' }]);
    const first = await github(report('1'), { month: '2026-02' });
    expect(first.invoices).toMatchObject([{ reference: 'github-2026-02' }]);
    const second = await github(report('2'), { month: '2026-02', existing: 'replace' });
    expect(await desk.read(first.id)).toMatchObject({ state: 'superseded', superseded_by: second.id });
  });

  it('is known again by its file, whatever reference is told beside it', async () => {
    const file = githubUsage([{ amount: '7', user: 'octo' }]);
    const first = await github(file, { reference: 'GH-7' });
    const second = await github(file, { reference: 'GH-8' });
    expect(second).toMatchObject({ state: 'ready', invoices: [{ reference: 'GH-8' }] });
    expect(await desk.read(first.id)).toMatchObject({ state: 'superseded', superseded_by: second.id });
  });
});

describe('a report that is no bill of a month', () => {
  const HEADER =
    'date,product,sku,quantity,unit_type,gross_amount,discount_amount,net_amount,organization,username\n';
  const row = (cells: string) => `${HEADER}${cells}\n`;

  it.each([
    [
      'of several months',
      githubUsage([{ amount: '1' }, { amount: '1', date: '2026-04-01' }]),
      'Row 3: date 2026-04-01 is not in 2026-03',
    ],
    ['without a date', row(',copilot,x,1,u,1,0,1,acme,octo'), 'Row 2: date is empty.'],
    ['with a day that is none', row('soon,copilot,x,1,u,1,0,1,acme,octo'), "date 'soon' is no day"],
    [
      'with an amount that is none',
      row('2026-03-01,copilot,x,1,u,1,0,free,acme,o'),
      "net_amount 'free' is no amount",
    ],
    [
      'with a user that is none',
      row('2026-03-01,copilot,x,1,u,1,0,1,acme,a/*'),
      "username 'a/*' is no name of GitHub",
    ],
    [
      'with an organization that is none',
      row('2026-03-01,copilot,x,1,u,1,0,1,a:b,o'),
      "organization 'a:b' is no name",
    ],
    ['that is cut off', `${HEADER}2026-03-01,copilot,x`, 'The file may be cut off'],
    ['that charges nothing', githubUsage([{ amount: '0' }]), 'The file has no line that charges anything'],
    [
      'of another shape',
      'date,user,model\n2026-03-01,octo,x\n',
      'For GitHub, usage report it lacks product (or sku)',
    ],
  ])('%s is refused with the reason', async (_what, file, sentence) => {
    const { state, error } = await github(file);
    expect(state).toBe('failed');
    expect(error).toContain(sentence);
  });

  it('is told apart from those of other providers', async () => {
    expect((await desk.run('azure', githubUsage([{ amount: '1' }]))).error).toContain(
      'Please upload it as a bill of GitHub.',
    );
  });

  it('keeps what is text, however it is meant', async () => {
    const user = '=cmd|0';
    const { id } = await github(githubUsage([{ amount: '19', user, sku: "copilot_'; DROP TABLE x" }]), {
      reference: 'GH-6',
    });
    expect(await desk.exceptions(id)).toMatchObject([]);
    const { text } = await portal.api.get('/github/copilot_costs.csv?month=2026-03');
    expect(text).not.toMatch(/^=/m);
    expect(await bearers(id)).toMatchObject([{ username: user, fallback: true, cost_center: 'ORG' }]);
  });
});

describe('what cost centers are charged for Copilot', () => {
  it('comes to what the lines of Copilot do, run by run, and is the same as CSV', async () => {
    const { body } = await portal.api.get('/github/copilot_costs?month=2026-03');
    const rows = body.data as unknown as {
      cost_center: string | null;
      seats: number;
      amounts: { currency: string; amount: string }[];
      billing_run: { id: number; state: string };
    }[];
    const { runs, totals } = body.meta as unknown as {
      runs: { id: number; totals: { amount: string }[] }[];
      totals: { amount: string }[];
    };
    expect(runs.length).toBeGreaterThan(4);
    const cents = (amounts: { amount: string }[]) =>
      amounts.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    for (const run of runs) {
      const own = rows.filter(({ billing_run: { id } }) => id === run.id);
      expect(cents(own.flatMap(({ amounts }) => amounts))).toBe(cents(run.totals));
    }
    expect(cents(totals)).toBe(cents(runs.flatMap((run) => run.totals)));
    const { text } = await portal.api.get('/github/copilot_costs.csv?from=2026-03&to=2026-03');
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toContain('Month,Cost Center,WBS Element');
    expect(lines).toHaveLength(rows.length + 1);
  });

  it.each([
    ['month=2026-13', 'month must be a month such as 2026-03.'],
    ['month=2026-03&from=2026-01', 'month cannot be given together with from and to.'],
    ['from=2026-03&to=2026-01', 'to must not lie before from.'],
    ['from=1990-01&to=2026-01', 'At most 60 months'],
    ['year=2026', 'year is not known here'],
  ])('is refused for %s', async (query, sentence) => {
    const { status, body } = await portal.api.get(`/github/copilot_costs?${query}`);
    expect(status).toBe(400);
    expect(body.error).toContain(sentence);
  });
});
