import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { azureMca, focus } from '#tests/support/billing/bill-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let companies_id: number;
let cloud_contact_id: number;
const center = (identifier: string, more: Record<string, unknown> = {}) =>
  make.costCenter(identifier, { companies_id, cloud_contact_id, ...more });

beforeAll(async () => {
  companies_id = await make.company('1000');
  cloud_contact_id = await make.contact('owner@example.com');
});

let count = 0;
/** Runs a bill with one line for an account that names this, and answers where the line went. */
async function charged(names: string | null, account = `acc-${++count}`, told: Record<string, string> = {}) {
  await make.account(account, names);
  const run = await desk.run('azure', azureMca([{ account, amount: '10', invoice: `inv-${account}` }]), told);
  const [line] = await desk.lines(run.id);
  const [posting] = await desk.postings(run.id);
  const chain = (line?.['chain'] ?? []) as { identifier: string; valid: boolean }[];
  return {
    to: posting?.cost_center ?? posting?.wbs_element ?? null,
    posting,
    line,
    problem: line?.['problem'] ?? null,
    chain: chain.map(({ identifier, valid }) => `${identifier}${valid ? '' : ' (not valid)'}`),
    run,
  };
}

describe('what the cloud parent of an account names is charged', () => {
  it('a cost center, booked on the company that it belongs to and on its GL account of the cloud', async () => {
    await center('CC1');
    const { posting, chain } = await charged(' cc1 ');
    expect(chain).toEqual(['CC1']);
    expect(posting).toMatchObject({
      cost_center: 'CC1',
      wbs_element: null,
      company_code: '1000',
      gl_account: '520109',
      amount: '10.00',
      text: 'Azure 2026-03',
      owner_email: 'owner@example.com',
    });
  });

  it('a WBS element that has a record of its own', async () => {
    await center('CC2/01');
    expect((await charged('CC2/01')).posting).toMatchObject({ wbs_element: 'CC2/01', cost_center: null });
  });

  it('a WBS element that a network has', async () => {
    await make.network('N1', { wbs: 'W-1', cost_center_id: await center('CC3') });
    expect((await charged('w-1')).posting).toMatchObject({ wbs_element: 'W-1', company_code: '1000' });
  });

  it('a network, which is its WBS element', async () => {
    await make.network('N2', { wbs: 'W-2', cost_center_id: await center('CC4') });
    expect((await charged('N2')).to).toBe('W-2');
  });

  it('a project, which is the WBS element of its network', async () => {
    const network = await make.network('N3', { wbs: 'CC5/07', cost_center_id: await center('CC5') });
    await make.project('P1', { cost_center_network_id: network });
    const { to, chain } = await charged('P1');
    expect(to).toBe('CC5/07');
    expect(chain).toEqual(['P1', 'N3']);
  });
});

describe('a WBS element that several networks have', () => {
  const two = async (wbs: string, companies: readonly number[], more: Record<string, unknown> = {}) => {
    for (const [n, company] of companies.entries()) {
      const cost_center_id = await center(`${wbs} ${n}`, { companies_id: company });
      await make.network(`${wbs} net ${n}`, { wbs, cost_center_id, ...(n > 0 && more) });
    }
  };

  it('of one company is charged', async () => {
    await two('W-one', [companies_id, companies_id]);
    expect((await charged('W-one')).posting).toMatchObject({ wbs_element: 'W-one', company_code: '1000' });
  });

  it('of several companies is an exception, since nobody knows whose it is', async () => {
    await two('W-two', [companies_id, await make.company('2000')]);
    expect(await charged('W-two')).toMatchObject({ to: null, problem: 'several_companies' });
  });

  it('of several companies is charged where only one of them is valid', async () => {
    await two('W-ended', [companies_id, await make.company('2100')], { expired_at: '2025-12-31' });
    expect((await charged('W-ended')).posting).toMatchObject({ company_code: '1000' });
  });

  it('of several companies is charged by its own record', async () => {
    await two('W/own', [companies_id, await make.company('2200')]);
    await center('W/own');
    expect((await charged('W/own')).posting).toMatchObject({ wbs_element: 'W/own', company_code: '1000' });
  });
});

