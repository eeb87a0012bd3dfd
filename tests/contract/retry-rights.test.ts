import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Role } from '#kernel/rights.ts';
import type { Api } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'all=viewer, ops=operator' });
const EMAIL = 'once.operator@example.com';
const signIn = (role: Role) => portal.signIn({ email: EMAIL, roles: [role] });

/** One of the list of jobs or of mails, as this person is told of it. */
const listed = async (api: Api, path: string, id: string | number) =>
  (await api.get<{ id: string | number }[]>(`${path}?per_page=100`)).body.data.find((one) => one.id === id);

/** A job that this person asked for and that has failed. */
async function failed(kind: string, input: object): Promise<string> {
  const { rows } = await portal.db.query<{ id: string }>(
    `INSERT INTO jobs (kind, title, input, state, error, created_by, request_id, finished_at)
     VALUES ($1, 'A job of a test', $2, 'failed', 'It was lost.', $3, 'test', now()) RETURNING id`,
    [kind, JSON.stringify(input), EMAIL],
  );
  return rows[0]?.id ?? '';
}

/** A deployment that has failed, as its ledger has it. */
async function deployment(kind: string): Promise<number> {
  const { rows } = await portal.db.query<{ id: number }>(
    `INSERT INTO cloud_deployments (kind, provider_type, name, state, steps, request, simulated, requested_by)
     VALUES ($1, 'AWSCloudParent', 'lost', 'failed', '[]', '{}', true, $2) RETURNING id`,
    [kind, EMAIL],
  );
  return rows[0]?.id ?? 0;
}

const factory = 'run the cloud factory';
const billing = 'run the billing';
const right = (what: string) => `You have no right to ${what}. Ask an administrator for it.`;

describe('who asked for a job and has lost the right to it', () => {
  it.each([
    ['billing_intake', { run: 1 }, billing],
    ['billing_allocation', { run: 1 }, billing],
    ['billing_workbook', { run: 1 }, billing],
    ['billing_finalization', { run: 1, by: { email: EMAIL, name: null } }, billing],
    ['billing_reversal', { run: 1 }, billing],
    ['budget_alerts', { run: 1, quiet: false }, billing],
    ['billing_tag_count', { month: '2026-03' }, billing],
    ['dashboard_refresh', {}, billing],
    ['bill_fetch', { provider: 'aws', month: '2026-03' }, billing],
    ['bill_fetch_amortised', { provider: 'azure', month: '2026-03', run: 1 }, billing],
    ['bill_fetch_due', {}, billing],
    ['example_bills', { newest: '2026-03' }, billing],
    ['inventory_sync', {}, 'read the clouds into the inventory'],
    ['directory_sync', { accept_losses: true }, 'read the directory'],
    ['copilot_sync', {}, 'read, add or remove seats of GitHub Copilot'],
    ['spinco_sg_change', { change: 1, group: 'x' }, 'change groups of the directory'],
    ['service_catalog_update', { product: 1 }, 'change Service Catalog Products'],
    ['upload', { upload: 'cost_center_networks/upload' }, 'change Cost Centers'],
    ['database_dump', { send_to: null, public_url: 'x' }, 'ask for the Database Dump'],
    ['owners_bills_report', { send_to: null, public_url: 'x' }, 'ask for the Cloud Bills of All Owners'],
  ])('cannot have it done by trying it again: %s', async (kind, input, what) => {
    const id = await failed(kind, input);
    const api = await signIn('viewer');
    const { status, body } = await api.post(`/jobs/${id}/retry`);
    expect([status, body.error]).toEqual([403, right(what)]);
    expect((await api.get(`/jobs/${id}`)).body.data).toMatchObject({ state: 'failed', may_retry: false });
    expect(await listed(api, '/jobs', id)).toMatchObject({ may_retry: false });
  });

  it.each([
    ['aws_account', factory],
    ['azure_subscription', factory],
    ['service_catalog_product', 'change Service Catalog Products'],
  ])('cannot have a deployment of the kind %s made by trying its job again', async (kind, what) => {
    const id = await failed('cloud_deployment', { deployment: await deployment(kind) });
    const { status, body } = await (await signIn('viewer')).post(`/jobs/${id}/retry`);
    expect([status, body.error]).toEqual([403, right(what)]);
  });

  it('has it done once the right is there again, under the same key as well', async () => {
    const id = await failed('dashboard_refresh', {});
    const key = { 'idempotency-key': 'asked-by-less' };
    expect((await (await signIn('viewer')).post(`/jobs/${id}/retry`, {}, key)).status).toBe(403);
    const api = await signIn('operator');
    expect((await api.get(`/jobs/${id}`)).body.data).toMatchObject({ may_retry: true });
    expect(await listed(api, '/jobs', id)).toMatchObject({ may_retry: true });
    expect((await api.post(`/jobs/${id}/retry`, {}, key)).status).toBe(202);
    expect(await followJob(api, id)).toMatchObject({ state: 'done' });
  });
});

