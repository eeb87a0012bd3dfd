import { beforeAll, describe, expect, it } from 'vitest';
import { CENTER, OWNER } from '#tests/support/factory/clouds.ts';
import { ADOPTION, adoptionOf, findAccount, lifeOf, livingAws } from '#tests/support/factory/life.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const cloud = livingAws();

describe('an account that nobody requested', () => {
  const factory = withFactory(cloud, restless);
  const ids: number[] = [];
  const account = (n: number) => ids[n] ?? 0;
  beforeAll(async () => {
    for (let n = 0; n < 4; n += 1) ids.push(await findAccount(factory.db, cloud, n));
  });
  const recordOf = async (id: number) => {
    const { rows } = await factory.db.query(
      `SELECT cloud_contact_email, cost_center, department, business_unit_name, environment, managed
       FROM cloud_parents WHERE id = $1`,
      [id],
    );
    return rows[0];
  };

  it('is looked at beforehand: record, tags and budget by what they become, and nothing is done', async () => {
    const preview = await adoptionOf(factory.api).preview(account(0), {
      ...ADOPTION,
      budget_amount: '1000',
      budget_currency: 'USD',
    });
    expect(preview.problems).toEqual([]);
    expect(preview.changes).toEqual(
      expect.arrayContaining([
        { label: 'Owner', before: null, after: OWNER },
        { label: 'Cost Center', before: null, after: CENTER },
        { label: 'Managed', before: 'No', after: 'Yes' },
      ]),
    );
    expect(preview.tags).toEqual(
      expect.arrayContaining([{ name: 'CostCenter', before: null, after: CENTER }]),
    );
    expect(preview.tags).toHaveLength(Object.keys(cloud.adopted).length);
    expect(preview.budget).toMatch(/^1,000\.00 USD each month/);
    expect(preview.steps).toEqual([
      'Write the record',
      'Write the tags in AWS',
      'Read the tags back',
      'Add the budget',
      'Make the budget in AWS',
    ]);
    expect(factory.simulator.faults.calls(cloud.writesTags)).toBe(0);
    expect(await recordOf(account(0))).toMatchObject({ cost_center: null, managed: false });
  });

  it('is adopted: record, history, tags of the cloud, budget and line of time say so, and once alone', async () => {
    const before = { ...cloud.tagsOf(cloud.account(0)) };
    const adoption = adoptionOf(factory.api);
    const id = await adoption.ask(account(0), { ...ADOPTION, budget_amount: '1000', budget_currency: 'USD' });
    const second = await adoption.send(account(0));
    expect([second.status, second.body.error]).toEqual([
      409,
      `Account Adoption of 'account-0' is under way already: deployment ${id}, which requester@example.com requested. ` +
        'Wait for its end, or cancel it.',
    ]);
    expect((await factory.approve(id)).status).toBe(202);
    expect(await factory.desk.over(id)).toMatchObject({ state: 'done', error: null });
    expect(await recordOf(account(0))).toEqual({
      cloud_contact_email: OWNER,
      cost_center: CENTER,
      department: 'Cloud Factory',
      business_unit_name: 'Factory Unit',
      environment: 'sandbox',
      managed: true,
    });
    expect(cloud.tagsOf(cloud.account(0))).toEqual({ ...before, ...cloud.adopted });
    const { rows } = await factory.db.query(
      `SELECT reason, by_email, approved_by_email AS approved_by FROM record_history
       WHERE resource = 'cloud_parents' AND record_id = $1 AND action = 'update'`,
      [account(0)],
    );
    expect(rows).toEqual([
      { reason: ADOPTION.reason, by_email: 'requester@example.com', approved_by: 'approver@example.com' },
    ]);
    const budgets = await factory.db.query('SELECT 1 FROM budgets WHERE account = $1', [cloud.account(0)]);
    expect(budgets.rowCount).toBe(1);
    const life = await lifeOf(factory.api).read(account(0));
    expect(life.moments[0]).toMatchObject({ what: 'Adopted', reason: ADOPTION.reason, deployment: id });
    expect(life.offered).not.toContain('adopt');
    expect((await adoption.preview(account(0))).problems).toEqual([
      `'account-0' was requested or adopted already: deployment ${id}.`,
    ]);
  });

  it('is not adopted for a cost center or an owner that nobody knows, nor while it is frozen or terminated', async () => {
    const adoption = adoptionOf(factory.api);
    const problemsOf = async (id: number, values: Record<string, unknown>) =>
      (await adoption.preview(id, { ...ADOPTION, ...values })).problems;
    expect(await problemsOf(account(1), { cost_center: 'CC-NOWHERE' })).toContain(
      `Cost Center 'CC-NOWHERE' is not known, or no longer valid. Choose another one.`,
    );
    expect(await problemsOf(account(1), { owner: 'stranger@example.com' })).toEqual([
      `Owner 'stranger@example.com' is not known among the cloud contacts, or has left. Choose somebody else.`,
    ]);
    expect((await adoption.send(account(1), { ...ADOPTION, owner: 'stranger@example.com' })).status).toBe(
      409,
    );
    expect((await adoption.send(account(1), { ...ADOPTION, reason: ' ' })).status).toBe(422);
    await factory.db.query('UPDATE cloud_parents SET terminated = true WHERE id = $1', [account(2)]);
    expect(await problemsOf(account(2), {})).toEqual([
      `'account-2' is closed: only accounts that are in use are adopted.`,
    ]);
    const frozen = await lifeOf(factory.api).ask(account(1), 'freeze');
    expect((await problemsOf(account(1), {})).join(' ')).toContain(`Deployment ${frozen}, which`);
    expect(factory.simulator.faults.calls(cloud.writesTags)).toBe(1);
  });

  it('whose tags are written although the answer is lost is adopted all the same', async () => {
    const id = await adoptionOf(factory.api).ask(account(3));
    factory.simulator.faults.plan(cloud.writesTags, 'lost');
    await factory.approve(id);
    expect(await factory.desk.over(id)).toMatchObject({ state: 'done', error: null });
    factory.simulator.faults.clear();
    expect(cloud.tagsOf(cloud.account(3))).toMatchObject(cloud.adopted);
  });
});

describe('an adoption at a desk that approves nothing by its settings', () => {
  const factory = withFactory(cloud, restless, {});

  it('waits for a second person where the rule of the accounts names what changes, and only then', async () => {
    const id = await findAccount(factory.db, cloud, 9);
    const { preview } = adoptionOf(factory.api);
    expect((await preview(id)).decides).toEqual([]);
    await factory.db.query(
      `INSERT INTO change_rules (model, asks_reason, fields, updated_by)
       VALUES ('cloud_parents', true, '{environment}', 'admin@example.com')`,
    );
    expect((await preview(id)).decides).toHaveLength(1);
    expect((await preview(id, { ...ADOPTION, environment: '' })).decides).toEqual([]);
    const asked = await adoptionOf(factory.api).ask(id);
    expect((await factory.desk.read(asked)).state).toBe('waiting_approval');
    await factory.approve(asked);
    expect(await factory.desk.over(asked)).toMatchObject({ state: 'done', error: null });
  });
});
