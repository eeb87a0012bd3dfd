import { parse } from 'csv-parse/sync';
import { writeXlsx } from 'hucre';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { zipped } from '#tests/support/zipped.ts';
import { addWorld } from '#tests/support/worksheets.ts';

const portal = withPortal();
let api: Api;
beforeAll(async () => {
  api = await portal.signIn({ email: 'sam@example.com' });
  await addWorld(api);
});

const archive = async (files: Parameters<typeof zipped>[0]) => (await zipped(files)).toString('base64');
const extract = (...rows: string[]) =>
  ['identifier,company_code,cloud_contact_email', ...rows, ''].join('\n');
const send = (base_file: string, email = 'finance@example.com', by = api) =>
  by.post<{ job: FollowedJob }>('/sap_cost_centers/upload', { sap_cost_center: { email, base_file } });
const uploaded = async (...rows: string[]) => {
  const { status, body, text } = await send(await archive({ 'sap.csv': extract(...rows) }));
  expect([status, text]).toEqual([202, text]);
  return followJob(api, body.data.job.id);
};
interface Mailed {
  to: string;
  subject: string;
  text: string;
  id: number;
  attachments: { id: string; name: string; content_type: string }[];
}
interface Told {
  outcome: { problems: unknown[] } | null;
}
const mails = async () => (await api.get<Mailed[]>('/outbox')).body.data;
const identifiers = async (begin: string) =>
  (
    await api.get<{ identifier: string }[]>(`/sap_cost_centers?by_identifier=${begin}&sort=identifier`)
  ).body.data.map(({ identifier }) => identifier);
/** The files that are kept: what was uploaded, and what tells of refused rows. */
const files = async () =>
  (await portal.db.query<{ name: string }>('SELECT name FROM files ORDER BY created_at')).rows.map(
    ({ name }) => name,
  );

