import { describe, expect, it } from 'vitest';
import { sendMail } from '#server/platform/mail/mail.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { onDay } from '#tests/support/on-day.ts';
import { madeSchedule, scheduleDesk } from '#tests/support/schedules.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor',
});
const desk = scheduleDesk(portal);
const FORM = 'application/x-www-form-urlencoded';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const PARTS = `--border\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--border--\r\n`;

/** A schedule with a mail that was sent, and the address of its link. */
async function mailed(name: string) {
  onDay();
  const ada = await desk.person(name, 'editor');
  const { id } = await madeSchedule(ada, { recipients: [`${name}@example.com`, 'left@example.com'] });
  await ada.post(`/schedules/${id}/run`, {});
  const { last_job: job } = await desk.ended(ada, id);
  const mail = (await desk.mailsOf(job)).find(({ recipient }) => recipient === 'left@example.com');
  const { pathname, search } = new URL(mail?.unsubscribe ?? '');
  const left = async () => (await ada.get(`/schedules/${id}`)).body.data['left_out'];
  return { link: pathname + search, left };
}

const press = (link: string, body: string, headers: Record<string, string> = { 'content-type': FORM }) =>
  fetch(`${portal.url}${link}`, { method: 'POST', body, headers, redirect: 'manual' });

describe('the link of a mail, by one POST', () => {
  it.each([
    [FORM, ONE_CLICK],
    ['multipart/form-data; boundary=border', PARTS],
  ])('takes its recipient out, without a sign-in, a cookie or a page: %s', async (type, body) => {
    const { link, left } = await mailed(type === FORM ? 'one.form' : 'one.parts');
    // As a program of mail that comes from elsewhere, once more after a lost answer.
    for (let times = 0; times < 2; times += 1) {
      const answer = await press(link, body, { 'content-type': type, origin: 'https://mail.example.net' });
      expect([answer.status, await answer.text()]).toEqual([200, 'Done.\n']);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await left()).toEqual(['left@example.com']);
  });

  it('is good for this alone: what else is sent is refused and changes nothing', async () => {
    const { link, left } = await mailed('one.hostile');
    const wrong: [status: number, link: string, body: string, type?: string][] = [
      [422, link, 'List-Unsubscribe=Two-Clicks'],
      [422, link, `${ONE_CLICK}&address=others@example.com`],
      [422, link, `${ONE_CLICK}&${ONE_CLICK}`],
      [422, link, ''],
      [422, link, PARTS.replace('One-Click', 'Two'), 'multipart/form-data; boundary=border'],
      [415, link, '{"List-Unsubscribe":"One-Click"}', 'application/json'],
      [415, link, ONE_CLICK, 'text/plain'],
      [413, link, `${ONE_CLICK}&more=${'x'.repeat(3000)}`],
      [403, `${link}&address=others@example.com`, ONE_CLICK],
      [403, `${link}&credential=other`, ONE_CLICK],
      [403, link.slice(0, -1), ONE_CLICK],
      [403, '/unauth/unsubscribe', ONE_CLICK],
      [403, `/unauth/unsubscribe?credential=${'%00'.repeat(20)}`, ONE_CLICK],
    ];
    for (const [status, to, body, type = FORM] of wrong) {
      const answer = await press(to, body, { 'content-type': type });
      const text = await answer.text();
      expect([answer.status, to, body.slice(0, 60)]).toEqual([status, to, body.slice(0, 60)]);
      expect(JSON.parse(text)).toMatchObject({ error: expect.stringMatching(/\.$/) });
    }
    expect((await fetch(`${portal.url}${link}`, { redirect: 'manual' })).status).toBeLessThan(500);
    expect(await left()).toEqual([]);
  });
});

describe('a mail of a schedule', () => {
  const headersOf = async (unsubscribe: string | null): Promise<string> => {
    const server = await startMailServer();
    await sendMail(
      server.url,
      {
        messageId: '<one@example.com>',
        from: 'portal@example.com',
        to: 'left@example.com',
        subject: 'A report',
        text: 'Text',
        html: null,
        unsubscribe,
        date: new Date(),
        attachments: [],
      },
      () => Promise.resolve(),
      new AbortController().signal,
    );
    const [mail] = server.taken;
    await server.close();
    // A long header is folded.
    return mail?.source.split(/\r?\n\r?\n/)[0]?.replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
  };

  it('says that one POST takes its recipient out where the link is HTTPS, and names the page anyway', async () => {
    const link = 'https://portal.example.com/unauth/unsubscribe?credential=x';
    expect(await headersOf(link)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(await headersOf(link)).toContain(link);
    const plain = await headersOf(link.replace('https', 'http'));
    expect(plain).toContain('List-Unsubscribe: ');
    expect(plain).not.toContain('List-Unsubscribe-Post');
    expect(await headersOf(null)).not.toContain('List-Unsubscribe');
  });
});
