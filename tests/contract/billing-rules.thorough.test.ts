import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let named: number;
let company: number;
let contact: number;
let run: Run;

interface Version extends Row {
  version: number;
  shared: Row;
}
interface Preview {
  runs: { id: number; moves: Row[]; moves_total: number }[];
}
const versions = async () => (await portal.api.get<Version[]>('/billing_rules')).body.data;
const add = (shared: unknown, more: Record<string, unknown> = {}) =>
  portal.api.post<Version>('/billing_rules', { shared, ...more });
const postings = async (id: number) =>
  (await desk.postings(id)).map(({ cost_center: to, amount }) => [to, amount]);
const place = (to: string) => ({
  company_code: '1000',
  gl_account: '520109',
  cost_center: to,
  wbs_element: null,
});

beforeAll(async () => {
  company = await make.company('1000');
  contact = await make.contact('r@example.com');
  const center = { companies_id: company, cloud_contact_id: contact };
  await make.costCenter('R-1', center);
  await make.costCenter('R-2', center);
  named = await make.costCenter('R-shared', center);
  for (const n of [1, 2]) await make.account(`r-${n}`, `R-${n}`);
});

it('before the first run there is one version, by which what belongs to no account is split', async () => {
  expect(await versions()).toMatchObject([
    { version: 1, shared: { split: 'proportional' }, current: true, open_runs: 0, created_by: 'skyledger' },
  ]);
});