it('who may change products tries the deployment of one again, without the right to run the factory', async () => {
  const id = await failed('cloud_deployment', { deployment: await deployment('service_catalog_product') });
  const api = await portal.signIn({ email: EMAIL, roles: ['editor'] });
  expect((await api.post(`/jobs/${id}/retry`)).status).toBe(202);
});

it('the history of a deployment tells who had its job tried again, not who asked for it', async () => {
  const made = await deployment('service_catalog_product');
  const id = await failed('cloud_deployment', { deployment: made });
  const helper = await portal.signIn({ email: 'helper@example.com', roles: ['operator'] });
  expect((await helper.post(`/jobs/${id}/retry`)).status).toBe(202);
  const { data } = (await helper.get<HistoryEntry[]>(`/cloud_deployments/${made}/history`)).body;
  const states = data.flatMap(({ by, changes }) =>
    changes.flatMap(({ field, to }) => (field === 'state' ? [[by.email, to]] : [])),
  );
  expect(states).toContainEqual(['helper@example.com', 'running']);
});

describe('who asked for a mail', () => {
  let mails = 0;
  /** A mail that was kept, and the job that wrote it. */
  async function kept(to: string, kind: string | null): Promise<number> {
    const request = `mail-${(mails += 1)}`;
    if (kind !== null)
      await portal.db.query(
        `INSERT INTO jobs (kind, title, input, state, created_by, request_id, finished_at)
         VALUES ($1, 'A job of a test', '{}', 'done', $2, $3, now())`,
        [kind, EMAIL, request],
      );
    const { rows } = await portal.db.query<{ id: number }>(
      `INSERT INTO outbox (message_id, recipient, subject, body_text, state, created_by, request_id)
       VALUES ($1, $2, 'A mail of a test', 'Hello', 'kept', $3, $1) RETURNING id`,
      [request, to, EMAIL],
    );
    return rows[0]?.id ?? 0;
  }
  /** What comes of it: a mail that one may send is refused here only because there is no mail server. */
  const sent = async (role: Role, id: number) => {
    const api = await signIn(role);
    const told = [(await api.get(`/outbox/${id}`)).body.data, await listed(api, '/outbox', id)];
    const { status, body } = await api.post(`/outbox/${id}/send_again`);
    // Whoever reads the mail is told beforehand.
    for (const mail of told) expect(mail).toMatchObject({ may_send_again: status === 409 });
    return status === 409 ? 'may' : [status, body.error];
  };
  const somebody = 'somebody@example.com';

  it.each([
    ['owners_bills_report', 'operator', right('ask for the Cloud Bills of All Owners')],
    ['billing_finalization', 'operator', right(billing)],
    [null, 'editor', right('send a mail to somebody else again')],
  ] as const)(
    'of the job %s and has lost the right to it cannot have it sent to somebody else again',
    async (kind, role, refusal) => {
      const id = await kept(somebody, kind);
      expect(await sent('viewer', id)).toEqual([403, refusal]);
      expect(await sent(role, id)).toBe('may');
    },
  );

  it('may send it again where it is their own, and where it is of a report that they may ask for', async () => {
    expect(await sent('viewer', await kept('Once.Operator@example.com', 'owners_bills_report'))).toBe('may');
    expect(await sent('viewer', await kept(EMAIL, null))).toBe('may');
    expect(await sent('viewer', await kept(somebody, 'inventory_report'))).toBe('may');
  });

  it('gains nothing by a harmless job of the same request that came later', async () => {
    const id = await kept(somebody, null);
    await portal.db.query(
      `INSERT INTO jobs (kind, title, input, state, created_by, request_id, finished_at, created_at)
       SELECT 'inventory_report', 'A job of a test', '{}', 'done', created_by, request_id, now(), now() + interval '1 s'
       FROM outbox WHERE id = $1`,
      [id],
    );
    expect(await sent('viewer', id)).toEqual([403, right('send a mail to somebody else again')]);
  });
});
