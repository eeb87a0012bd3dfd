import { beforeAll, describe, expect, it } from 'vitest';
import { text } from '#kernel/fields/text.ts';
import { defineReport } from '#kernel/report.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { ServedReport } from '#server/modules/reports/served.ts';
import type { Role } from '#server/platform/base/actor.ts';
import { apiClient, type Api } from '#tests/support/api.ts';
import { withDatabase } from '#tests/support/database.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { startPortal, type SamlPortal } from '#tests/support/saml-portal.ts';
import { readWorkbook, unzip } from '#tests/support/workbook.ts';

const messages = { done: 'It is on its way!', failed: 'It could not be asked for.' };
const words = {
  label: 'Planted Report',
  action: 'Send It',
  description: 'One.',
  intro: 'here it is:',
  messages,
};

/** A workbook of some rows of a model, as data alone. */
const contacts = defineReport({
  ...words,
  name: 'gone_contacts',
  label: 'Gone Contacts',
  path: '/planted/gone_contacts',
  wrapper: 'planted',
  address: 'email',
  subject: 'Contacts that are gone',
  empty: 'Nobody is gone.',
  file: 'gone_contacts',
  sheets: [{ model: 'cloud_contacts', sheet: 'Gone', query: { by_terminated: 'true' } }],
});

/** Files in a zip, for those who operate. */
const dump = defineReport({
  ...words,
  name: 'planted_dump',
  path: '/planted/dump',
  wrapper: 'db_dump',
  right: 'operate',
  address: 'send_to',
  fields: { table: text('Table') },
  subject: 'A dump',
  empty: 'There is nothing in it.',
  file: 'dump',
});

/** A mail for each of many. */
const owners = defineReport({
  ...words,
  name: 'planted_owners',
  path: '/planted/owners',
  wrapper: 'planted',
  address: null,
  subject: 'What you own',
  empty: 'Nobody owns anything.',
  file: 'owners',
});

const reports: ServedReport[] = [
  { report: contacts },
  {
    report: dump,
    files: async ({ values }) =>
      ['one', 'two'].map((name) => ({
        name: `${name}.csv`,
        async *content(onRows) {
          yield Buffer.from(`${String(values['table'])}\r\n`);
          yield Buffer.from(`${name}\r\n`);
          onRows(1);
        },
      })),
  },
  {
    report: owners,
    recipients: async ({ db }) => {
      const { rows } = await db.query<{ to: string }>(
        'SELECT email AS to FROM cloud_contacts ORDER BY email',
      );
      return rows.map(({ to }) => ({ to, what: '1 thing' }));
    },
    mail: async ({ to }) => ({
      text: [`${to} owns this.`],
      file: {
        name: 'owned.txt',
        contentType: 'text/plain',
        async *content() {
          yield Buffer.from(`for ${to}`);
        },
      },
    }),
  },
];

interface Mail {
  id: number;
  to: string;
  subject: string;
  text: string;
  attachments: { id: string; name: string }[];
}

const database = withDatabase({ poolSize: 20 });
let portal: SamlPortal;
let people = 0;

beforeAll(async () => {
  portal = await startPortal(
    database.db,
    { SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'all=viewer, ops=operator' },
    reports,
  );
  return () => portal.close();
});

async function somebody(roles: Role[] = ['viewer']) {
  const email = `planted${(people += 1)}@example.com`;
  const session = { ...(await createSession(database.db, { email, name: null, roles })) };
  return { email, session, api: apiClient(portal.url, session) };
}

/** Asks for a report; its job once that has ended, and the mails that it wrote. */
async function made(api: Api, path: string, body: object) {
  const asked = await api.post<{ job: { id: string; title: string } }>(path, body);
  expect(asked.status, asked.text).toBe(202);
  const job = await followJob(api, asked.body.data.job.id);
  expect(job).toMatchObject({ state: 'done', error: null });
  const mails = (await api.get<Mail[]>('/outbox?sort=id')).body.data;
  return { title: asked.body.data.job.title, result: job.result, mails };
}

async function attachment(session: Record<string, string>, { id, attachments: [file] }: Mail) {
  const address = `${portal.url}/api/outbox/${id}/attachments/${file?.id}`;
  return Buffer.from(await (await fetch(address, { headers: session })).arrayBuffer());
}

