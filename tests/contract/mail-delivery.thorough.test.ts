import { describe, test, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import type { Api } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { mailsAtRest } from '#tests/support/mails-at-rest.ts';
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

/** What one test has for itself, so that all of them can wait at the same time. */
interface Scene {
  db: Database;
  mailServer: (port?: number) => Promise<MailServer>;
  portalWith: (settings: Record<string, string>) => Promise<SamlPortal>;
}

const scenes = test.extend<{ scene: Scene }>({
  scene: async ({}, use) => {
    // Enough for two portals, each of which has ten of its own at work.
    const database = await createTestDatabase({ poolSize: 20 });
    const open: { close: () => Promise<void> }[] = [];
    const keep = <T extends { close: () => Promise<void> }>(each: T): T => {
      open.push(each);
      return each;
    };
    await use({
      db: database.db,
      mailServer: async (port) => keep(await startMailServer(port)),
      portalWith: async (settings) =>
        keep(await startPortal(database.db, { MAIL_RETRY_SECONDS: '1', ...settings })),
    });
    for (const each of open.toReversed()) await each.close();
    await database.drop();
  },
});

interface Reported {
  api: Api;
  id: number;
  mail: () => Promise<Mail>;
}

/** Asks for a report as somebody who has asked for none, and answers the mail that comes of it. */
async function reportMail(portal: SamlPortal, db: Database): Promise<Reported> {
  const api = await personAt(portal, db);
  const ask = async () => {
    const { status, body, text } = await api.post<{ job: { id: string } }>('/cost_centers/send_report', {
      email: true,
    });
    if (status !== 202) throw new Error(`No report was asked for: ${status} ${text}`);
    return body.data.job.id;
  };
  // A portal that has just started says 503 while its queue is not ready, and to come again.
  const { result } = await followJob(api, await vi.waitFor(ask, { timeout: 60_000, interval: 500 }));
  const id = Number(result?.['mail']);
  return { api, id, mail: async () => (await api.get<Mail>(`/outbox/${id}`)).body.data };
}

async function settled(mail: () => Promise<Mail>, wanted: string): Promise<void> {
  const look = async () => {
    const { state } = await mail();
    if (state !== wanted) throw new Error(`The mail is ${state}, not ${wanted}.`);
  };
  await vi.waitFor(look, { timeout: 60_000, interval: 50 });
}

describe.concurrent('a mail', () => {
  scenes(
    'leaves once, with its workbook, and the outbox tells that it was sent',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const server = await mailServer();
      const portal = await portalWith({ SMTP_URL: server.url, MAIL_FROM: 'portal@example.com' });
      const { mail } = await reportMail(portal, db);
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
    },
  );

  scenes(
    'waits for a server that takes its time, and leaves once',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const server = await mailServer();
      server.behave('slow');
      const { mail } = await reportMail(await portalWith({ SMTP_URL: server.url }), db);
      await expect.poll(async () => (await mail()).state).toBe('sending');
      await settled(mail, 'sent');
      await mailsAtRest(db);
      expect(server.taken).toHaveLength(1);
    },
  );

  scenes(
    'that is refused for good has failed with the reason, and can be sent again',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const server = await mailServer();
      server.behave('refuse', 'take');
      const { api, id, mail } = await reportMail(await portalWith({ SMTP_URL: server.url }), db);
      await settled(mail, 'failed');
      expect((await mail()).last_error).toContain('no such mailbox here');
      expect(server.attempts).toBe(1);
      const again = await api.post<Mail>(`/outbox/${id}/send_again`, {});
      expect([again.status, again.body.data.state]).toEqual([202, 'queued']);
      await settled(mail, 'sent');
      expect(server.taken).toHaveLength(1);
      expect((await api.post(`/outbox/${id}/send_again`, {})).status).toBe(409);
    },
  );

  scenes(
    'is tried again, more and more slowly, while the server is busy or dies in the middle of it',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const server = await mailServer();
      server.behave('busy', 'die in the message', 'busy', 'take');
      const portal = await portalWith({ SMTP_URL: server.url, MAIL_RETRY_SECONDS: '60' });
      let began = Date.now();
      const { mail } = await reportMail(portal, db);
      for (const [attempts, pause, reason] of [
        [1, 60, 'please come back later'],
        [2, 120, 'It did not reach the mail server'],
        [3, 240, 'please come back later'],
      ] as const) {
        await expect
          .poll(async () => {
            const { next_try: next, ...rest } = await mail();
            return [rest.state, rest.attempts, next !== null];
          })
          .toEqual(['queued', attempts, true]);
        const { next_try: next, last_error: error } = await mail();
        expect(error).toContain(reason);
        // From the end of the attempt, which lies between its begin and now; of the queue in whole seconds.
        expect(Date.parse(next ?? '')).toBeGreaterThan(began + (pause - 2) * 1000);
        expect(Date.parse(next ?? '')).toBeLessThan(Date.now() + (pause + 2) * 1000);
        began = Date.now();
        await endPauses(db);
      }
      await settled(mail, 'sent');
      expect((await mail()).attempts).toBe(4);
      expect(server.taken).toHaveLength(1);
    },
  );

  scenes(
    'waits while the server cannot be reached, and leaves when it can',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const first = await mailServer();
      const { url } = first;
      await first.close();
      const { mail } = await reportMail(await portalWith({ SMTP_URL: url }), db);
      await expect.poll(async () => (await mail()).next_try).not.toBeNull();
      expect(await mail()).toMatchObject({ state: 'queued' });
      expect((await mail()).last_error).toContain('ECONNREFUSED');
      const second = await mailServer(Number(new URL(url).port));
      await settled(mail, 'sent');
      expect(second.taken).toHaveLength(1);
    },
  );

  scenes(
    'has failed with the reason when the server could not be reached for long',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const gone = await mailServer();
      await gone.close();
      const { mail } = await reportMail(
        await portalWith({ SMTP_URL: gone.url, MAIL_GIVE_UP_HOURS: '0' }),
        db,
      );
      await settled(mail, 'failed');
      expect((await mail()).last_error).toContain('ECONNREFUSED');
    },
  );

  scenes(
    'whose server goes away after all of it was sent is left to a person, and not sent twice',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const server = await mailServer();
      server.behave('die after the message', 'take');
      const { mail } = await reportMail(await portalWith({ SMTP_URL: server.url }), db);
      await settled(mail, 'failed');
      expect((await mail()).last_error).toContain('It may have arrived');
      await mailsAtRest(db);
      expect(server.taken).toHaveLength(1);
    },
  );

  scenes(
    'leaves once where two processes share the outbox',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const server = await mailServer();
      const settings = { SMTP_URL: server.url };
      const portals = [await portalWith(settings), await portalWith(settings)];
      const mails = await Promise.all(
        Array.from({ length: 8 }, (_, at) => reportMail(portals[at % 2] as SamlPortal, db)),
      );
      for (const { mail } of mails) await settled(mail, 'sent');
      await mailsAtRest(db);
      expect(server.taken).toHaveLength(8);
      expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(8);
    },
  );

  scenes(
    'that waits when the portal ends is sent by the next start',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const gone = await mailServer();
      await gone.close();
      const portal = await portalWith({ SMTP_URL: gone.url });
      const { mail, id } = await reportMail(portal, db);
      await expect.poll(async () => (await mail()).next_try).not.toBeNull();
      await portal.close();
      const server = await mailServer(Number(new URL(gone.url).port));
      await portalWith({ SMTP_URL: gone.url });
      const state = async () =>
        (await db.query<{ state: string }>('SELECT state FROM outbox WHERE id = $1', [id])).rows[0]?.state;
      await expect.poll(state, { timeout: 60_000 }).toBe('sent');
      expect(server.taken).toHaveLength(1);
    },
  );

  scenes(
    'that was kept without a mail server is sent when there is one and a person asks for it',
    async ({ expect, scene: { db, mailServer, portalWith } }) => {
      const before = await portalWith({});
      const { mail, id } = await reportMail(before, db);
      expect((await mail()).state).toBe('kept');
      await before.close();

      const server = await mailServer();
      const operator = await personAt(await portalWith({ SMTP_URL: server.url }), db, ['admin']);
      const now = async () => (await operator.get<Mail>(`/outbox/${id}`)).body.data;
      await mailsAtRest(db);
      expect([(await now()).state, server.taken.length]).toEqual(['kept', 0]);
      expect((await operator.post(`/outbox/${id}/send_again`, {})).status).toBe(202);
      await settled(now, 'sent');
      expect(server.taken).toHaveLength(1);
    },
  );
});
