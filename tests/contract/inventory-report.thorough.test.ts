import { describe, expect, test } from 'vitest';
import { registry } from '#resources/registry.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { readWorkbook } from '#tests/support/workbook.ts';

const portal = withPortal();

interface Asked {
  job: FollowedJob;
}

interface Mail {
  id: number;
  to: string;
  subject: string;
  text: string;
  state: string;
  attachments: { id: string; name: string; size: number; content_type: string }[];
}

const ask = (api: Api, body?: unknown, key?: string): Promise<Answer<Asked>> =>
  api.post<Asked>('/cost_centers/send_report', body, key ? { 'idempotency-key': key } : {});

/** Somebody whom nobody else in this file is, so that one test's reports do not count for another. */
let people = 0;
const somebody = (settings = {}) =>
  portal.signIn({ email: `person${(people += 1)}@example.com`, name: 'Somebody', ...settings });

async function mailOf(api: Api, job: FollowedJob): Promise<Mail> {
  const { result } = await followJob(api, job.id);
  const { body } = await api.get<Mail>(`/outbox/${String(result?.['mail'])}`);
  return body.data;
}

describe('the inventory report', () => {
  test('is accepted with a job, and stays in the outbox where no mail server is configured', async () => {
    const api = await somebody();
    const answer = await ask(api, { cost_center: { email: true, send_to: 'finance@example.com' } });
    expect(answer.status).toBe(202);
    expect(answer.body.data.job).toMatchObject({ state: 'queued', kind: 'inventory_report' });
    expect(answer.body.meta).toEqual({ mail_server: false });
    const mail = await mailOf(api, answer.body.data.job);
    expect(mail).toMatchObject({ to: 'finance@example.com', state: 'kept', attempts: 0 });
    expect(mail.subject).toMatch(/^Cloud inventory report, \d\d-[A-Z][a-z]{2}-\d{4}$/);
    expect(mail.attachments).toHaveLength(1);
  });

  test('holds cost centers and contacts with typed dates and harmless cells', async () => {
    const api = await somebody();
    const factory = new Factory(api, registry);
    const costCenters = registry.get('cost_centers');
    await factory.create(costCenters, { identifier: '000123456789012345', active_at: '2026-03-29' });
    await factory.create(costCenters, { identifier: '=HYPERLINK("http://x.example")' });
    const { body } = await ask(api, { email: true });
    const mail = await mailOf(api, body.data.job);
    const file = mail.attachments[0];
    const me = { email: `person${people}@example.com` };
    const answer = await fetch(`${portal.url}/api/outbox/${mail.id}/attachments/${file?.id}`, {
      headers: { ...(await createSession(portal.db, { ...me, name: null, roles: [] }, null)) },
    });
    expect(answer.headers.get('content-type')).toContain('spreadsheetml');
    const content = Buffer.from(await answer.arrayBuffer());
    expect(content.length).toBe(file?.size);
    const sheets = readWorkbook(content);
    expect([...sheets.keys()]).toEqual(['Cost Centers', 'Contacts']);
    const rows = sheets.get('Cost Centers') ?? [];
    const header = rows[0]?.map((cell) => cell?.text) ?? [];
    expect(header.slice(0, 3)).toEqual(['identifier', 'company_code', 'companies_code']);
    const found = rows.find((row) => row[0]?.text === '000123456789012345');
    expect(found?.[0]?.type).toBe('text');
    // 46110 days after day zero of the spreadsheets.
    expect(found?.[header.indexOf('active_at')]).toEqual({ type: 'number', text: '46110' });
    expect(rows.map((row) => row[0]?.text)).toContain(`'=HYPERLINK("http://x.example")`);
    expect(sheets.get('Contacts')?.[0]?.map((cell) => cell?.text)).toEqual(['terminated', 'name', 'email']);
  });

  test('goes to whoever asks when no address is given', async () => {
    const api = await somebody();
    const { body } = await ask(api, { cost_center: { email: true } });
    expect(await mailOf(api, body.data.job)).toMatchObject({ to: `person${people}@example.com` });
  });

  test('happens once for a key, however often it is sent', async () => {
    const api = await somebody();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(api, { email: true }, 'the-same-click')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
    expect(new Set(answers.map(({ body }) => body.data.job.id)).size).toBe(1);
    const other = await ask(api, { send_to: 'else@example.com' }, 'the-same-click');
    expect(other.status).toBe(422);
  });

  test('is refused as a twin while the same one is on its way without a key', async () => {
    const api = await somebody();
    const answers = await Promise.all([ask(api, { email: true }), ask(api, { email: true })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  });

  test.each([
    ['a line break and a header', 'ada@example.com\r\nBcc: eve@example.com'],
    ['a line break at the end', 'ada@example.com\n'],
    ['several addresses', 'ada@example.com, eve@example.com'],
    ['several addresses with a semicolon', 'ada@example.com;eve@example.com'],
    ['a list', ['ada@example.com']],
    ['a name around it', 'Ada <ada@example.com>'],
    ['no address', 'ada'],
    ['a NUL', 'ada@example.com\u0000'],
  ])('is refused for %s, and nothing is sent', async (_what, sendTo) => {
    const api = await somebody();
    const answer = await ask(api, { cost_center: { email: true, send_to: sendTo } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]?.field).toBe('send_to');
    const { rows } = await portal.db.query('SELECT 1 FROM jobs WHERE created_by = $1', [
      `person${people}@example.com`,
    ]);
    expect(rows).toEqual([]);
  });

  test('is refused for an address outside the asker’s domain where no domains are set', async () => {
    const answer = await ask(await somebody(), { send_to: 'ada@elsewhere.example' });
    expect(answer.status).toBe(422);
    expect(answer.body.error).toContain('example.com');
  });

  test('is refused with fields that it does not know', async () => {
    const answer = await ask(await somebody(), { email: true, bcc: 'eve@example.com' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]?.field).toBe('bcc');
  });

  test('cannot be flooded by one person, while others still get theirs', async () => {
    const flooder = await somebody();
    const statuses: number[] = [];
    const waits: number[] = [];
    for (let at = 0; at < 14; at++) {
      const { status, headers } = await ask(flooder, { send_to: `box${at}@example.com` });
      statuses.push(status);
      waits.push(Number(headers.get('retry-after') ?? 0));
    }
    expect(statuses.filter((status) => status === 202)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429]);
    expect(Math.min(...waits.slice(10))).toBeGreaterThan(0);
    expect((await ask(await somebody(), { email: true })).status).toBe(202);
  });

  test('needs a session', async () => {
    const answer = await fetch(`${portal.url}/api/cost_centers/send_report`, { method: 'POST' });
    expect(answer.status).toBe(401);
  });
});

describe('allowed domains', () => {
  const limited = withPortal({ REPORT_ALLOWED_DOMAINS: 'finance.example, example.org' });

  test('are the only ones that reports go to, and are named', async () => {
    const outside = await ask(limited.api, { send_to: 'ada.lovelace@example.com' });
    expect(outside.status).toBe(422);
    expect(outside.body.error).toContain('finance.example, example.org');
    expect((await ask(limited.api, { send_to: 'Books@FINANCE.example' })).status).toBe(202);
    for (const trick of ['a@notfinance.example', 'a@finance.example.evil.example'])
      expect((await ask(limited.api, { send_to: trick })).status).toBe(422);
  });
});