describe('what is not valid on the posting day', () => {
  it('is charged to the first of its replacements that is', async () => {
    const last = await center('R3');
    const next = await center('R2', { expired_at: '2026-03-30', new_cost_center_id: last });
    await center('R1', { expired_at: '2026-01-31', new_cost_center_id: next });
    const { to, chain } = await charged('R1');
    expect(to).toBe('R3');
    expect(chain).toEqual(['R1 (not valid)', 'R2 (not valid)', 'R3']);
  });

  it('counts as valid on the day on which it expires, which is the last one of the month unless told', async () => {
    await center('D1', { expired_at: '2026-03-31' });
    expect((await charged('D1')).to).toBe('D1');
    const later = await charged('D1', 'acc-later', { posting_day: '2026-04-01' });
    expect(later).toMatchObject({ to: null, problem: 'nothing_valid', run: { posting_day: '2026-04-01' } });
  });

  it('is followed through networks and projects in the same way', async () => {
    const network = await make.network('N6', { wbs: 'W-6', cost_center_id: await center('CC6') });
    const old = await make.network('N5', { wbs: 'W-5', expired_at: '2025-12-31', new_network_id: network });
    const project = await make.project('P3', { cost_center_network_id: old });
    await make.project('P2', { expired_at: '2025-12-31', new_project_id: project });
    const { to, chain } = await charged('P2');
    expect(to).toBe('W-6');
    expect(chain).toEqual(['P2 (not valid)', 'P3', 'N5 (not valid)', 'N6']);
  });

  it('falls to the backup of a WBS element where nothing of its chain is', async () => {
    const backup = await center('B1');
    const dead = await center('B0/02', { expired_at: '2025-12-31' });
    await center('B0/01', { expired_at: '2025-12-31', new_cost_center_id: dead, alt_cost_center_id: backup });
    const { to, posting, chain } = await charged('B0/01');
    expect(to).toBe('B1');
    expect(posting).toMatchObject({ cost_center: 'B1', wbs_element: null });
    expect(chain).toEqual(['B0/01 (not valid)', 'B0/02 (not valid)', 'B1']);
  });

  it('has no backup where it is a cost center', async () => {
    const backup = await center('B3');
    await center('B2', { expired_at: '2025-12-31', alt_cost_center_id: backup });
    expect((await charged('B2')).problem).toBe('nothing_valid');
  });

  it('falls to the backup of the WBS element that a network had', async () => {
    const backup = await center('B5');
    await center('B4/01', { alt_cost_center_id: backup });
    await make.network('N7', { wbs: 'B4/01', expired_at: '2025-12-31' });
    expect((await charged('N7')).to).toBe('B5');
  });
});

