import { beforeAll, describe, expect, it } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { apiClient } from '#tests/support/api.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
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

describe('saying where an account belongs', () => {
  it('tells the inventory as well, allocates the run anew, and says who decided it', async () => {
    const to = await center('A1');
    const first = await desk.run('azure', azureMca([{ account: 'a-new', amount: '3', invoice: 'assign' }]));
    const run = await desk.assign(first.id, 'A-NEW', to);
    expect(run).toMatchObject({ state: 'ready', exceptions: 0, totals: [{ allocated: '3.00' }] });
    expect(run.steps.map(({ name, state, by }) => [name, state, by])).toEqual([
      ['Fetch the file', 'done', null],
      ['Read the lines', 'done', null],
      ['Allocate the lines', 'done', null],
      ['Charge A-NEW to A1', 'done', 'ada.lovelace@example.com'],
      ['Allocate the lines', 'done', null],
    ]);
    const { rows } = await portal.db.query(
      `SELECT provider_type, cost_center FROM cloud_parents WHERE identifier = 'a-new'`,
    );
    expect(rows).toEqual([{ provider_type: 'AzureCloudParent', cost_center: 'A1' }]);
  });

  it('is told of as the deed of the API token that said it', async () => {
    const to = await center('A3');
    await make.account('a-tok', 'NOWHERE', 'AzureCloudParent');
    const { id } = await desk.run(
      'azure',
      azureMca([{ account: 'a-tok', amount: '3', invoice: 'assign-3' }]),
    );
    const made = await createApiToken(portal.db, {
      email: 'ci@example.com',
      name: 'payers',
      roles: ['admin'],
    });
    const path = `/billing_runs/${id}/assign`;
    const asked = { identifier: 'a-tok', cost_center_id: to };
    const { status } = await apiClient(portal.url, { authorization: `Bearer ${made?.token}` }).post(
      path,
      asked,
    );
    expect(status).toBe(202);
    const { rows } = await portal.db.query(
      `SELECT h.via FROM record_history h JOIN cloud_parents p ON p.id = h.record_id
       WHERE h.resource = 'cloud_parents' AND p.identifier = 'a-tok'`,
    );
    expect(rows).toEqual([{ via: [{ kind: 'token', name: 'payers' }] }]);
  });

  it('is refused with every mistake, and in a run that is over', async () => {
    const run = await desk.run('azure', azureMca([{ account: 'a-2', amount: '3', invoice: 'assign-2' }]));
    const path = `/billing_runs/${run.id}/assign`;
    const wrong = await portal.api.post(path, { identifier: 7, cost_center_id: 'x', more: 1 });
    expect([wrong.status, wrong.body.errors.map(({ field }) => field)]).toEqual([
      422,
      ['identifier', 'cost_center_id', 'more'],
    ]);
    const to = await center('A2');
    const none = await portal.api.post(path, { identifier: 'a-3', cost_center_id: to });
    expect([none.status, none.body.error]).toEqual([422, `No line of run ${run.id} belongs to a-3.`]);
    const nowhere = await portal.api.post(path, { identifier: 'a-2', cost_center_id: 999_999 });
    expect(nowhere.status).toBe(422);
    await portal.db.query(`UPDATE billing_runs SET state = 'superseded' WHERE id = $1`, [run.id]);
    const over = await portal.api.post(path, { identifier: 'a-2', cost_center_id: to });
    expect([over.status, over.body.error]).toEqual([
      409,
      `Run ${run.id} is superseded, so nothing can be assigned in it.`,
    ]);
  });
});

