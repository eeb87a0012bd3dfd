import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { failingBill } from '#tests/support/billing/failing-bill.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

interface Changes {
  compared_with: Row | null;
  compared_runs: Row[];
  totals: Row[];
  accounts_came: Row[];
  accounts_gone: Row[];
  postings_changed: Row[];
  expiring: Row[];
  counts: Record<string, number>;
}

beforeAll(async () => {
  const companies_id = await make.company('1000');
  const center = { companies_id, cloud_contact_id: await make.contact('c-owner@example.com') };
  const next = await make.costCenter('C-next', center);
  await make.costCenter('C-ends', { ...center, expired_at: '2026-04-30', new_cost_center_id: next });
  await make.costCenter('C-later', { ...center, expired_at: '2026-06-30' });
  const cost_center_id = await make.costCenter('C-lasts', center);
  await make.network('C-net', { wbs: 'C/wbs', cost_center_id, expired_at: '2026-04-01' });
  for (const [account, names] of Object.entries({
    'c-same': 'C-lasts',
    'c-jumps': 'C-later',
    'c-gone': 'C-next',
    'c-new': 'C-ends',
    'c-net': 'C-net',
  }))
    await make.account(account, names);
});

const file = (invoice: string, amounts: Record<string, string>, more: Partial<MadeLine> = {}) =>
  azureMca(Object.entries(amounts).map(([account, amount]) => ({ account, amount, invoice, ...more })));
const changes = async (id: number, query = '') =>
  (await portal.api.get<Changes>(`/billing_runs/${id}/changes${query}`)).body.data;

it('a run of which the month before has none is compared with nothing, and still tells what ends soon', async () => {
  const { id } = await desk.run('azure', file('alone', { 'c-new': '5' }), { month: '2026-03' });
  expect(await changes(id)).toMatchObject({
    compared_with: null,
    totals: [],
    accounts_came: [],
    postings_changed: [],
    expiring: [{ identifier: 'C-ends' }],
    counts: { accounts_came: 0, accounts_gone: 0, postings_changed: 0, expiring: 1 },
  });
});

describe('a run tells what is otherwise than the month before', () => {
  let before: number;
  let now: number;
  beforeAll(async () => {
    const february = { 'c-same': '100', 'c-jumps': '10', 'c-gone': '7' };
    ({ id: before } = await desk.run('azure', file('feb', february), { month: '2026-02' }));
    const march = { 'c-same': '110', 'c-jumps': '40', 'c-new': '5', 'c-unknown': '3', 'c-net': '1' };
    ({ id: now } = await desk.run('azure', file('mar', march), { month: '2026-03' }));
  });

  it('in all, by currency', async () => {
    const { compared_with: other, totals } = await changes(now);
    expect(other).toMatchObject({ id: before, month: '2026-02', state: 'ready' });
    expect(totals).toEqual([{ currency: 'EUR', before: '117.00', now: '159.00', difference: '42.00' }]);
  });

  it('by accounts that came and went', async () => {
    const { accounts_came: came, accounts_gone: gone } = await changes(now);
    expect(came).toMatchObject([
      { identifier: 'c-new', provider: 'azure', currency: 'EUR', amount: '5.00', cost_center: 'C-ends' },
      { identifier: 'c-unknown', amount: '3.00', cost_center: null },
      { identifier: 'c-net', amount: '1.00', wbs_element: 'C/wbs' },
    ]);
    expect(gone).toMatchObject([
      { identifier: 'c-gone', amount: '7.00', cost_center: 'C-next', owner_email: 'c-owner@example.com' },
    ]);
  });

  it('by postings that came, went, or jumped by more than the share', async () => {
    const of = ({ postings_changed: rows }: Changes) =>
      rows.map(({ cost_center: center, wbs_element: wbs, before: was, now: is, share }) => [
        center ?? wbs,
        was,
        is,
        share,
      ]);
    expect(of(await changes(now))).toEqual([
      ['C-later', '10.00', '40.00', '3.0000'],
      ['C-next', '7.00', '0.00', '-1.0000'],
      ['C-ends', '0.00', '5.00', null],
      ['C/wbs', '0.00', '1.00', null],
    ]);
    const told = await changes(now, '?share=0.05&largest=2');
    expect(of(told)).toEqual([
      ['C-later', '10.00', '40.00', '3.0000'],
      ['C-lasts', '100.00', '110.00', '0.1000'],
    ]);
    expect(told.counts['postings_changed']).toBe(5);
  });

  it('by what is charged and ends soon, with what replaces it', async () => {
    const told = async (query: string) =>
      (await changes(now, query)).expiring.map(
        ({ what, identifier, expired_at: on, replaced_by: by, amount }) => [what, identifier, on, by, amount],
      );
    const soon = [
      ['network', 'C-net', '2026-04-01', null, '1.00'],
      ['cost_center', 'C-ends', '2026-04-30', 'C-next', '5.00'],
    ];
    expect(await told('')).toEqual(soon);
    expect(await told('?days=91')).toEqual([
      ...soon,
      ['cost_center', 'C-later', '2026-06-30', null, '40.00'],
    ]);
  });

  it('and is not compared with a run that failed or was superseded, nor with one of other accounts', async () => {
    await desk.run('azure', file('other', { 'c-elsewhere': '9' }), { month: '2026-02' });
    const failed = await desk.run('azure', await failingBill(), { month: '2026-02' });
    expect((await desk.read(failed.id)).state).toBe('failed');
    expect((await changes(now)).compared_with).toMatchObject({ id: before });
    const again = await desk.replacing('azure', file('feb', { 'c-same': '1' }), { month: '2026-02' });
    expect((await desk.read(before)).state).toBe('superseded');
    expect((await changes(now)).compared_with).toMatchObject({ id: again.id });
  });

  it.each([
    ['?share=-1', 'share must be a part of what it was, such as 0.25.'],
    ['?days=0', 'days must be a whole number from 1 to 3660.'],
    ['?largest=1001', 'largest must be a whole number from 1 to 1000.'],
  ])('but not where %s is asked for', async (query, sentence) => {
    const { status, body } = await portal.api.get(`/billing_runs/${now}/changes${query}`);
    expect([status, body.error]).toEqual([400, sentence]);
  });
});

