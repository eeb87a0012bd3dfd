import { beforeAll, describe, expect, it } from 'vitest';
import type { Anomaly, AnomalyMute } from '#calls/anomalies.ts';
import type { MyRunning } from '#calls/my-cloud.ts';
import { dayAfter } from '#kernel/dates.ts';
import type { Api } from '#tests/support/api.ts';
import { billSources } from '#tests/support/billing/bill-sources.ts';
import { estate } from '#tests/support/billing/billing-desk.ts';
import { foldersOf, refreshed, runningMonth } from '#tests/support/billing/running-month.ts';
import { withPortal } from '#tests/support/portal.ts';

const sources = await billSources();
const DESK = 'desk@example.com';
const OWNER = 'owner@example.com';
const { BILL_SOURCE_AWS, BILL_SOURCE_AWS_API, BILL_FETCH } = sources.settings;
const portal = withPortal({
  BILL_SOURCE_AWS,
  BILL_SOURCE_AWS_API,
  BILL_FETCH,
  CCOE_EMAIL: DESK,
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, account-owners=owner',
});
const TODAY = new Date().toISOString().slice(0, 10);
let admin: Api;

/** Days of Google's that were read before: costs that vary a little, and `more` on the last day. */
const plant = (project: string, service: string, more: number, days = 100) =>
  portal.db.query(
    `INSERT INTO running_costs (provider, month, day, account, service, currency, decimals, amount)
     SELECT 'gcp', date_trunc('month', d), d, $1, $2, 'EUR', 2, 100 + extract(day FROM d)::int % 5 + CASE WHEN d = $4::date THEN $3::int ELSE 0 END
     FROM generate_series($4::date - $5::int, $4::date, interval '1 day') g(at), LATERAL (SELECT g.at::date AS d) AS days`,
    [project, service, more, TODAY, days],
  );

const listed = async (query = '') => {
  const { status, body, text } = await admin.get<Anomaly[]>(`/anomalies${query}`);
  expect(status, text).toBe(200);
  return body as unknown as {
    data: Anomaly[];
    meta: { total: number; states: Record<string, number>; reading: object };
  };
};
const mails = async () =>
  (
    await portal.db.query<{ recipient: string; body_text: string }>(
      'SELECT recipient, body_text FROM outbox ORDER BY id',
    )
  ).rows;

beforeAll(async () => {
  admin = await portal.signIn({ email: 'admin@example.com', roles: ['admin'] });
  const make = estate(portal);
  await make.contact(OWNER);
  for (const [identifier, email] of [
    ['own-project', OWNER],
    ['others-project', null],
  ] as const)
    await make.insert('cloud_parents', {
      identifier,
      name: `${identifier}-name`,
      provider_type: 'GcpCloudParent',
      cloud_contact_email: email,
      terminated: false,
      managed: true,
    });
  sources.putReport(runningMonth(), foldersOf(runningMonth()).aws, ['1']);
  await plant('own-project', 'Compute Engine', 700);
  await plant('others-project', 'BigQuery', 900);
  await plant('others-project', 'Cloud Storage', 0);
  await plant('others-project', 'Vertex AI', 0, 2);
});

describe('what is known of the running month', () => {
  const reading = async () => (await listed()).meta.reading;
  const jobIn = (state: string, error: string | null = null) =>
    portal.db.query(
      `INSERT INTO jobs (kind, title, state, error, created_by, request_id, input, finished_at)
       VALUES ('running_costs', 'Costs of the running month', $1, $2, 'portal', 'a test', '{}', CASE WHEN $1 = 'failed' THEN now() END)`,
      [state, error],
    );

  it('is that nothing was read, that it is being read, and why it could not be', async () => {
    expect(await reading()).toEqual({ under_way: false, read: false, failed: null });
    await jobIn('running');
    expect(await reading()).toEqual({ under_way: true, read: false, failed: null });
    await portal.db.query(`DELETE FROM jobs WHERE request_id = 'a test'`);
    await jobIn('failed', 'AWS, November 2026: no such bucket.');
    expect(await reading()).toEqual({
      under_way: false,
      read: false,
      failed: 'AWS, November 2026: no such bucket.',
    });
    await portal.db.query(`DELETE FROM jobs WHERE request_id = 'a test'`);
  });
});