describe('a version of the rules', () => {
  beforeAll(async () => {
    run = await desk.run(
      'azure',
      azureMca([
        { account: 'r-1', amount: '3' },
        { account: 'r-2', amount: '1' },
        { account: 'r-lost', amount: '4' },
        { account: null, amount: '0.80', kind: 'Tax' },
      ]),
    );
  });

  it('is previewed with what it would move in open runs, and nothing of it is kept', async () => {
    const before = await postings(run.id);
    const { status, body } = await portal.api.post<Preview>('/billing_rules', {
      billing_rule: { shared: { cost_center_id: named }, preview: true },
    });
    expect(status).toBe(200);
    expect(body.data.runs).toMatchObject([
      {
        id: run.id,
        provider: 'azure',
        month: '2026-03',
        state: 'needs_review',
        rules_version: 1,
        moves: [
          { reference: 'G000001', currency: 'EUR', amount: '0.40', from: null, to: place('R-shared') },
          { amount: '0.30', from: place('R-1'), to: place('R-shared') },
          { amount: '0.10', from: place('R-2'), to: place('R-shared') },
        ],
        moves_total: 3,
      },
    ]);
    expect(await postings(run.id)).toEqual(before);
    expect(await desk.read(run.id)).toMatchObject({ rules_version: 1, state: 'needs_review' });
    expect(await versions()).toHaveLength(1);
  });

  it('that is added is used by runs that begin then, and by none that is there', async () => {
    const before = await postings(run.id);
    const { status, body } = await add({ cost_center_id: named });
    expect([status, body.data]).toMatchObject([
      201,
      { version: 2, shared: { cost_center_id: named, cost_center: 'R-shared' }, current: true },
    ]);
    const next = await desk.run(
      'azure',
      azureMca([
        { account: 'r-1', amount: '3', invoice: 'R-next' },
        { account: null, amount: '1', kind: 'Tax', invoice: 'R-next' },
      ]),
    );
    expect(next.rules_version).toBe(2);
    expect(await postings(next.id)).toEqual([
      ['R-1', '3.00'],
      ['R-shared', '1.00'],
    ]);
    expect(await postings(run.id)).toEqual(before);
    expect(
      (await versions()).map(({ version, current, open_runs: open, runs }) => [version, current, open, runs]),
    ).toEqual([
      [2, true, 1, 1],
      [1, false, 1, 1],
    ]);
  });

  it('that is in force is previewed in the runs that have not taken it', async () => {
    const { status, body } = await portal.api.post<Preview>('/billing_rules', {
      shared: { cost_center_id: named },
      preview: true,
    });
    expect(status).toBe(200);
    const moved = body.data.runs.map(({ id, moves_total: moves }) => [id, moves]);
    expect(moved).toContainEqual([run.id, 3]);
    expect(moved.filter(([, moves]) => moves !== 0)).toHaveLength(1);
    expect(await versions()).toHaveLength(2);
  });

  it('is taken by an open run on purpose, which says so in its steps, and given back', async () => {
    const take = async (version: number) => {
      const { status, body } = await portal.api.post<{ billing_run: Run; job: { id: string } }>(
        `/billing_runs/${run.id}/allocate`,
        { rules_version: version },
      );
      expect([status, body.data.billing_run.state]).toEqual([202, 'processing']);
      await followJob(portal.api, body.data.job.id);
      return desk.read(run.id);
    };
    const before = await postings(run.id);
    const taken = await take(2);
    expect(taken).toMatchObject({ rules_version: 2, state: 'needs_review' });
    expect(await postings(run.id)).toEqual([
      ['R-1', '3.00'],
      ['R-2', '1.00'],
      ['R-shared', '0.80'],
    ]);
    expect(taken.steps).toContainEqual(
      expect.objectContaining({
        name: 'Take version 2 of the rules',
        detail: 'It was allocated by version 1.',
        by: 'ada.lovelace@example.com',
      }),
    );
    await take(1);
    expect(await postings(run.id)).toEqual(before);
  });

  it('is not taken where there is none of its number, or the run is over', async () => {
    const take = (body: unknown) => portal.api.post(`/billing_runs/${run.id}/allocate`, body);
    const none = await take({ rules_version: 99 });
    expect([none.status, none.body.error]).toEqual([422, 'There is no version 99 of the rules.']);
    const wrong = await take({ rules_version: 'x', more: 1 });
    expect(wrong.body.errors.map(({ field }) => field)).toEqual(['rules_version', 'more']);
    await portal.db.query(`UPDATE billing_runs SET state = 'superseded' WHERE id = $1`, [run.id]);
    const over = await take({});
    expect([over.status, over.body.error]).toEqual([
      409,
      `Run ${run.id} is superseded, so it is not allocated anew.`,
    ]);
  });

  it('moves nothing in runs that are over, and nothing in which somebody decided otherwise', async () => {
    const own = await desk.run(
      'azure',
      azureMca([
        { account: 'r-1', amount: '3', invoice: 'R-own' },
        { account: null, amount: '1', kind: 'Tax', invoice: 'R-own' },
      ]),
    );
    await desk.assign(own.id, null, named);
    const { body } = await portal.api.post<Preview>('/billing_rules', {
      shared: { split: 'proportional' },
      preview: true,
    });
    const moved = body.data.runs.map(({ id, moves_total: moves }) => [id, moves]);
    expect(moved).toContainEqual([own.id, 0]);
    expect(moved.map(([id]) => id)).not.toContain(run.id);
  });

  it.each([
    [{ shared: { split: 'evenly' } }, ['shared']],
    [{ shared: { split: 'proportional', cost_center_id: 1 } }, ['shared']],
    [{ shared: { cost_center_id: 3_000_000_000 }, preview: 'yes', more: 1 }, ['shared', 'preview', 'more']],
    [{ shared: { cost_center_id: 999_999 } }, ['shared']],
    [{}, ['shared']],
  ])('is not added as %j', async (body, fields) => {
    const { status, body: answer } = await portal.api.post('/billing_rules', body);
    expect([status, answer.errors.map(({ field }) => field)]).toEqual([422, fields]);
  });

  it('is not added twice', async () => {
    const { status, body } = await add({ cost_center_id: named });
    expect([status, body.error]).toEqual([409, 'Version 2 has these rules already.']);
  });

  it('charges nobody for what belongs to no account once its cost center is deleted, until another is named', async () => {
    const gone = await make.costCenter('R-gone', { companies_id: company, cloud_contact_id: contact });
    const { body } = await add({ cost_center_id: gone });
    expect((await portal.api.send('DELETE', `/cost_centers/${gone}`)).status).toBe(200);
    const first = await desk.run(
      'azure',
      azureMca([
        { account: 'r-1', amount: '3', invoice: 'R-gone' },
        { account: 'r-2', amount: '1', invoice: 'R-gone' },
        { account: null, amount: '0.80', kind: 'Tax', invoice: 'R-gone' },
      ]),
    );
    expect(first).toMatchObject({ state: 'needs_review', rules_version: body.data.version });
    expect(await desk.exceptions(first.id)).toMatchObject([
      { identifier: null, problem: 'shared_cost_center_gone', amount: '0.80', assignable: true },
    ]);
    const own = [
      ['R-1', '3.00'],
      ['R-2', '1.00'],
    ];
    expect(await postings(first.id)).toEqual(own);
    const other = await make.costCenter('R-other', { companies_id: company, cloud_contact_id: contact });
    expect(await desk.assign(first.id, null, other)).toMatchObject({ state: 'ready', exceptions: 0 });
    expect(await postings(first.id)).toEqual([...own, ['R-other', '0.80']]);
  });
});
