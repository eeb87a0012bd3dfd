import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { apiClient, type Api, type Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { readWorkbook, unzip } from '#tests/support/workbook.ts';

const portal = withPortal();
const ada = { email: 'ada@example.com', name: 'Ada', roles: [] };
let session: Record<string, string>;
let api: Api;
let factory: Factory;

interface Mail {
  id: number;
  to: string;
  text: string;
  attachments: { id: string; name: string }[];
}

beforeAll(async () => {
  session = { ...(await createSession(portal.db, ada, null)) };
  api = apiClient(portal.url, session);
  factory = new Factory(api, registry, portal.db);
  const make = (model: string, values: Row | object) => factory.create(registry.get(model), values as Row);
  await make('cost_centers', { identifier: 'EXPIRED', active_at: '2025-01-01', expired_at: '2025-12-31' });
  await make('cost_centers', { identifier: 'VALID', active_at: '2025-01-01', expired_at: null });
  await make('github_copilot_users', { github_username: 'octo-ada', name: '=1+1' });
  await make('github_copilot_users', {
    github_username: 'octo-seated',
    github_organization: 'Engineering',
    cost_center: 'VALID',
  });
  // As a reading of GitHub tells it.
  await portal.db.query(
    `UPDATE github_copilot_users SET seat_state = 'assigned', plan = 'enterprise', assigning_team = 'All of Us',
       seat_since = '2026-01-05T08:00:00Z', last_activity_at = '2026-03-01T09:30:00Z', last_editor = 'vscode/1.103.0',
       pending_cancellation = '2026-04-01' WHERE github_username = 'octo-seated'`,
  );
  await make('github_organization_apps', { name: 'Engineering', private_key: 'TOP-SECRET-KEY' });
  await make('cloud_contacts', { email: 'grace@elsewhere.example', terminated: false });
  await make('cloud_contacts', { email: 'gone@example.com', terminated: true });
  for (const [identifier, owner, terminated] of [
    ['111', 'grace@elsewhere.example', true],
    ['222', 'Grace@Elsewhere.example', true],
    ['333', 'grace@elsewhere.example', false],
    ['444', 'gone@example.com', true],
    ['555', 'nobody@example.com', true],
  ] as const)
    await make('cloud_parents', {
      provider_type: identifier === '222' ? 'GcpCloudParent' : 'AwsCloudParent',
      identifier,
      terminated,
      cloud_contact_email: owner,
    });
  for (const [identifier, provider, date] of [
    ['OLD', 'aws', '2026-02-28'],
    ['NEW', 'aws', '2026-03-01'],
    ['LAST', 'aws', '2026-03-31'],
    ['TYPED', 'AWS', '2026-03-15'],
    ['MARKET', 'aws-marketplace', '2026-03-15'],
    ['MARKET-LATER', 'aws-marketplace', '2026-04-01'],
    ['OTHER', 'gcp', '2026-04-01'],
  ])
    await make('cloud_bills', { identifier, provider, date });
});

/** The mails that came of asking for a report, and the content of their first files. */
async function mailsOf(path: string, body?: object): Promise<{ mail: Mail; file: Buffer }[]> {
  const answer = await api.post<{ job: { id: string } }>(path, body);
  expect(answer.status).toBe(202);
  const { state } = await followJob(api, answer.body.data.job.id);
  expect(state).toBe('done');
  const { rows } = await portal.db.query<{ id: number }>(
    'SELECT m.id FROM outbox m JOIN jobs j USING (request_id) WHERE j.id = $1 ORDER BY m.id',
    [answer.body.data.job.id],
  );
  return Promise.all(
    rows.map(async ({ id }) => {
      const mail = (await api.get<Mail>(`/outbox/${id}`)).body.data;
      const [first] = mail.attachments;
      if (!first) return { mail, file: Buffer.alloc(0) };
      const sent = await fetch(`${portal.url}/api/outbox/${id}/attachments/${first.id}`, {
        headers: session,
      });
      return { mail, file: Buffer.from(await sent.arrayBuffer()) };
    }),
  );
}

/** The one mail of a report that goes to one address. */
async function mailOf(path: string, body?: object) {
  const [one, ...others] = await mailsOf(path, body);
  expect(others).toEqual([]);
  if (!one) throw new Error('There is no mail.');
  return one;
}

const cellsOf = (file: Buffer, sheet: string) =>
  (readWorkbook(file).get(sheet) ?? []).slice(1).map((row) => row.map((cell) => cell?.text ?? ''));

describe('the report of expired cost centers', () => {
  it('is asked for without a body, and has those whose last day has passed', async () => {
    const { mail, file } = await mailOf('/cost_centers/send_expired_cost_centers_report');
    expect(mail.to).toBe(ada.email);
    const identifiers = cellsOf(file, 'Expired Cost Centers').map(([identifier]) => identifier);
    expect(identifiers).toContain('EXPIRED');
    expect(identifiers).not.toContain('VALID');
  });
});

describe('the report of Copilot users', () => {
  it('goes to the address in to_email, with harmless cells', async () => {
    const { mail, file } = await mailOf('/github/send_copilot_xlsx_email', {
      github: { to_email: 'books@example.com' },
    });
    expect(mail.to).toBe('books@example.com');
    const [row = []] = cellsOf(file, 'Copilot Users');
    expect(row).toContain('octo-ada');
    expect(row).toContain("'=1+1");
  });

  it('is followed by the name that people know it by', async () => {
    const asked = { github: { to_email: 'follows@example.com' } };
    const { body } = await api.post<{ job: { id: string; title: string } }>(
      '/github/send_copilot_xlsx_email',
      asked,
    );
    expect(body.data.job.title).toBe('GitHub Copilot users for follows@example.com');
    await followJob(api, body.data.job.id);
  });

  it('has what GitHub says of each seat beside who pays for it', async () => {
    const { file } = await mailOf('/github/send_copilot_xlsx_email', {
      github: { to_email: 'books@example.com' },
    });
    const [header = []] = readWorkbook(file).get('Copilot Users') ?? [];
    const names = header.map((cell) => cell?.text ?? '');
    const seats = cellsOf(file, 'Copilot Users').map((cells) =>
      Object.fromEntries(cells.map((cell, at) => [names[at], cell])),
    );
    const seatOf = (user: string) => seats.find((one) => one['github_username'] === user) ?? {};
    /** A date of Excel counts days since 1900. */
    const moment = (cell: string | undefined) =>
      new Date(Math.round((Number(cell) - 25_569) * 86_400) * 1000).toISOString();
    const seated = seatOf('octo-seated');
    expect(seated).toMatchObject({
      github_organization: 'Engineering',
      cost_center: 'VALID',
      seat_state: 'assigned',
      plan: 'enterprise',
      last_editor: 'vscode/1.103.0',
      assigning_team: 'All of Us',
    });
    expect(moment(seated['last_activity_at'])).toBe('2026-03-01T09:30:00.000Z');
    expect(moment(seated['seat_since'])).toBe('2026-01-05T08:00:00.000Z');
    expect(moment(seated['pending_cancellation'])).toBe('2026-04-01T00:00:00.000Z');
    // What nobody was told of it is empty, and no word.
    for (const name of ['seat_state', 'plan', 'last_activity_at', 'seat_since', 'seat_gone_at'])
      expect([name, names.includes(name), seatOf('octo-ada')[name] ?? '']).toEqual([name, true, '']);
  });
});

describe('the report of owners of terminated accounts', () => {
  it('goes to the address in to_address, and has every terminated account with its owner', async () => {
    const { mail, file } = await mailOf(
      '/cloud_contacts/send_email_report_of_terminated_cloud_parent_owners',
      { cloud_contact: { to_address: 'books@example.com' } },
    );
    expect(mail.to).toBe('books@example.com');
    const text = JSON.stringify(cellsOf(file, 'Terminated Accounts'));
    for (const identifier of ['111', '222', '444', '555']) expect(text).toContain(`"${identifier}"`);
    expect(text).not.toContain('"333"');
    expect(text).toContain('grace@elsewhere.example');
  });
});

describe('the mail to owners of terminated accounts', () => {
  const path = '/cloud_parents/send_email_to_terminated_cloud_accounts';

  it('shows who would get it before it goes, and of which accounts nobody is told', async () => {
    const { status, body } = await api.post<object>(path, { dry_run: true });
    expect([status, body.data]).toEqual([
      200,
      {
        recipients: [{ to: 'grace@elsewhere.example', what: '2 terminated accounts' }],
        left_out: [
          '1 terminated account that belongs to gone@example.com, who is terminated.',
          '1 terminated account that belongs to nobody@example.com, who is no cloud contact.',
        ],
      },
    ]);
  });

  it('goes without a body, one mail to each owner with the accounts that were terminated', async () => {
    const { mail } = await mailOf(path);
    expect(mail.to).toBe('grace@elsewhere.example');
    expect(mail.text).toContain('111');
    expect(mail.text).toContain('222');
    for (const named of ['AWS, 111', 'Google Cloud, 222']) expect(mail.text).toContain(`  ${named}`);
    expect(mail.text).not.toContain('333');
  });
});

describe('the bill of AWS', () => {
  const path = '/cloud_bills/send_zipped_aws_bill';

  it('comes as a CSV file in a zip, of the last month that has any, without the bills of others', async () => {
    const { mail, file } = await mailOf(path, { cloud_bill: { email: true, send_to: 'books@example.com' } });
    expect(mail.to).toBe('books@example.com');
    expect(mail.attachments[0]?.name).toMatch(/^aws_bill_.*\.zip$/);
    const files = unzip(file);
    expect([...files.keys()]).toEqual(['aws_bill_Mar-2026.csv']);
    const text = String(files.get('aws_bill_Mar-2026.csv'));
    for (const identifier of ['NEW', 'LAST', 'TYPED']) expect(text).toContain(identifier);
    for (const identifier of ['OLD', 'OTHER', 'MARKET']) expect(text).not.toContain(identifier);
    expect(mail.text).toContain('3 rows');
  });

  it('is told with as many rows as its file has, be they more than lists count', async () => {
    await portal.db.query(
      `INSERT INTO cloud_bills (date, provider, currency, identifier, amount)
       SELECT '2026-05-01', 'aws', 'USD', 'MANY', 1 FROM generate_series(1, 10001)`,
    );
    const { mail, file } = await mailOf(path);
    const lines = String(unzip(file).get('aws_bill_May-2026.csv')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 10_001);
    expect(mail.text).toContain('aws_bill_May-2026.csv: 10,001 rows');
  });
});

describe('the database dump', () => {
  const path = '/db_dump/dump_db';

  it('has the tables that are asked for, as CSV files in a zip', async () => {
    const { file } = await mailOf(path, {
      db_dump: { email: true, send_to: 'books@example.com', tables: ['github_organization_apps', 'faqs'] },
    });
    const files = unzip(file);
    expect([...files.keys()]).toEqual(['github_organization_apps.csv', 'faqs.csv']);
    const [head = '', row = ''] = String(files.get('github_organization_apps.csv')).split('\r\n');
    expect(head).toMatch(/^\ufeffid,name,.*,created_at,updated_at,lock_version$/);
    expect(row).toContain('Engineering');
  });

  it('has every table without any, but those for administrators alone, and nothing that is kept secret', async () => {
    const { mail, file } = await mailOf(path, { db_dump: { email: true } });
    expect(mail.text).not.toContain('Tables:');
    const files = unzip(file);
    const tables = registry.all.filter(({ source }) => source === 'table').map(({ name }) => `${name}.csv`);
    // Operators open every mail of the outbox.
    const hidden = ['webhook_deliveries.csv', 'webhooks.csv'];
    expect(tables).toEqual(expect.arrayContaining(hidden));
    expect([...files.keys(), ...hidden].toSorted()).toEqual(tables.toSorted());
    const all = [...files.values()].map(String).join('\n');
    expect(all).not.toContain('private_key');
    expect(all).not.toContain('TOP-SECRET-KEY');
    expect(String(files.get('cloud_parents.csv'))).toContain('grace@elsewhere.example');
  });

  it('is refused for a table that it does not have, such as that of sessions or of webhooks', async () => {
    const tables = ['faqs', 'sessions', 'webhooks'];
    const { status, body } = await api.post(path, { db_dump: { email: true, tables } });
    expect([status, body.errors]).toEqual([
      422,
      [
        { field: 'tables', message: 'A dump has no table sessions.' },
        { field: 'tables', message: 'A dump has no table webhooks.' },
      ],
    ]);
  });
});
