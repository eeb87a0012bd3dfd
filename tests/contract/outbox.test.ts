import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Api } from '#tests/support/api.ts';
import { withDatabase } from '#tests/support/database.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { personAt } from '#tests/support/person-at.ts';
import { startPortal, type SamlPortal } from '#tests/support/saml-portal.ts';
import { readWorkbook } from '#tests/support/workbook.ts';

interface Mail {
  id: number;
  message_id: string;
  to: string;
  text: string;
  state: string;
  attempts: number;
  last_error: string | null;
  next_try: string | null;
  sent_at: string | null;
}

const database = withDatabase({ poolSize: 20 });
const open: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

async function mailServer(port?: number): Promise<MailServer> {
  const server = await startMailServer(port);
  open.push(server);
  return server;
}

async function portalWith(settings: Record<string, string>): Promise<SamlPortal> {
  const portal = await startPortal(database.db, { MAIL_RETRY_SECONDS: '1', ...settings });
  open.push(portal);
  return portal;
}

/** Asks for a report as somebody who has asked for none, and answers the mail that comes of it. */
async function reportMail(portal: SamlPortal): Promise<{ api: Api; id: number; mail: () => Promise<Mail> }> {
  const api = await personAt(portal, database.db);
  const { body } = await api.post<{ job: { id: string } }>('/cost_centers/send_report', { email: true });
  const { result } = await followJob(api, body.data.job.id);
  const id = Number(result?.['mail']);
  return { api, id, mail: async () => (await api.get<Mail>(`/outbox/${id}`)).body.data };
}

async function settled(mail: () => Promise<Mail>, state: string): Promise<void> {
  await expect.poll(async () => (await mail()).state).toBe(state);
}

const tooShortToHappenAgain = () => new Promise((done) => setTimeout(done, 2500));

