import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdoptionsPreview } from '#calls/adopt-many.ts';
import type { BatchInFull } from '#calls/batches.ts';
import type { Mail } from '#kernel/work.ts';
import { CENTER, OWNER } from '#tests/support/factory/clouds.ts';
import { ADOPTION, findAccount, lifeOf, livingAws } from '#tests/support/factory/life.ts';
import { restless, withFactory } from '#tests/support/factory/portal.ts';

const cloud = livingAws();
const PATH = '/request_batches/adoption';
const reason = 'Their teams were found.';

describe('several accounts that nobody requested', () => {
  const factory = withFactory(cloud, restless);
  const ids: number[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 6; n += 1) ids.push(await findAccount(factory.db, cloud, n));
    // One has a cost center already, which is not that of the others; one is terminated.
    await factory.db.query(`UPDATE cloud_parents SET cost_center = 'CC-GONE' WHERE id = $1`, [ids[1]]);
    await factory.db.query('UPDATE cloud_parents SET terminated = true WHERE id = $1', [ids[2]]);
  });
  const look = async (values: object) => {
    const { status, body, text } = await factory.api.post<AdoptionsPreview>(PATH, {
      ...values,
      dry_run: true,
    });
    expect(status, text).toBe(200);
    return body.data;
  };
  const send = (values: object, headers: Record<string, string> = {}) =>
    factory.api.post<BatchInFull>(PATH, { reason, ...values }, headers);
  const asked = async () =>
    (await factory.db.query(`SELECT 1 FROM cloud_deployments WHERE kind = 'account_adoption'`)).rowCount;

  it('are looked at one by one: what changes, which tags are written, what is refused and why', async () => {
    const { rows, valid, approval, told, unchecked } = await look({ ids: ids.slice(0, 4) });
    expect({ valid, approval, told, unchecked }).toEqual({
      valid: 0,
      approval: true,
      told: [],
      unchecked: null,
    });
    expect(rows.map(({ problems }) => problems[0])).toEqual([
      'Name the cost center that pays for it.',
      `Cost Center 'CC-GONE' is not known, or no longer valid. Choose another one.`,
      `'account-2' is closed: only accounts that are in use are adopted.`,
      'Name the cost center that pays for it.',
    ]);
    const filled = await look({ ids: ids.slice(0, 4), cost_center: CENTER, environment: 'sandbox' });
    expect({ valid: filled.valid, told: filled.told }).toEqual({ valid: 3, told: [OWNER] });
    expect(filled.rows[1]).toMatchObject({
      identifier: cloud.account(1),
      owner: OWNER,
      looked: true,
      problems: [],
      changes: expect.arrayContaining([
        { label: 'Cost Center', before: 'CC-GONE', after: CENTER },
        { label: 'Owner', before: null, after: OWNER },
        { label: 'Environment', before: null, after: 'sandbox' },
      ]),
      tags: expect.arrayContaining([{ name: 'CostCenter', before: null, after: CENTER }]),
    });
    expect(await asked()).toBe(0);
    expect(factory.simulator.faults.calls(cloud.writesTags)).toBe(0);
  });

  it('are refused all together where something stands against one, or without it, as it is told', async () => {
    const { department, business_unit } = ADOPTION;
    const some = { ids: ids.slice(0, 3), cost_center: CENTER, department, business_unit };
    const refused = await send(some);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          field: 'ids',
          message: `account-2: 'account-2' is closed: only accounts that are in use are adopted.`,
        },
      ],
    ]);
    expect((await send({ ...some, reason: ' ' })).status).toBe(422);
    expect(await asked()).toBe(0);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await send({ ...some, only_valid: true }, headers);
    const again = await send({ ...some, only_valid: true }, headers);
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(first.body.data).toMatchObject({
      kind: 'account_adoption',
      file_name: 'Adoption of 2 Accounts',
      reason,
      requests: 2,
      left_out: 1,
      counts: { waiting_approval: 2 },
    });
    const busy = await send({ ...some, only_valid: true });
    expect(busy.body.error).toMatch(/^account-0: Deployment \d+, which requester@example.com requested/);
    expect(await asked()).toBe(2);
  });

  it('are approved at once by somebody else, adopted, and told of by one mail for each owner', async () => {
    const { data: batches } = (await factory.api.get<BatchInFull[]>('/request_batches')).body;
    const id = batches[0]?.id ?? 0;
    const decide = { reason: 'It is so.' };
    expect((await factory.api.post(`/request_batches/${id}/approve`, decide)).status).toBe(403);
    const approved = await factory.other.post<BatchInFull>(`/request_batches/${id}/approve`, decide);
    expect(approved.status, approved.text).toBe(202);
    for (const row of approved.body.data.rows)
      expect(await factory.desk.over(row.id)).toMatchObject({ state: 'done', error: null, batch: id });
    for (const n of [0, 1]) expect(cloud.tagsOf(cloud.account(n))).toMatchObject(cloud.adopted);
    const life = await lifeOf(factory.api).read(ids[1] ?? 0);
    expect(life.moments[0]).toMatchObject({ what: 'Adopted', reason });
    const mails = (await factory.api.get<Mail[]>('/outbox?page=1&per_page=100')).body.data;
    const subjects = mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted();
    expect(subjects).toEqual([
      'ccoe@example.com: 2 Account Adoptions wait for your approval',
      `${OWNER}: 2 accounts come into your name`,
      'requester@example.com: 2 Account Adoptions wait for approval',
      'requester@example.com: 2 Account Adoptions were approved',
    ]);
  });

  it('that match a query of their list are those that it finds, and no more than a thousand', async () => {
    const { rows } = await look({ query: { by_managed: 'false' }, cost_center: CENTER });
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await send({ ids: [], cost_center: CENTER })).status).toBe(422);
    expect((await send({ ids, query: {}, cost_center: CENTER })).status).toBe(422);
    expect((await send({ ids: [999_999], cost_center: CENTER })).status).toBe(422);
  });
});