describe('a cost center that is not valid on the posting day', () => {
  const bill = (account: string, invoice: string) => azureMca([{ account, amount: '3', invoice }]);
  const assign = (run: number, body: Record<string, unknown>) =>
    portal.api.post<{ billing_run: { id: number } }>(`/billing_runs/${run}/assign`, body);
  const inInventory = async (account: string) =>
    (await portal.db.query('SELECT FROM cloud_parents WHERE identifier = $1', [account])).rowCount;

  it('is refused with when it is valid and when the run is posted, and nothing is written', async () => {
    const expired = await center('V-old', { expired_at: '2026-02-28' });
    const later = await center('V-later', { active_at: '2027-01-01' });
    const run = await desk.run('azure', bill('v-account', 'valid-1'), { posting_day: '2026-03-31' });
    const refused = await assign(run.id, { identifier: 'v-account', cost_center_id: expired });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          field: 'cost_center_id',
          message: `Cost Center V-old is valid until 28-Feb-2026, and billing run ${run.id} is posted on 31-Mar-2026. Choose one that is valid on that day, or change its validity or what replaces it first.`,
        },
      ],
    ]);
    const early = await assign(run.id, { identifier: 'v-account', cost_center_id: later });
    expect([early.status, early.body.error]).toEqual([
      422,
      `Cost Center V-later is valid from 01-Jan-2027 on, and billing run ${run.id} is posted on 31-Mar-2026. Choose one that is valid on that day, or change its validity or what replaces it first.`,
    ]);
    expect(await desk.read(run.id)).toMatchObject({ state: 'needs_review', steps: run.steps });
    expect(await inInventory('v-account')).toBe(0);
  });

  it('is taken where what replaces it is valid, and refused where that is not', async () => {
    const next = await center('V-next');
    const replaced = await center('V-replaced', { expired_at: '2026-02-28', new_cost_center_id: next });
    const gone = await center('V-gone', { expired_at: '2026-02-01' });
    const twice = await center('V-twice', { expired_at: '2026-01-31', new_cost_center_id: gone });
    const run = await desk.run('azure', bill('v-replaced', 'valid-2'), { posting_day: '2026-03-31' });
    const refused = await assign(run.id, { identifier: 'v-replaced', cost_center_id: twice });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      `Cost Center V-twice is valid until 31-Jan-2026, and billing run ${run.id} is posted on 31-Mar-2026. It is replaced, but V-gone is not valid on that day either. Choose one that is valid on that day, or change its validity or what replaces it first.`,
    ]);
    expect(await desk.assign(run.id, 'v-replaced', replaced)).toMatchObject({
      state: 'ready',
      exceptions: 0,
    });
    expect((await desk.postings(run.id)).map(({ cost_center: to }) => to)).toEqual(['V-next']);
  });

  it('is refused for all that belongs to no account, and for a place', async () => {
    const expired = await center('V-none', { expired_at: '2026-02-28' });
    const file = azureMca([
      { account: null, amount: '60', kind: 'Purchase', invoice: 'valid-3' },
      { account: null, amount: '4', kind: 'Tax', invoice: 'valid-3' },
    ]);
    const run = await desk.run('azure', file, { posting_day: '2026-03-31' });
    const [place] = await desk.exceptions(run.id);
    for (const identifier of [null, place?.identifier]) {
      const { status, body } = await assign(run.id, { identifier, cost_center_id: expired });
      expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['cost_center_id']]);
    }
    const kept = await portal.db.query(
      'SELECT shared_cost_center_id, places FROM billing_runs WHERE id = $1',
      [run.id],
    );
    expect(kept.rows).toEqual([{ shared_cost_center_id: null, places: {} }]);
  });

  it('is refused in the first of several runs where another one is posted on a day after it', async () => {
    const february = await center('V-february', { expired_at: '2026-02-28' });
    const first = await desk.run('azure', bill('v-several', 'valid-4'), {
      month: '2026-02',
      posting_day: '2026-02-28',
    });
    const second = await desk.run('azure', bill('v-several', 'valid-5'), { posting_day: '2026-03-31' });
    const body = { identifier: 'v-several', cost_center_id: february };
    const refused = await assign(first.id, { ...body, further_runs: [second.id] });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      `Cost Center V-february is valid until 28-Feb-2026, and billing run ${second.id} is posted on 31-Mar-2026. Choose one that is valid on that day, or change its validity or what replaces it first.`,
    ]);
    expect(await inInventory('v-several')).toBe(0);
    expect(await desk.assign(first.id, 'v-several', february)).toMatchObject({ state: 'ready' });
  });

  it('is refused by the rules for what is shared, for a place and for unused commitments', async () => {
    const expired = await center('V-rules', { expired_at: '2026-02-28' });
    const none = { split: 'proportional' };
    const unused = { charge: 'effective_cost', unused_cost_center_id: expired };
    const { status, body } = await portal.api.post('/billing_rules', {
      shared: { cost_center_id: expired },
      places: [{ place: 'No account: Billing account v', cost_center_id: expired }],
      commitments: { aws: unused },
    });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([
      422,
      ['shared', 'places', 'commitments.aws.unused_cost_center_id'],
    ]);
    expect(body.errors[0]?.message).toMatch(
      /^Cost Center V-rules is valid until 28-Feb-2026, and the rules are used from \d\d-\w{3}-\d{4}\./,
    );
    const same = await portal.api.post('/billing_rules', { shared: none, places: [] });
    expect(same.status).toBe(409);
  });
});