describe('an upload of SAP cost centers', () => {
  it('is answered 202 with a job, and mails what was added, updated and refused, each row for itself', async () => {
    await uploaded('SU-1,1000,amelia.hart@example.com');
    const job = await uploaded(
      'SU-1,1000,marcus.bell@example.com',
      'SU-2,2100,',
      'SU-3,9999,',
      'SU-4,3500,nobody@example.com',
    );
    expect(job).toMatchObject({ state: 'done', kind: 'upload', title: 'Upload of SAP Cost Centers' });
    expect(job.result).toMatchObject({
      models: [{ model: 'sap_cost_centers', created: ['SU-2'], updated: ['SU-1'], unchanged: 0 }],
      refused: 2,
      error_total: 2,
    });
    expect(await identifiers('SU-')).toEqual(['SU-1', 'SU-2']);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to: 'finance@example.com',
      subject: 'SAP cost centers: what came of your upload',
    });
    expect(mail?.text).toContain(
      'Rows added: 1\nRows updated: 1\nRows that say nothing new: 0\nRows refused: 2',
    );
    expect(mail?.text).toMatch(/Row 4, company_code: .*'9999'/);
    expect(mail?.text).toMatch(/Row 5, cloud_contact_email: .*'nobody@example.com'/);
    expect(mail?.text).toContain('Added:\n  SU-2');
    expect(mail?.text).toContain('Updated:\n  SU-1');
    // What was uploaded is there no more.
    expect(await files()).toEqual(['refused-rows.csv']);
  });

  it('takes a code that several companies have since for the one that is meant already', async () => {
    await api.post('/companies', { code: '4600', country: 'Peru' });
    await uploaded('SC-1,4600,', 'SC-2,4600,');
    await api.post('/companies', { code: '4600', country: 'Malta' });
    const job = await uploaded('SC-1,4600,', 'SC-2,4600,amelia.hart@example.com', 'SC-3,4600,');
    expect(job.result).toMatchObject({
      models: [{ created: [], updated: ['SC-2'], unchanged: 1 }],
      refused: 1,
    });
  });

  it('takes its own export, which tells companies apart that share a code', async () => {
    const own = ['Peru', 'Malta'].map((country) => ({ code: '4700', country, gl_type: 'Hardware' }));
    for (const company of own) await api.post('/companies', company);
    const told = 'identifier,company_code,company_location,company_gl_type';
    const rows = [told, 'SK-1,4700,Peru,Hardware', 'SK-2,4700,Malta,Hardware', ''].join('\n');
    const { body } = await send(await archive({ 'sap.csv': rows }));
    expect(await followJob(api, body.data.job.id)).toMatchObject({ result: { refused: 0 } });
    const { text } = await api.get('/sap_cost_centers.csv?by_identifier=SK-&sort=identifier');
    expect(text.replace(/^\uFEFF/, '').split('\r\n')).toMatchObject([
      expect.stringMatching(/azure_gl,company_location,company_gl_type$/),
      expect.stringMatching(/^SK-1,4700,.*,Peru,Hardware$/),
      expect.stringMatching(/^SK-2,4700,.*,Malta,Hardware$/),
      '',
    ]);
    const again = await send(await archive({ 'sap.csv': text }));
    expect(await followJob(api, again.body.data.job.id)).toMatchObject({
      result: { models: [{ created: [], updated: [], unchanged: 2 }], refused: 0 },
    });
  });

  it('attaches a file to the mail that has every refused row as it was written, made harmless', async () => {
    const many = 700;
    const job = await uploaded(
      ...Array.from({ length: many }, (_, at) => `SR-${at},"=1+${at}",`),
      'SR-OK,1000,',
    );
    expect(job.result).toMatchObject({ refused: many, error_total: many });
    const [mail] = await mails();
    expect(mail?.text).toContain('and 500 more, which refused-rows.csv has as well');
    expect(mail?.attachments).toMatchObject([
      { name: 'refused-rows.csv', content_type: 'text/csv; charset=utf-8' },
    ]);
    const attached = `/outbox/${mail?.id}/attachments/${mail?.attachments[0]?.id}`;
    const { status, text } = await api.get(attached);
    expect(status).toBe(200);
    const rows = parse(text, { bom: true, columns: true });
    expect(rows).toHaveLength(many);
    expect(rows.at(-1)).toEqual({
      Row: String(many + 1),
      Column: 'company_code',
      Reason: expect.stringContaining(`'=1+${many - 1}'`),
      'As refused': `'=1+${many - 1}`,
    });
  });

  it('tells on its job what came of it, with the first refused rows and the file of all of them', async () => {
    const { id } = await uploaded(...Array.from({ length: 60 }, (_, at) => `ST-${at},9999,`), 'ST-OK,1000,');
    const told = {
      counts: [
        { label: 'Rows added', count: 1 },
        { label: 'Rows updated', count: 0 },
        { label: 'Rows that say nothing new', count: 0 },
        { label: 'Rows refused', count: 60 },
      ],
      problem_total: 60,
      file: { name: 'refused-rows.csv' },
    };
    for (const path of [`/jobs/${id}`, '/jobs']) {
      const { data } = (await api.get<Told | Told[]>(path)).body;
      const outcome = (Array.isArray(data) ? data[0] : data)?.outcome;
      expect(outcome).toMatchObject(told);
      expect(outcome?.problems).toHaveLength(10);
      expect(outcome?.problems[0]).toEqual({
        place: 'Row 2, company_code',
        message: expect.stringContaining("'9999'"),
      });
    }
    const { status, text, headers } = await api.get(`/jobs/${id}/file`);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename=refused-rows.csv',
    ]);
    expect(parse(text, { bom: true })).toHaveLength(61);
    const plain = await uploaded('ST-OK,1000,');
    expect((await api.get(`/jobs/${plain.id}/file`)).status).toBe(404);
  });

  it('mails too that nothing was taken over, and why', async () => {
    const { body } = await send(
      await archive({ 'sap.csv': 'identifier,planet\nSV-1,Mars\n' }),
      'sam@example.com',
    );
    const job = await followJob(api, body.data.job.id);
    expect(job.state).toBe('failed');
    expect(job.error).toMatch(/^Nothing was imported\. Header: 'planet' is not a column/);
    expect(job.result).toMatchObject({ errors: [{ row: 1, column: 'planet' }, { column: 'company_code' }] });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'sam@example.com' });
    expect(mail?.text).toContain('Nothing of your upload was taken over.\n\nRows added: 0\nRows updated: 0');
    expect(mail?.text).toContain("'planet' is not a column");
    expect(mail?.attachments).toMatchObject([{ name: 'refused-rows.csv' }]);
    const mailed = (await mails()).length;
    await api.post(`/jobs/${job.id}/retry`);
    expect((await followJob(api, job.id)).state).toBe('failed');
    expect((await mails()).length).toBe(mailed);
    const attached = `/outbox/${mail?.id}/attachments/${mail?.attachments[0]?.id}`;
    expect((await api.get(attached)).text).toContain("'planet' is not a column");
    expect(await identifiers('SV-')).toEqual([]);
  });

  it('is kept once however often the same request comes, and mailed once', async () => {
    const body = { email: 'sam@example.com', base_file: await archive({ 'a.csv': extract('SW-1,1000,') }) };
    const before = (await mails()).length;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        api.post<{ job: FollowedJob }>('/sap_cost_centers/upload', body, { 'idempotency-key': 'sap-once' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const ids = new Set(answers.map((answer) => answer.body.data.job.id));
    expect(ids.size).toBe(1);
    for (const id of ids) await followJob(api, id);
    expect((await mails()).length).toBe(before + 1);
  });

  it('says what it would do without doing it', async () => {
    const { status, body } = await api.post<Record<string, unknown>>('/sap_cost_centers/upload', {
      base_file: await archive({ 'a.csv': extract('SX-1,1000,', 'SX-2,9999,') }),
      dry_run: true,
    });
    expect([status, body.data['refused'], body.data['models']]).toMatchObject([
      200,
      1,
      [{ created: ['SX-1'] }],
    ]);
    expect(await identifiers('SX-')).toEqual([]);
  });

  it('takes a day of SAP with twenty thousand rows', async () => {
    const job = await uploaded(...Array.from({ length: 20_000 }, (_, at) => `SY-${at},1000,`));
    expect(job.state).toBe('done');
    const { rows } = await portal.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM sap_cost_centers WHERE starts_with(identifier, 'SY-')`,
    );
    expect(rows).toEqual([{ count: 20_000 }]);
  });

  it.each<[string, () => Promise<string>, number, RegExp]>([
    [
      'no archive',
      async () => Buffer.from(extract('SZ-1,1000,')).toString('base64'),
      422,
      /^This is a CSV file\. Please send a ZIP archive with a CSV file\.$/,
    ],
    [
      'a workbook',
      async () =>
        Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: [['identifier']] }] })).toString('base64'),
      422,
      /^This is an XLSX workbook\./,
    ],
    ['an archive without a CSV', () => archive({ 'a.txt': 'x' }), 422, /^The archive holds no CSV file\.$/],
    [
      'an archive with several',
      () => archive({ 'a.csv': extract(), 'b.csv': extract() }),
      422,
      /^The archive holds several CSV files\. Please send one\.$/,
    ],
    [
      'an archive that unpacks past the limit',
      () => archive({ 'a.csv': Buffer.alloc(60_000_000, 'a') }),
      413,
      /^The archive is packed more tightly than any worksheet is\.$/,
    ],
    [
      'half an archive',
      async () =>
        Buffer.from(await archive({ 'a.csv': extract('SZ-1,1000,') }), 'base64')
          .subarray(0, 60)
          .toString('base64'),
      422,
      /damaged/,
    ],
    ['nothing', async () => '', 422, /^base_file must be the file as base64\.$/],
  ])(
    'of %s is refused with a sentence of its own at once, at the member that it came in, and nothing is kept',
    async (_what, file, status, sentence) => {
      const kept = await files();
      const answer = await send(await file());
      expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(sentence)]);
      expect(answer.body.errors.map(({ field }) => field)).toEqual(['base_file']);
      expect(await identifiers('SZ-')).toEqual([]);
      expect(await files()).toEqual(kept);
    },
  );

  it.each([
    'finance@elsewhere.example.org',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com,b@example.com',
    'nobody',
  ])('mails nothing to %j', async (email) => {
    const { status, body } = await send(await archive({ 'a.csv': extract('SZ-9,1000,') }), email);
    expect([status, body.errors[0]?.field]).toEqual([422, 'email']);
    expect(await identifiers('SZ-')).toEqual([]);
  });

  it.each([{}, { email: null }, { email: '' }])(
    'of %j is refused with all else that is wrong: somebody must be told what came of it',
    async (named) => {
      const required = { field: 'email', message: 'Email is required.' };
      const refused = async (body: object) => {
        const { status, body: answer } = await api.post('/sap_cost_centers/upload', { ...named, ...body });
        return [status, answer.errors];
      };
      const base_file = await archive({ 'a.csv': extract('SZ-8,1000,') });
      expect(await refused({ base_file })).toEqual([422, [required]]);
      expect(await refused({ planet: 'Mars' })).toEqual([
        422,
        [
          { field: 'planet', message: 'planet is not a member of an upload.' },
          { field: 'base_file', message: 'base_file must be the file as base64.' },
          required,
        ],
      ]);
      expect(await identifiers('SZ-')).toEqual([]);
    },
  );

  it('needs a session before anything of it is read', async () => {
    const answer = await fetch(`${portal.url}/api/sap_cost_centers/upload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{ not JSON',
    });
    expect(answer.status).toBe(401);
  });
});