it('currencies are compared each for itself', async () => {
  await desk.run('azure', file('jpy', { 'c-yen': '900' }, { currency: 'JPY' }), { month: '2026-05' });
  const { id } = await desk.run('azure', file('eur', { 'c-yen': '9' }), { month: '2026-06' });
  expect(await changes(id)).toMatchObject({
    totals: [
      { currency: 'EUR', before: '0.00', now: '9.00' },
      { currency: 'JPY', before: '900', now: '0' },
    ],
    accounts_came: [{ identifier: 'c-yen', currency: 'EUR', amount: '9.00' }],
    accounts_gone: [{ identifier: 'c-yen', currency: 'JPY', amount: '900' }],
  });
});

describe('where a month has several runs', () => {
  const runs: Record<string, number> = {};
  beforeAll(async () => {
    await make.insert('cloud_parents', {
      identifier: 'm-left',
      name: 'Left Alone',
      provider_type: 'AzureCloudParent',
      terminated: false,
    });
    const begin = async (invoice: string, amounts: Record<string, string>, month: string) => {
      runs[invoice] = (await desk.run('azure', file(invoice, amounts), { month })).id;
    };
    await begin('m-1', { 'm-a': '10', 'm-b': '20' }, '2026-08');
    await begin('m-2', { 'm-c': '5' }, '2026-08');
    await begin('m-taken-back', { 'c-same': '4' }, '2026-08');
    await begin('m-all', { 'm-a': '11', 'm-b': '20', 'm-c': '5', 'm-left': '2', 'c-same': '1' }, '2026-09');
    await begin('m-late', { 'm-b': '2' }, '2026-10');
    await begin('m-next', { 'm-a': '11', 'm-c': '5' }, '2026-10');
    await desk.finalized(runs['m-taken-back'] ?? 0);
    await desk.reversed(runs['m-taken-back'] ?? 0);
  });
  const of = (invoice: string) => changes(runs[invoice] ?? 0);
  const idsOf = (rows: Row[]) => rows.map(({ id }) => id);
  const named = (rows: Row[]) => rows.map(({ identifier, name }) => [identifier, name]);

  it('a run is compared with all that share its accounts, and with none that was reversed', async () => {
    const told = await of('m-all');
    expect(idsOf(told.compared_runs)).toEqual([runs['m-1'], runs['m-2']]);
    expect(told.totals).toMatchObject([{ before: '35.00', now: '39.00' }]);
    expect(told.accounts_gone).toEqual([]);
  });

  it('an account that came or went is told by its name', async () => {
    const moved = [
      ['m-left', 'Left Alone'],
      ['c-same', null],
    ];
    expect(named((await of('m-all')).accounts_came)).toEqual(moved);
    expect(named((await of('m-next')).accounts_gone)).toEqual(moved);
  });

  it('what another run of the same month has did not go, and what another one had before did not come', async () => {
    const [late, next] = [await of('m-late'), await of('m-next')];
    expect(late.accounts_came).toEqual([]);
    expect(idsOf(next.compared_runs)).toEqual([runs['m-all']]);
    expect(next.accounts_came).toEqual([]);
  });
});