describe('anomalies', () => {
  it('are found as the running month is read: what, since when, how much, and whose', async () => {
    const job = await refreshed(admin);
    expect([job.state, job.error, job.result]).toMatchObject(['done', null, { anomalies: 3, told: 3 }]);
    const { data, meta } = await listed();
    expect(meta).toMatchObject({ reading: { under_way: false, read: true } });
    expect(meta.states).toEqual({ open: 3, acknowledged: 0, muted: 0, ended: 0 });
    expect(data.find(({ identifier }) => identifier === 'own-project')).toMatchObject({
      kind: 'spike',
      state: 'open',
      name: 'own-project-name',
      service: 'Compute Engine',
      first_day: TODAY,
      last_day: TODAY,
      cost: `${800 + (Number(TODAY.slice(-2)) % 5)}.00`,
      owner_email: OWNER,
    });
    expect(data.find(({ service }) => service === 'Vertex AI')).toMatchObject({
      kind: 'new_service',
      first_day: dayAfter(TODAY, -2),
      expected: '0.00',
    });
  });

  it('are mailed once: all of them to the desk, and to an owner those of their accounts', async () => {
    const before = await mails();
    expect(before.map(({ recipient }) => recipient)).toEqual([DESK, OWNER]);
    const [desk, owner] = before;
    for (const word of ['own-project', 'others-project', 'Vertex AI', OWNER])
      expect(desk?.body_text).toContain(word);
    expect(owner?.body_text).toContain('own-project-name');
    expect(owner?.body_text).not.toContain('others-project');
    // What is found later on the day waits for the next one.
    await plant('late-project', 'Compute Engine', 700);
    expect((await refreshed(admin)).result).toMatchObject({ anomalies: 1, told: 0 });
    expect(await mails()).toHaveLength(2);
    expect((await listed()).meta.total).toBe(4);
    await portal.db.query(`UPDATE anomaly_digests SET day = day - 1`);
    expect((await refreshed(admin)).result).toMatchObject({ anomalies: 0, told: 1 });
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([DESK, OWNER, DESK]);
  });

  it('are shown to owners where the account is theirs', async () => {
    const owner = await portal.signIn({ email: OWNER, roles: ['owner'] });
    const { body, text } = await owner.get<MyRunning>('/my_cloud/running');
    expect(body.data.anomalies).toMatchObject([{ identifier: 'own-project', kind: 'spike' }]);
    expect(text).not.toContain('others-project');
  });

  it('are acknowledged with a reason', async () => {
    const [one] = (await listed('?q=own-project')).data;
    const path = `/anomalies/${one?.id}/acknowledge`;
    expect((await admin.post(path, { reason: ' ' })).status).toBe(422);
    const { status, body } = await admin.post<Anomaly>(path, { reason: 'A load test.' });
    expect([status, body.data]).toMatchObject([
      200,
      { state: 'acknowledged', acknowledged: { by: 'admin@example.com', reason: 'A load test.' } },
    ]);
    expect((await admin.post('/anomalies/999999/acknowledge', { reason: 'x' })).status).toBe(404);
    expect((await listed('?by_state=open')).data.map(({ id }) => id)).not.toContain(one?.id);
  });

  it('are muted by a pattern until a day, and told of again once the mute is ended', async () => {
    const wanted = { account: 'others-*', service: '*', until: dayAfter(TODAY, 3), reason: 'They move.' };
    expect((await admin.post('/anomaly_mutes', { ...wanted, until: dayAfter(TODAY, -3) })).status).toBe(422);
    const { status, body } = await admin.post<AnomalyMute>('/anomaly_mutes', wanted);
    expect([status, body.data]).toMatchObject([201, { ...wanted, created_by: 'admin@example.com' }]);
    expect((await listed()).meta.states).toMatchObject({ open: 1, muted: 2 });
    // Nothing but a star stands for other text.
    await admin.post('/anomaly_mutes', { ...wanted, account: 'late_project', service: 'Compute%' });
    expect((await listed()).meta.states).toMatchObject({ open: 1 });
    expect((await admin.delete(`/anomaly_mutes/${body.data.id}`)).status).toBe(200);
    expect((await listed()).meta.states).toMatchObject({ open: 3, muted: 0 });
    expect((await admin.get<AnomalyMute[]>('/anomaly_mutes')).body.data).toHaveLength(1);
  });

  it('end where their cloud corrects the costs, and come as a file', async () => {
    await portal.db.query(
      `UPDATE running_costs SET amount = 101 WHERE account = 'others-project' AND service = 'BigQuery' AND day = $1`,
      [TODAY],
    );
    await refreshed(admin);
    expect((await listed('?by_state=ended')).data).toMatchObject([{ service: 'BigQuery' }]);
    const { text } = await admin.get('/anomalies.csv?by_state=ended');
    expect(text.trim().split('\r\n')).toHaveLength(2);
  });
});
