import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, countOf, importJson } from '#tests/support/worksheets.ts';

const portal = withPortal();
let flooder: Api;
let other: Api;
beforeAll(async () => {
  await addWorld(portal.api);
  flooder = await portal.signIn({ email: 'flooder@example.com' });
  other = await portal.signIn({ email: 'grace.hopper@example.com' });
});

let made = 0;
const rows = (count: number) =>
  Array.from({ length: count }, () => ({
    identifier: `flood-${(made += 1)}`,
    cloud_contact_email: 'amelia.hart@example.com',
  }));

/** Answers with 429 say when to come back, in one sentence, and everything else was done. */
function expectFlooded(answers: Answer<unknown>[], done: number): void {
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ error: expect.stringMatching(/^Too many .*\.$/), errors: [] });
  }
  const rest = answers.filter(({ status }) => status !== 429);
  expect(rest.map(({ status }) => status)).toEqual(rest.map(() => done));
}

describe('a flood of imports', () => {
  it('gets 429 with Retry-After, and others come before the rest of it', async () => {
    const before = await countOf(portal.api);
    const done: string[] = [];
    const told = async (name: string, answer: ReturnType<typeof importJson>) => {
      if ((await answer).status === 201) done.push(name);
      return answer;
    };
    const flood = Array.from({ length: 30 }, () => told('flood', importJson(flooder, { data: rows(500) })));
    const [imported, list] = await Promise.all([
      told('other', importJson(other, { data: rows(10) })),
      other.get('/departments?page=1'),
    ]);
    expect([imported.status, list.status]).toEqual([201, 200]);
    const answers = await Promise.all(flood);
    expectFlooded(answers, 201);
    expect(done.length).toBeGreaterThan(1);
    expect(done.length).toBeLessThanOrEqual(5);
    expect(done.at(-1)).toBe('flood');
    expect(await countOf(portal.api)).toBe(before + (done.length - 1) * 500 + 10);
    // And whoever waited is welcome again.
    expect((await importJson(flooder, { data: rows(1) })).status).toBe(201);
  });
});

describe('a flood of downloads', () => {
  it('gets 429 with Retry-After, and others download and read meanwhile', async () => {
    const flood = Array.from({ length: 40 }, () => flooder.get('/cost_centers.csv'));
    const [file, list] = await Promise.all([other.get('/cost_centers.csv'), other.get('/departments')]);
    expect([file.status, list.status]).toEqual([200, 200]);
    const answers = await Promise.all(flood);
    expectFlooded(answers, 200);
    expect((await flooder.get('/cost_centers.csv')).status).toBe(200);
  });

  it('is counted by the minute too, for each person alone', async () => {
    const one = await portal.signIn({ email: 'patient@example.com' });
    const answers: Answer<unknown>[] = [];
    for (let at = 0; at < 125; at += 1) answers.push(await one.get('/departments.csv'));
    expect(new Set(answers.slice(0, 100).map(({ status }) => status))).toEqual(new Set([200]));
    expectFlooded(answers.slice(100), 200);
    expect((await other.get('/departments.csv')).status).toBe(200);
  });
});

describe('a flood of long lists without pages', () => {
  it('gets 429 with Retry-After, while pages of them and short ones are for everybody', async () => {
    for (let at = 0; at < 2; at += 1)
      expect((await importJson(other, { data: rows(1000) })).status).toBe(201);
    const flood = Array.from({ length: 20 }, () => flooder.get('/cost_centers'));
    const own = Array.from({ length: 20 }, () => flooder.get('/departments'));
    const [list, page] = await Promise.all([
      other.get('/cost_centers'),
      flooder.get('/cost_centers?per_page=1000'),
    ]);
    expect([list.status, page.status]).toEqual([200, 200]);
    expect(new Set((await Promise.all(own)).map(({ status }) => status))).toEqual(new Set([200]));
    expectFlooded(await Promise.all(flood), 200);
    expect((await flooder.get('/cost_centers')).status).toBe(200);
  });
});

describe('a flood of what is read of whole billing runs and months', () => {
  it.each([
    '/billing_runs/1/statements',
    '/billing_runs/1/postings.csv',
    '/billing_runs/1/journal.csv',
    '/billing_runs/1/pre_ap.xlsx',
    '/billing_accruals/1/journal.csv',
    '/billing_accruals/1/sheet.xlsx',
    '/untagged_spend.csv',
    '/running_costs.csv',
    '/anomalies.csv',
    '/github/copilot_costs.csv',
  ])('of %s gets 429 with Retry-After, and others read meanwhile', async (path) => {
    const flood = Array.from({ length: 40 }, () => flooder.get(path));
    const { status } = await other.get(path);
    expect([200, 404]).toContain(status);
    expectFlooded(await Promise.all(flood), status);
    expect((await flooder.get(path)).status).toBe(status);
  });
});

describe('whoever leaves in the middle of an answer', () => {
  const email = 'leaver@example.com';
  let leaver: Api;
  let session: Record<string, string>;
  beforeAll(async () => {
    leaver = await portal.signIn({ email });
    session = { ...(await createSession(portal.db, { email, name: null, roles: [] })) };
    for (let at = 0; at < 2; at += 1)
      expect((await importJson(other, { data: rows(4000) })).status).toBe(201);
  });

  /** Breaks the connection when the first part of the answer has come. */
  const leave = (method: string, path: string, body?: unknown) =>
    new Promise<number>((resolve, reject) => {
      const headers = { ...session, accept: 'application/x-ndjson', 'content-type': 'application/json' };
      const request = httpRequest(`${portal.url}/api${path}`, { method, headers }, (answer) => {
        answer.on('error', () => undefined);
        answer.once('data', () => {
          request.destroy();
          resolve(answer.statusCode ?? 0);
        });
      });
      request.once('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const lines = (route: string) =>
    portal
      .log()
      .split('\n')
      .filter((line) => line.includes(`"${email}"`) && line.includes(`"${route}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const aborted = { status: 200, aborted: true, msg: expect.stringMatching(/ aborted \d+ ms$/) };

  it('is welcome again after five downloads, each with its line in the log and its measure', async () => {
    const route = '/api/cost_centers.csv';
    for (let at = 0; at < 5; at += 1) expect(await leave('GET', '/cost_centers.csv')).toBe(200);
    await expect.poll(() => lines(route)).toMatchObject(Array.from({ length: 5 }, () => aborted));
    expect((await leaver.get('/cost_centers.csv')).status).toBe(200);
    expect(lines(route)).toHaveLength(6);
    const metrics = await (await fetch(`${portal.url}/metrics`)).text();
    expect(metrics).toContain(`_count{method="GET",route="${route}",status="aborted"} 5`);
  });

  it('is welcome again after five imports, which go on', async () => {
    const before = await countOf(portal.api);
    for (let at = 0; at < 5; at += 1) {
      expect(await leave('POST', '/cost_centers/import_json', { data: rows(500) })).toBe(200);
      await expect.poll(() => countOf(portal.api)).toBe(before + (at + 1) * 500);
    }
    expect(lines('/api/cost_centers/import_json')).toMatchObject(Array.from({ length: 5 }, () => aborted));
    expect((await importJson(leaver, { data: rows(1) })).status).toBe(201);
  });
});

it('lists are for everybody: hundreds of pages in a moment are no flood', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, at) => other.get(`/cost_centers?page=${(at % 20) + 1}&per_page=25`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
