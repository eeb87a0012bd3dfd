import { beforeAll, describe, expect, test } from 'vitest';
import { removeOldMails } from '#server/platform/mail/outbox-delivery.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { withDatabase } from '#tests/support/database.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { personAt } from '#tests/support/person-at.ts';
import { startPortal, type SamlPortal } from '#tests/support/saml-portal.ts';

interface Mail {
  id: number;
  text: string;
  state: string;
}

const database = withDatabase({ poolSize: 20 });

describe('the outbox', () => {
  let portal: SamlPortal;
  beforeAll(async () => {
    portal = await startPortal(database.db, {
      SAML_ROLES_ATTRIBUTE: 'groups',
      SAML_ROLE_MAP: 'all=viewer, ops=operator',
    });
    return () => portal.close();
  });

  const list = (api: Api, query = ''): Promise<Answer<Mail[]>> => api.get<Mail[]>(`/outbox${query}`);

  async function reportFrom(api: Api) {
    const { body } = await api.post<{ job: { id: string } }>('/cost_centers/send_report', { email: true });
    return (await followJob(api, body.data.job.id)).result;
  }

  test('keeps mail without a mail server, and says why it cannot be sent', async () => {
    const api = await personAt(portal, database.db, ['viewer']);
    const result = await reportFrom(api);
    const { body: mails } = await list(api);
    expect(mails.data).toHaveLength(1);
    expect(mails.data[0]).toMatchObject({ id: result?.['mail'], state: 'kept' });
    expect(mails.data[0]?.text).toContain('the cloud inventory is attached');
    const states = { queued: 0, sending: 0, sent: 0, failed: 0, kept: 1 };
    expect(mails.meta).toEqual({ total: 1, page: 1, per_page: 25, states, mail_server: false });
    await reportFrom(await personAt(portal, database.db, ['viewer']));
    const again = await api.post(`/outbox/${String(result?.['mail'])}/send_again`, {});
    expect(again.status).toBe(409);
    expect(again.body.error).toContain('SMTP_URL');
  });

  test('shows people their own mail, and operators all of it', async () => {
    const viewer = await personAt(portal, database.db, ['viewer']);
    expect((await list(viewer)).body.data).toEqual([]);
    const operator = await personAt(portal, database.db, ['operator']);
    const all = (await list(operator)).body.data;
    expect(all.length).toBeGreaterThan(0);
    expect((await viewer.get(`/outbox/${all[0]?.id}`)).status).toBe(404);
    expect((await viewer.post(`/outbox/${all[0]?.id}/send_again`, {})).status).toBe(404);
  });

  test('forgets what was sent 90 days ago, and what failed or was kept a year ago', async () => {
    const kept = async (state: string, days: number) =>
      database.db.query(
        `INSERT INTO outbox (message_id, recipient, subject, body_text, state, created_by, request_id, created_at, sent_at)
         VALUES ($1, 'old@example.com', $1, '', $2, 'old@example.com', 'r-1', now() - make_interval(days => $3),
           CASE WHEN $2 = 'sent' THEN now() - make_interval(days => $3) END)`,
        [`${state} ${days}`, state, days],
      );
    for (const days of [91, 89]) await kept('sent', days);
    for (const state of ['failed', 'kept']) for (const days of [366, 360]) await kept(state, days);
    await removeOldMails(database.db);
    const { rows } = await database.db.query<{ subject: string }>(
      `DELETE FROM outbox WHERE recipient = 'old@example.com' RETURNING subject`,
    );
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(['failed 360', 'kept 360', 'sent 89']);
  });

  test('comes in the pages and the order that are asked for', async () => {
    const operator = await personAt(portal, database.db, ['operator']);
    const whole = (await list(operator)).body;
    const total = whole.data.length;
    const states = { queued: 0, sending: 0, sent: 0, failed: 0, kept: total };
    expect(whole.meta).toEqual({ total, page: 1, per_page: 25, states, mail_server: false });
    const ids = whole.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const sorted = (await list(operator, '?sort=id')).body.data.map(({ id }) => id);
    expect(sorted).toEqual(ids.toReversed());
    const page = (await list(operator, '?sort=-created_at&page=2&per_page=1')).body;
    expect(page.data.map(({ id }) => id)).toEqual([ids[1]]);
    expect(page.meta).toEqual({ total, page: 2, per_page: 1, states, mail_server: false });
  });

  test('filters by state and text, and refuses what it does not know', async () => {
    const operator = await personAt(portal, database.db, ['operator']);
    const kept = (await list(operator, '?by_state=kept')).body;
    expect(kept.data.every(({ state }) => state === 'kept')).toBe(true);
    expect((await list(operator, '?by_state=All&q=nobody-has-this')).body.meta.total).toBe(0);
    expect((await list(operator, '?q=INVENTORY&per_page=1')).body.data).toHaveLength(1);
    for (const query of [
      '?by_state=lost',
      '?page=0',
      '?per_page=1001',
      '?sort=body_text',
      '?sort=--id',
      '?order=id',
      '?page=1&page=2',
    ])
      expect((await list(operator, query)).status).toBe(400);
    for (const id of ['0', '-1', 'x', '1e3', '99999999999999999999'])
      expect((await operator.get(`/outbox/${id}`)).status).toBe(404);
    expect((await operator.get('/jobs/not-a-job')).status).toBe(404);
  });
});
