import { beforeAll, describe, expect, it } from 'vitest';
import { isSignedWith } from '#tests/support/hook-receiver.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, importJson } from '#tests/support/worksheets.ts';
import { expectTaken, HOOKS_ON_LOOPBACK, webhooksOf } from '#tests/support/webhooks.ts';

const portal = withPortal(HOOKS_ON_LOOPBACK);
const { hook, logOf, passTime } = webhooksOf(portal);
beforeAll(() => addWorld(portal.api));
let departments = 0;
const addDepartment = async () => {
  const { body } = await portal.api.post('/departments', { name: `Told of ${++departments}` });
  return body.data;
};
const stateOf = async (hooked: Parameters<typeof logOf>[0]) =>
  (await logOf(hooked)).map(({ state }) => state);
const waitFor = async (hooked: Parameters<typeof logOf>[0], states: string[]) => {
  await expect.poll(() => stateOf(hooked), { timeout: 60_000, interval: 50 }).toEqual(states);
};

describe('a change', () => {
  it('is told once, with what changed, who changed it and where it is shown, under a signature', async () => {
    const hooked = await hook(['departments.*']);
    const department = await addDepartment();
    await expectTaken(hooked, 1);
    const [taken] = hooked.receiver.taken;
    expect(taken?.body).toEqual({
      type: 'departments.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        model: 'departments',
        id: department.id,
        lock_version: 1,
        by: { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' },
        via: [],
        request_id: expect.any(String),
        changes: [expect.objectContaining({ field: 'name', from: null, to: department['name'] })],
        changes_shortened: false,
        link: `${portal.url}/auth/view/departments/${department.id}`,
      },
    });
    expect(taken && isSignedWith(hooked.secret, taken)).toBe(true);
    expect(taken?.headers['content-type']).toBe('application/json');
    await waitFor(hooked, ['delivered']);
    expect(hooked.receiver.taken).toHaveLength(1);
  });

  it('is told as what it was: created, updated, deleted, restored', async () => {
    const hooked = await hook(['record.*']);
    const { id } = await addDepartment();
    await portal.api.put(`/departments/${id}`, { name: `Told of ${++departments}`, lock_version: 1 });
    await portal.api.delete(`/departments/${id}`);
    await portal.api.post(`/departments/${id}/restore`);
    await expectTaken(hooked, 4);
    const types = hooked.receiver.taken.map(({ body }) => body.type).toSorted();
    expect(types).toEqual([
      'departments.created',
      'departments.deleted',
      'departments.restored',
      'departments.updated',
    ]);
  });

  it('is told to nobody who wants other events, to no webhook that is switched off, and not where it is about webhooks', async () => {
    const other = await hook(['companies.*', 'job.*']);
    const off = await hook(['*']);
    const all = await hook(['*']);
    await portal.api.put(`/webhooks/${off.webhook.id}`, { active: false });
    await addDepartment();
    await expectTaken(all, 1);
    await waitFor(all, ['delivered']);
    expect(all.receiver.taken[0]?.body.type).toBe('departments.created');
    expect(await logOf(other)).toEqual([]);
    expect(await logOf(off)).toEqual([]);
  });

  it('that is refused or undone is told to nobody', async () => {
    const hooked = await hook(['departments.*']);
    const { body } = await portal.api.post('/departments', { name: '' });
    expect(body.errors).not.toEqual([]);
    const undone = portal.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes)
         VALUES ('departments', 1, 'update', 'ada@example.com', 'undone', 2, '{}')`,
      );
      const { rows } = await tx.query('SELECT FROM webhook_deliveries');
      expect(rows).toHaveLength(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await logOf(hooked)).toEqual([]);
  });

  it('of many records at once is told of each of them', async () => {
    const hooked = await hook(['cost_centers.*']);
    const data = Array.from({ length: 120 }, (_, at) => ({
      cloud_contact_email: 'amelia.hart@example.com',
      identifier: `told-${at}`,
    }));
    const { status, text } = await importJson(portal.api, { data });
    expect(status, text).toBe(201);
    await expectTaken(hooked, 120);
    const told = hooked.receiver.taken.map(({ body }) => body.data['id']);
    expect(new Set(told).size).toBe(120);
    expect(new Set(hooked.receiver.taken.map(({ body }) => body.type))).toEqual(
      new Set(['cost_centers.created']),
    );
  });

  it('that is longer than a receiver wants to read names its fields', async () => {
    const hooked = await hook(['glossaries.*']);
    const long = (word: string) => `<p>${word.repeat(9000)}</p>`;
    const { status, body } = await portal.api.post('/glossaries', {
      term: 'Long',
      description: long('long '),
    });
    expect(status).toBe(201);
    await portal.api.put(`/glossaries/${body.data.id}`, { description: long('more '), lock_version: 1 });
    await expectTaken(hooked, 2);
    const updated = hooked.receiver.taken.find(({ body: { type } }) => type === 'glossaries.updated');
    expect(updated?.body.data).toMatchObject({
      changes_shortened: true,
      changes: [{ field: 'description', label: 'Description' }],
    });
  });
});

describe('work that ends', () => {
  it('is told with what it was and how it ended', async () => {
    const hooked = await hook(['job.*']);
    const { body } = await portal.api.post<{ job: { id: string } }>('/cost_centers/send_report', {
      email: true,
      send_to: 'ada.lovelace@example.com',
    });
    await expectTaken(hooked, 1);
    expect(hooked.receiver.taken[0]?.body).toEqual({
      type: 'job.finished',
      timestamp: expect.any(String),
      data: expect.objectContaining({
        id: body.data.job.id,
        state: 'done',
        error: null,
        requested_by: 'ada.lovelace@example.com',
        link: `${portal.url}/auth/jobs`,
      }),
    });
  });

  it('is told of billing runs and of requests to the clouds', async () => {
    const hooked = await hook(['billing_run.*', 'cloud_request.*']);
    await portal.db.query(
      `INSERT INTO billing_rules (version, rules, created_by) VALUES (900, '{}', 'ada@example.com')`,
    );
    const { rows } = await portal.db.query<{ id: number }>(
      `INSERT INTO billing_runs (provider, month, posting_day, state, file_name, file_digest, file_size, rules_version,
         job_id, created_by, request_id)
       VALUES ('gcp', '2026-03-01', '2026-03-31', 'processing', 'march.csv', 'x', 1, 900, gen_random_uuid(),
         'ada@example.com', 'r') RETURNING id`,
    );
    await portal.db.query(`UPDATE billing_runs SET state = 'ready' WHERE id = $1`, [rows[0]?.id]);
    await portal.db.query(`UPDATE billing_runs SET state = 'finalizing' WHERE id = $1`, [rows[0]?.id]);
    const { rows: asked } = await portal.db.query<{ id: number }>(
      `INSERT INTO cloud_deployments (name, kind, provider_type, state, requested_by, simulated, request)
       VALUES ('told-project', 'gcp_project', 'GcpCloudParent', 'running', 'ada@example.com', true, '{}') RETURNING id`,
    );
    await portal.db.query(`UPDATE cloud_deployments SET state = 'failed', error = 'No.' WHERE id = $1`, [
      asked[0]?.id,
    ]);
    await expectTaken(hooked, 2);
    const told = hooked.receiver.taken.map(({ body }) => body);
    expect(told).toContainEqual(
      expect.objectContaining({
        type: 'billing_run.ready',
        data: expect.objectContaining({
          provider: 'gcp',
          month: '2026-03',
          link: `${portal.url}/auth/billing-automation/runs/${rows[0]?.id}`,
        }),
      }),
    );
    expect(told).toContainEqual(
      expect.objectContaining({
        type: 'cloud_request.failed',
        data: expect.objectContaining({ name: 'told-project', error: 'No.' }),
      }),
    );
  });
});

describe('a receiver that does not take what it is told', () => {
  it('is told again later, under the same id and with the same body', async () => {
    const hooked = await hook(['departments.*']);
    hooked.receiver.behave({ status: 500, text: 'out of order\u0000' }, 200);
    await addDepartment();
    await expectTaken(hooked, 1);
    await expect
      .poll(() => logOf(hooked), { timeout: 60_000 })
      .toEqual([
        expect.objectContaining({
          state: 'waiting',
          attempts: 1,
          status_code: 500,
          answer: 'out of order',
          error: 'It answered 500.',
          next_try: expect.any(String),
        }),
      ]);
    await passTime();
    await expectTaken(hooked, 2);
    await waitFor(hooked, ['delivered']);
    const [first, second] = hooked.receiver.taken;
    expect(second?.id).toBe(first?.id);
    expect(second?.text).toBe(first?.text);
    expect(second && isSignedWith(hooked.secret, second)).toBe(true);
    expect((await logOf(hooked))[0]).toMatchObject({
      attempts: 2,
      status_code: 200,
      error: null,
      next_try: null,
    });
  });

  it('is tried ten times with growing pauses, and then it is given up', async () => {
    const hooked = await hook(['departments.*']);
    hooked.receiver.behave(503);
    await addDepartment();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await expect
        .poll(async () => (await logOf(hooked))[0]?.attempts, { timeout: 60_000, interval: 20 })
        .toBe(attempt);
      const { rows } = await portal.db.query<{ pause: number | null }>(
        'SELECT extract(epoch FROM next_try - updated_at)::integer AS pause FROM webhook_deliveries',
      );
      if (rows[0]?.pause !== null) pauses.push(rows[0]?.pause ?? 0);
      await passTime();
    }
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    await waitFor(hooked, ['given_up']);
    expect(hooked.receiver.taken).toHaveLength(10);
    expect(new Set(hooked.receiver.taken.map(({ id }) => id)).size).toBe(1);
    const { body } = await portal.api.get<{ list: string; count: number }[]>('/waiting');
    expect(body.data).toContainEqual(expect.objectContaining({ list: 'webhook_deliveries', count: 1 }));
  });

  it('and says that it is gone is switched off, with the reason, and told nothing more', async () => {
    const hooked = await hook(['departments.*']);
    hooked.receiver.behave(410);
    await addDepartment();
    await waitFor(hooked, ['given_up']);
    const record = () => portal.api.get(`/webhooks/${hooked.webhook.id}`);
    await expect.poll(async () => (await record()).body.data['active']).toBe(false);
    expect((await record()).body.data['trouble']).toContain('410');
    await addDepartment();
    expect(await logOf(hooked)).toHaveLength(1);
    const { body } = await portal.api.put(`/webhooks/${hooked.webhook.id}`, { active: true });
    expect(body.data['trouble']).toBeNull();
  });

  it('and points elsewhere is not followed', async () => {
    const hooked = await hook(['departments.*']);
    const other = await hook(['companies.*']);
    hooked.receiver.behave({ status: 307, headers: { location: other.receiver.url } });
    await addDepartment();
    await expectTaken(hooked, 1);
    await expect
      .poll(async () => (await logOf(hooked))[0]?.error)
      .toBe('It answered 307; redirects are not followed.');
    expect(other.receiver.taken).toEqual([]);
  });

  it('and answers without an end has little of it read', async () => {
    const hooked = await hook(['departments.*']);
    hooked.receiver.behave({ status: 200, text: 'x'.repeat(5_000_000) });
    await addDepartment();
    await waitFor(hooked, ['delivered']);
    expect((await logOf(hooked))[0]?.answer).toBe('x'.repeat(1000));
  });

  it('does not keep others waiting', async () => {
    const silent = await Promise.all([hook(['departments.*']), hook(['departments.*'])]);
    for (const { receiver } of silent) receiver.behave('nothing');
    const hooked = await hook(['departments.*']);
    for (let n = 0; n < 6; n += 1) await addDepartment();
    await expectTaken(hooked, 6);
    // One request each is on its way to them, which may begin after the others have landed.
    for (const one of silent) await expectTaken(one, 1);
  });
});

describe('an administrator', () => {
  it('sends a test, and sends once more what was delivered, under the id that it had', async () => {
    const hooked = await hook(['companies.*']);
    const test = await portal.api.post(`/webhooks/${hooked.webhook.id}/send_test`);
    expect(test.status).toBe(202);
    await expectTaken(hooked, 1);
    await waitFor(hooked, ['delivered']);
    expect(hooked.receiver.taken[0]?.body).toMatchObject({
      type: 'webhook.test',
      data: { id: hooked.webhook.id, name: hooked.webhook['name'], requested_by: 'ada.lovelace@example.com' },
    });
    const again = await portal.api.post(`/webhook_deliveries/${test.body.data.id}/send_again`);
    expect(again.status).toBe(202);
    await expectTaken(hooked, 2);
    expect(hooked.receiver.taken[1]?.id).toBe(hooked.receiver.taken[0]?.id);
  });

  it('is told that a webhook which is switched off cannot be tested', async () => {
    const hooked = await hook(['companies.*']);
    await portal.api.put(`/webhooks/${hooked.webhook.id}`, { active: false });
    const { status, body } = await portal.api.post(`/webhooks/${hooked.webhook.id}/send_test`);
    expect([status, body.error]).toEqual([409, 'This webhook is not active. Switch it on first.']);
  });

  it('makes another secret, with which the next event is signed', async () => {
    const hooked = await hook(['companies.*']);
    const { body } = await portal.api.post<{ secret: string }>(`/webhooks/${hooked.webhook.id}/new_secret`);
    await portal.api.post(`/webhooks/${hooked.webhook.id}/send_test`);
    await expectTaken(hooked, 1);
    const [taken] = hooked.receiver.taken;
    expect(taken && isSignedWith(body.data.secret, taken)).toBe(true);
    expect(taken && isSignedWith(hooked.secret, taken)).toBe(false);
  });

  it('loses nothing that a deleted webhook was still to be told', async () => {
    const hooked = await hook(['departments.*']);
    const path = `/webhooks/${hooked.webhook.id}`;
    await addDepartment();
    await waitFor(hooked, ['delivered']);
    hooked.receiver.behave(500);
    await addDepartment();
    await expect.poll(async () => (await logOf(hooked))[1]?.status_code, { timeout: 60_000 }).toBe(500);
    expect((await portal.api.delete(path)).status).toBe(200);
    expect(await stateOf(hooked)).toEqual(['delivered', 'given_up']);
    const lost = (await logOf(hooked))[1];
    expect(lost).toMatchObject({ error: 'The webhook was deleted.', next_try: null });

    const again = () => portal.api.post(`/webhook_deliveries/${lost?.id}/send_again`);
    const early = await again();
    expect([early.status, early.body.error]).toEqual([
      409,
      'The webhook is deleted. Restore it, and make a new secret for it first.',
    ]);
    const back = await portal.api.post(`${path}/restore`);
    expect(back.body.data).toMatchObject({
      active: false,
      trouble: expect.stringContaining('Make a new secret'),
    });
    expect((await again()).body.error).toBe('This webhook is not active. Switch it on first.');
    const secret = (await portal.api.post<{ secret: string }>(`${path}/new_secret`)).body.data.secret;
    const on = await portal.api.put(path, { active: true });
    expect(on.body.data).toMatchObject({ active: true, trouble: null });
    hooked.receiver.behave(204);
    expect((await again()).status).toBe(202);
    await waitFor(hooked, ['delivered', 'delivered']);
    const taken = hooked.receiver.taken.at(-1);
    expect(taken && isSignedWith(secret, taken)).toBe(true);
  });
});
