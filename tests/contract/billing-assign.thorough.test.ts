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
