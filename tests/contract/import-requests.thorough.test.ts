import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportProgress } from '#kernel/csv/csv-import.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, countOf, importJson } from '#tests/support/worksheets.ts';

const portal = withPortal({ IMPORT_LIMIT_MB: '1' });
beforeAll(() => addWorld(portal.api));

let made = 0;
const rows = (count: number) =>
  Array.from({ length: count }, () => ({
    identifier: `request-${(made += 1)}`,
    cloud_contact_email: 'amelia.hart@example.com',
  }));

describe('the body of an import', () => {
  it('may be bare or wrapped in the name of the model', async () => {
    expect((await importJson(portal.api, { data: rows(1) })).status).toBe(201);
    expect((await importJson(portal.api, { cost_center: { data: rows(1) } })).status).toBe(201);
  });

  it.each([
    ['no object', '[]', 400],
    ['no JSON', '{"data":[', 400],
    ['a prototype for a header', '{"data":[{"__proto__":{"admin":true},"identifier":"x"}]}', 400],
    ['no rows', '{}', 422],
    ['an empty list', '{"data":[]}', 422],
    ['rows of nothing but blanks', '{"data":[{"identifier":"  "}]}', 422],
    ['text for rows', '{"data":"identifier;4711"}', 422],
    ['rows that are lists', '{"data":[["4711"]]}', 422],
    ['a dry run that is neither true nor false', '{"data":[{"identifier":"x"}],"dry_run":"perhaps"}', 422],
    ['too few row numbers', '{"data":[{"identifier":"x"}],"row_numbers":[]}', 422],
    ['a member that nobody knows', '{"data":[{"identifier":"x"}],"overwrite":true}', 422],
    ['a cell that is an object', '{"data":[{"identifier":{"a":1}}]}', 422],
  ])('that has %s is refused, and the next request is answered', async (_what, body, status) => {
    const before = await countOf(portal.api);
    const answer = await portal.api.send('POST', '/cost_centers/import_json', body);
    expect([answer.status, typeof answer.body.error, answer.body.request_id.length > 0]).toEqual([
      status,
      'string',
      true,
    ]);
    expect(await countOf(portal.api)).toBe(before);
  });

  it('that is larger than the limit, or has too many rows, gets 413', async () => {
    const large = { data: [{ identifier: 'x'.repeat(1_100_000) }] };
    expect((await importJson(portal.api, large)).status).toBe(413);
    const { status, body } = await importJson(portal.api, {
      data: Array.from({ length: 100_001 }, () => ({})),
    });
    expect([status, body.error]).toEqual([
      413,
      'The file has 100001 rows; an import takes at most 100000. Please split the file.',
    ]);
  });
});

describe('an import', () => {
  it('needs a person with the right to add records', async () => {
    const nobody = await fetch(`${portal.url}/api/cost_centers/import_json`, { method: 'POST', body: '{' });
    expect(nobody.status).toBe(401);
  });

  it('is there for no model whose records nobody adds', async () => {
    const { status } = await portal.api.post('/virtual_machines/import_json', { data: [{ name: 'X' }] });
    expect(status).toBe(405);
  });

  it('with the same key happens once, and answers the first answer again', async () => {
    const data = rows(3);
    const key = { 'idempotency-key': 'import-once' };
    const before = await countOf(portal.api);
    const answers = await Promise.all([1, 2, 3].map(() => importJson(portal.api, { data }, key)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 3 }, () => [201, answers[0]?.text]),
    );
    expect(await countOf(portal.api)).toBe(before + 3);
    expect((await importJson(portal.api, { data: rows(1) }, key)).status).toBe(422);
  });

  it('of one file by two people at once is done once, and refused whole the other time', async () => {
    const data = rows(200);
    const before = await countOf(portal.api);
    const other = await portal.signIn({ email: 'grace.hopper@example.com' });
    const answers = await Promise.all([importJson(portal.api, { data }), importJson(other, { data })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    const refused = answers.find(({ status }) => status === 422)?.body;
    expect(refused).toMatchObject({ error_total: 200 });
    expect(refused?.errors[0]?.message).toBe('Duplicate identifier found. Please enter a unique identifier!');
    expect(await countOf(portal.api)).toBe(before + 200);
  });

  it('and people who add the same identifier at the same time never both succeed', async () => {
    const data = rows(300);
    const single = { identifier: data[150]?.identifier, cloud_contact_id: 1 };
    const [whole, one] = await Promise.all([
      importJson(portal.api, { data }),
      portal.api.post('/cost_centers', single),
    ]);
    expect([
      [201, 409],
      [422, 201],
    ]).toContainEqual([whole.status, one.status]);
  });
});

describe('an import whose client asks for progress', () => {
  const stream = async (body: unknown) => {
    const { text, headers, status } = await importJson(portal.api, body, { accept: 'application/x-ndjson' });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return { status, type: headers.get('content-type'), progress: lines.slice(0, -1), last: lines.at(-1) };
  };

  it('tells how far it is, and at last how it ended', async () => {
    const { status, type, progress, last } = await stream({ data: rows(2500) });
    expect([status, type]).toEqual([200, 'application/x-ndjson']);
    const told = progress.map((line) => line['progress'] as ImportProgress);
    expect(new Set(told.map(({ phase }) => phase))).toEqual(new Set(['reading', 'checking', 'writing']));
    expect(told.every(({ done, total }) => done <= total && total === 2500)).toBe(true);
    expect(last).toMatchObject({ status: 201, body: { data: { created: 2500 } } });
  });

  it('tells in the last line what is wrong', async () => {
    const { last } = await stream({ data: [{ identifier: 'x', cloud_contact_email: 'nobody@example.com' }] });
    expect(last).toMatchObject({
      status: 422,
      body: { errors: [{ row: 2, column: 'cloud_contact_email' }] },
    });
  });
});