describe('what finds no place is an exception with its reason, and Unallocated, never away', () => {
  it.each<[string, string | null, () => Promise<unknown>]>([
    ['nothing_named', null, async () => null],
    ['unknown_name', 'nobody', async () => null],
    [
      'several_matches',
      'twice',
      async () => {
        await center('twice');
        await make.network('twice', { wbs: 'W-9' });
      },
    ],
    ['no_network', 'P9', () => make.project('P9', {})],
    ['no_wbs_element', 'N9', () => make.network('N9', {})],
    ['no_company', 'N10', () => make.network('N10', { wbs: 'W-10' })],
    [
      'no_gl_account',
      'CC9',
      async () => center('CC9', { companies_id: await make.company('3100', { azure_gl: null }) }),
    ],
  ])('%s', async (problem, names, prepare) => {
    await prepare();
    const { run, problem: found } = await charged(names);
    expect(found).toBe(problem);
    expect(run).toMatchObject({ state: 'needs_review', exceptions: 1 });
    expect(run.totals).toMatchObject([{ lines: '10.00', allocated: '0.00', unallocated: '10.00' }]);
    const [exception] = await desk.exceptions(run.id);
    expect(exception).toMatchObject({ problem, amount: '10.00', message: expect.stringMatching(/\.$/) });
  });

  it('an account that the inventory does not know', async () => {
    const run = await desk.run('azure', azureMca([{ account: 'stranger', amount: '3', invoice: 'unknown' }]));
    expect(await desk.exceptions(run.id)).toMatchObject([
      { identifier: 'stranger', problem: 'unknown_account' },
    ]);
  });

  it('a cloud that companies have no GL account for', async () => {
    await center('CC10');
    await make.account('acc-oracle', 'CC10');
    const file = focus([{ account: 'acc-oracle', amount: '3', invoice: 'F-oracle' }], 'Oracle');
    expect(await desk.exceptions((await desk.run('focus', file)).id)).toMatchObject([
      { problem: 'unknown_cloud' },
    ]);
  });

  it('the GL account of FOCUS is that of the cloud in its lines', async () => {
    await center('CC11');
    await make.account('acc-google', 'CC11', 'GcpCloudParent');
    const file = focus(
      [{ account: 'projects/acc-google', amount: '3', invoice: 'F-google' }],
      'Google Cloud',
    );
    expect(await desk.postings((await desk.run('focus', file)).id)).toMatchObject([
      { gl_account: '520110', text: 'Google Cloud 2026-03' },
    ]);
  });

  it('two clouds of one number are booked each for itself where a company has one account for both', async () => {
    const companies_id = await make.company('7000', { azure_gl: '520777', gcp_gl: '520777' });
    await make.costCenter('CC-BOTH', {
      companies_id,
      cloud_contact_id: await make.contact('both@example.com'),
    });
    await make.account('both-azure', 'CC-BOTH');
    await make.account('both-google', 'CC-BOTH', 'GcpCloudParent');
    const of = (account: string, amount: string) => [{ account, amount, invoice: 'F-two' }];
    const [header, google] = focus(of('projects/both-google', '40'), 'Google Cloud').split('\r\n');
    const [, azure] = focus(of('both-azure', '60')).split('\r\n');
    const { id } = await desk.run('focus', `${header}\r\n${google}\r\n${azure}\r\n`);
    expect(await desk.postings(id)).toMatchObject([
      { gl_account: '520777', cost_center: 'CC-BOTH', amount: '60.00', text: 'Azure 2026-03' },
      { gl_account: '520777', cost_center: 'CC-BOTH', amount: '40.00', text: 'Google Cloud 2026-03' },
    ]);
    expect((await desk.lines(id)).map(({ identifier, posting }) => [identifier, posting])).toEqual([
      ['both-google', 2],
      ['both-azure', 1],
    ]);
    await desk.finalized(id);
    expect((await desk.bills('F-two')).map(({ provider, amount }) => [provider, amount])).toEqual([
      ['azure', '60.00'],
      ['gcp', '40.00'],
    ]);
  });
});

it('the cent that is left over goes to the largest fraction, of a split and of shared costs', async () => {
  for (const name of ['a', 'b', 'c']) {
    await center(`LEFT-${name}`);
    await make.account(`left-${name}`, `LEFT-${name}`);
  }
  const charge = async (invoice: string, amounts: readonly string[], shared: string) => {
    const accounts = ['left-a', 'left-b', 'left-c', null];
    const lines = [...amounts, shared].map((amount, at) => ({
      account: accounts[at] ?? null,
      kind: accounts[at] ? 'Usage' : 'Tax',
      amount,
      invoice,
    }));
    const { id } = await desk.run('azure', azureMca(lines));
    return (await desk.postings(id)).map(({ amount }) => amount);
  };
  expect(await charge('left-1', ['10.002', '10.003', '9.995'], '0')).toEqual(['10.00', '10.00', '10.00']);
  // 2.0333…, 1.0166… and 3.05.
  expect(await charge('left-2', ['2', '1', '3'], '0.1')).toEqual(['2.03', '1.02', '3.05']);
});