describe('a report that is declared as data alone', () => {
  it('is mailed without rows, and says so', async () => {
    const { api, email, session } = await somebody();
    const { mails, title } = await made(api, contacts.path, {});
    expect(title).toBe(`Gone contacts for ${email}`);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('  Gone: 0 rows\n\nNobody is gone.');
    expect(readWorkbook(await attachment(session, mails[0] as Mail)).get('Gone')).toHaveLength(1);
  });

  it('holds the rows that it declares', async () => {
    await database.db.query(
      `INSERT INTO cloud_contacts (email, terminated) VALUES ('gone@example.com', true), ('here@example.com', false)`,
    );
    const { api, session } = await somebody();
    const { mails, result } = await made(api, contacts.path, { planted: { email: 'books@example.com' } });
    expect(mails[0]).toMatchObject({
      to: 'books@example.com',
      subject: expect.stringMatching(/^Contacts that are gone, \d\d-/),
      attachments: [{ name: expect.stringMatching(/^gone_contacts_\d{4}-\d\d-\d\d\.xlsx$/) }],
    });
    expect(result).toMatchObject({ rows: { Gone: 1 } });
    const rows = readWorkbook(await attachment(session, mails[0] as Mail)).get('Gone');
    expect(rows?.flat().map((cell) => cell?.text)).toContain('gone@example.com');
    expect(rows).toHaveLength(2);
  });

  it('refuses what it does not know, by name, and what else is wrong', async () => {
    const { api } = await somebody();
    const answer = await api.post(contacts.path, { send_to: 'a@example.com', email: 'nobody' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      { field: 'email', message: 'Email must be one email address, such as jane.doe@example.com.' },
      { field: 'send_to', message: 'send_to is not known here.' },
    ]);
  });
});

describe('a report of files', () => {
  it('comes as a zip of what was asked for, to those who may', async () => {
    const viewer = await somebody();
    expect((await viewer.api.post(dump.path, { table: 'a' })).status).toBe(403);
    const { api, session } = await somebody(['operator']);
    const missing = await api.post(dump.path, { db_dump: { email: true } });
    expect(missing.status).toBe(422);
    expect(missing.body.errors).toEqual([{ field: 'table', message: 'Table is required.' }]);
    const { result } = await made(api, dump.path, { db_dump: { email: true, table: 'companies' } });
    expect(result).toMatchObject({ rows: { 'one.csv': 1, 'two.csv': 1 } });
    const mail = (await api.get<Mail>(`/outbox/${String(result?.['mail'])}`)).body.data;
    expect(mail.attachments[0]?.name).toMatch(/^dump_\d{4}-\d\d-\d\d\.zip$/);
    expect(Object.fromEntries(unzip(await attachment(session, mail)))).toEqual({
      'one.csv': 'companies\r\none\r\n',
      'two.csv': 'companies\r\ntwo\r\n',
    });
  });
});

describe('a report that goes to many', () => {
  it('shows who would get it and sends nothing, then sends each their own', async () => {
    const { api, session } = await somebody();
    const shown = await api.post<{ recipients: unknown[] }>(owners.path, { planted: { dry_run: true } });
    expect(shown.status).toBe(200);
    expect(shown.body.data.recipients).toEqual([
      { to: 'gone@example.com', what: '1 thing' },
      { to: 'here@example.com', what: '1 thing' },
    ]);
    expect(shown.body.meta).toEqual({ total: 2, mail_server: false });
    expect((await api.get('/jobs')).body.meta.total).toBe(0);
    const { mails, result, title } = await made(api, owners.path, {});
    expect([title, result]).toEqual(['Planted Report', { mails: 2 }]);
    expect(mails.map(({ to }) => to)).toEqual(['gone@example.com', 'here@example.com']);
    expect(mails[1]?.text).toContain('here it is:\n\nhere@example.com owns this.');
    expect((await attachment(session, mails[1] as Mail)).toString()).toBe('for here@example.com');
  });
});

it('the reports that a person may ask for are listed, with when each was last made', async () => {
  const viewer = await somebody();
  const listed = async () =>
    (await viewer.api.get<{ name: string; last: object | null }[]>('/reports')).body.data;
  expect((await listed()).map(({ name, last }) => [name, last])).toEqual([
    ['gone_contacts', null],
    ['planted_owners', null],
  ]);
  await made(viewer.api, contacts.path, {});
  expect((await listed())[0]?.last).toEqual({
    at: expect.stringMatching(/Z$/),
    by: viewer.email,
    job: expect.any(String),
  });
});

it('the reports are described with what they take', async () => {
  const { paths } = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { requestBody: unknown; responses: Record<string, unknown> } }>;
  };
  expect(JSON.stringify(paths['/api/planted/dump']?.post.requestBody)).toContain('"table"');
  expect(Object.keys(paths['/api/planted/owners']?.post.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '202', '422']),
  );
});