describe('a mail', () => {
  test('leaves once, with its workbook, and the outbox tells that it was sent', async () => {
    const server = await mailServer();
    const portal = await portalWith({ SMTP_URL: server.url, MAIL_FROM: 'portal@example.com' });
    const { mail } = await reportMail(portal);
    await settled(mail, 'sent');
    const kept = await mail();
    expect(kept.sent_at).not.toBeNull();
    expect(server.taken).toHaveLength(1);
    const [taken] = server.taken;
    expect(taken).toMatchObject({ to: [kept.to], from: 'portal@example.com', messageId: kept.message_id });
    const encoded = /filename=cloud_inventory_[\d-]+\.xlsx\r\n(?:[\w-]+:.*\r\n)*\r\n([\w+/=\r\n]+)--/.exec(
      taken?.source ?? '',
    );
    expect([...readWorkbook(Buffer.from(encoded?.[1] ?? '', 'base64')).keys()]).toEqual([
      'Cost Centers',
      'Contacts',
    ]);
  });

  test('waits for a server that takes its time, and leaves once', async () => {
    const server = await mailServer();
    server.behave('slow');
    const { mail } = await reportMail(await portalWith({ SMTP_URL: server.url }));
    await expect.poll(async () => (await mail()).state).toBe('sending');
    await settled(mail, 'sent');
    await tooShortToHappenAgain();
    expect(server.taken).toHaveLength(1);
  });

  test('that is refused for good has failed with the reason, and can be sent again', async () => {
    const server = await mailServer();
    server.behave('refuse', 'take');
    const { api, id, mail } = await reportMail(await portalWith({ SMTP_URL: server.url }));
    await settled(mail, 'failed');
    expect((await mail()).last_error).toContain('no such mailbox here');
    expect(server.attempts).toBe(1);
    const again = await api.post<Mail>(`/outbox/${id}/send_again`, {});
    expect([again.status, again.body.data.state]).toEqual([202, 'queued']);
    await settled(mail, 'sent');
    expect(server.taken).toHaveLength(1);
    expect((await api.post(`/outbox/${id}/send_again`, {})).status).toBe(409);
  });

  test('is tried again, more and more slowly, while the server is busy or dies in the middle of it', async () => {
    const server = await mailServer();
    server.behave('busy', 'die in the message', 'take');
    const { mail } = await reportMail(await portalWith({ SMTP_URL: server.url }));
    await expect.poll(async () => (await mail()).last_error ?? '').toContain('please come back later');
    await settled(mail, 'sent');
    expect((await mail()).attempts).toBe(3);
    expect(server.taken).toHaveLength(1);
  });

  test('waits while the server cannot be reached, and leaves when it can', async () => {
    const first = await mailServer();
    const { url } = first;
    await first.close();
    const { mail } = await reportMail(await portalWith({ SMTP_URL: url }));
    await expect.poll(async () => (await mail()).next_try).not.toBeNull();
    expect(await mail()).toMatchObject({ state: 'queued' });
    expect((await mail()).last_error).toContain('ECONNREFUSED');
    const second = await mailServer(Number(new URL(url).port));
    await settled(mail, 'sent');
    expect(second.taken).toHaveLength(1);
  });

  test('has failed with the reason when the server could not be reached for long', async () => {
    const gone = await mailServer();
    await gone.close();
    const { mail } = await reportMail(await portalWith({ SMTP_URL: gone.url, MAIL_GIVE_UP_HOURS: '0' }));
    await settled(mail, 'failed');
    expect((await mail()).last_error).toContain('ECONNREFUSED');
  });

  test('whose server goes away after all of it was sent is left to a person, and not sent twice', async () => {
    const server = await mailServer();
    server.behave('die after the message', 'take');
    const { mail } = await reportMail(await portalWith({ SMTP_URL: server.url }));
    await settled(mail, 'failed');
    expect((await mail()).last_error).toContain('It may have arrived');
    await tooShortToHappenAgain();
    expect(server.taken).toHaveLength(1);
  });

  test('leaves once where two processes share the outbox', async () => {
    const server = await mailServer();
    const settings = { SMTP_URL: server.url };
    const portals = [await portalWith(settings), await portalWith(settings)];
    const mails = await Promise.all(
      Array.from({ length: 8 }, (_, at) => reportMail(portals[at % 2] as SamlPortal)),
    );
    for (const { mail } of mails) await settled(mail, 'sent');
    await tooShortToHappenAgain();
    expect(server.taken).toHaveLength(8);
    expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(8);
  });

  test('that waits when the portal ends is sent by the next start', async () => {
    const gone = await mailServer();
    await gone.close();
    const portal = await startPortal(database.db, { SMTP_URL: gone.url, MAIL_RETRY_SECONDS: '1' });
    const { mail, id } = await reportMail(portal);
    await expect.poll(async () => (await mail()).next_try).not.toBeNull();
    await portal.close();
    const server = await mailServer(Number(new URL(gone.url).port));
    await portalWith({ SMTP_URL: gone.url });
    const state = async () =>
      (await database.db.query<{ state: string }>('SELECT state FROM outbox WHERE id = $1', [id])).rows[0]
        ?.state;
    await expect.poll(state, { timeout: 20_000 }).toBe('sent');
    expect(server.taken).toHaveLength(1);
  });
});

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

  test('keeps mail without a mail server, and says why it cannot be sent', async () => {
    const api = await personAt(portal, database.db, ['viewer']);
    const { body } = await api.post<{ job: { id: string } }>('/cost_centers/send_report', { email: true });
    const { result } = await followJob(api, body.data.job.id);
    const { body: mails } = await list(api);
    expect(mails.data).toHaveLength(1);
    expect(mails.data[0]).toMatchObject({ id: result?.['mail'], state: 'kept' });
    expect(mails.data[0]?.text).toContain('the cloud inventory is attached');
    expect(mails.meta).toMatchObject({ total: 1, mail_server: false });
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

  test('filters by state and text, and refuses what it does not know', async () => {
    const operator = await personAt(portal, database.db, ['operator']);
    const kept = (await list(operator, '?by_state=kept')).body;
    expect(kept.data.every(({ state }) => state === 'kept')).toBe(true);
    expect((await list(operator, '?by_state=All&q=nobody-has-this')).body.meta.total).toBe(0);
    expect((await list(operator, '?q=INVENTORY&per_page=1')).body.data).toHaveLength(1);
    for (const query of ['?by_state=lost', '?page=0', '?per_page=1001', '?sort=id', '?page=1&page=2'])
      expect((await list(operator, query)).status).toBe(400);
    for (const id of ['0', '-1', 'x', '1e3', '99999999999999999999'])
      expect((await operator.get(`/outbox/${id}`)).status).toBe(404);
    expect((await operator.get('/jobs/not-a-job')).status).toBe(404);
  });
});
