import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { startMailServer, type Manner } from '#tests/support/mail-server.ts';
import { mailsAtRest } from '#tests/support/mails-at-rest.ts';
import { personAt } from '#tests/support/person-at.ts';
import { startPortal } from '#tests/support/saml-portal.ts';

interface Mail {
  state: string;
  attempts: number;
  last_error: string | null;
}

const database = withDatabase({ poolSize: 20 });

/** Asks for a report by a portal that sends to this server; answers how the mail stands. */
async function mailTo(url: string): Promise<() => Promise<Mail>> {
  const portal = await startPortal(database.db, { SMTP_URL: url, MAIL_RETRY_SECONDS: '1' });
  onTestFinished(() => portal.close());
  const api = await personAt(portal, database.db);
  const { body } = await api.post<{ job: { id: string } }>('/cost_centers/send_report', { email: true });
  const { result } = await followJob(api, body.data.job.id);
  return async () => (await api.get<Mail>(`/outbox/${Number(result?.['mail'])}`)).body.data;
}

const stateOf = (mail: () => Promise<Mail>) => async () => (await mail()).state;

describe('a mail that was sent whole is left to a person, and never sent twice', () => {
  test.each<[string, Manner, RegExp]>([
    ['says nothing any more', 'say nothing', /Timeout/],
    ['answers garbage', 'garbage', /99999 bottles/],
    ['answers garbage that begins like a success', 'garbage with a 2', /2 bottles/],
    ['answers out of turn', 'answer out of turn', /354 go ahead/],
  ])('to a server that %s', async (_what, manner, said) => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    server.behave(manner, 'take');
    const mail = await mailTo(`${server.url}?socketTimeout=1000`);
    await expect.poll(stateOf(mail)).toBe('failed');
    const { attempts, last_error: reason } = await mail();
    expect([attempts, reason]).toEqual([1, expect.stringMatching(said)]);
    expect(reason).toContain('It may have arrived; send it again if it did not.');
    expect(reason).not.toMatch(/\p{Cc}/u);
    await mailsAtRest(database.db);
    expect([server.taken.length, server.attempts, await stateOf(mail)()]).toEqual([1, 1, 'failed']);
  });
});

describe('a mail that was not sent waits, with the reason', () => {
  /** What takes connections, and says this to whoever connects. */
  async function listener(said: string | Buffer): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      if (said.length > 0) socket.write(said);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?greetingTimeout=1000`;
  }

  test.each<[string, string | Buffer]>([
    ['never greets', ''],
    ['greets with garbage', Buffer.from([0, 255, 27, 10, 13, 0, 10])],
    ['is no mail server', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['greets with a line that never ends', 'x'.repeat(3_000_000)],
    ['greets and says nothing else', '220 hello\r\n'],
  ])('for a server that %s', async (_what, said) => {
    const mail = await mailTo(`${await listener(said)}&socketTimeout=1000`);
    await expect
      .poll(async () => (await mail()).last_error ?? '')
      .toMatch(/^It did not reach the mail server: /);
    const { last_error: reason } = await mail();
    expect(reason?.length).toBeLessThan(500);
    expect(reason).not.toMatch(/\p{Cc}/u);
    expect(['queued', 'sending']).toContain(await stateOf(mail)());
  });
});
