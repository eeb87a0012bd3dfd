import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { modelsWith } from '#tests/support/models.ts';
import { zipped } from '#tests/support/zipped.ts';
import { withPortal } from '#tests/support/portal.ts';

type Json = Record<string, unknown>;
interface Told {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

const require = createRequire(import.meta.url);
const portal = withPortal();
let document: { paths: Record<string, Record<string, Told>>; components: { schemas: Json } };
let headers: Record<string, string>;
let factory: Factory;
let ajv: Ajv2020;
/** Operations by the statuses that they have answered. */
const replayed = new Map<string, Set<number>>();

/** What a schema does not name is not there: a description that leaves a member out must not pass. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}

beforeAll(async () => {
  document = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as typeof document;
  headers = { ...(await createSession(portal.db, { email: 'ada@example.com', name: 'Ada', roles: [] })) };
  factory = new Factory(portal.api, registry, portal.db);
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: closed(document.components) });
});

/** Looks a value up in the description. */
function problems(schema: Json, value: unknown): string[] {
  const text = JSON.stringify(closed(schema)).replaceAll('"#/components', '"document#/components');
  const check = ajv.compile(JSON.parse(text) as Json);
  return check(value)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** What is told of an address; one that is told by its name goes before one with a parameter. */
function toldOf(method: string, path: string): Told {
  const fits = ([template]: [string, unknown]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const all = Object.entries(document.paths).filter(([, methods]) => method in methods);
  const told = (document.paths[path] ?? all.find(fits)?.[1])?.[method];
  if (!told) throw new Error(`The description has no ${method} ${path}.`);
  return told;
}

/** Makes a request and holds what comes back against what is told of it; answers the body. */
async function expectTold(
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  address: string,
  status: number,
  { body, more = {}, as = headers }: { body?: unknown; more?: Json; as?: Record<string, string> } = {},
): Promise<Json> {
  const told = toldOf(method, address.split('?')[0] ?? '');
  const what = `${method} ${address} ${status}`;
  const answer = await fetch(portal.url + address, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...as,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(more as Record<string, string>),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, `${what}: ${text.slice(0, 300)}`).toBe(status);
  const seen = replayed.get(told.operationId) ?? new Set();
  replayed.set(told.operationId, seen.add(status));
  const response = told.responses[status];
  if (!response) throw new Error(`The description has no ${what}.`);
  for (const name of Object.keys(more))
    expect(
      told.parameters?.map((one) => one.name.toLowerCase()),
      what,
    ).toContain(name);
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const isJson = type === 'application/json';
  const read = isJson ? (JSON.parse(text) as Json) : { text };
  expect(text === '' || typeIsTold(response, type), `the type ${type} of ${what}`).toBe(true);
  const wrong = isJson ? problems(response.content?.[type]?.schema ?? NOTHING, read) : [];
  expect(wrong, `${what}: ${text.slice(0, 500)}`).toEqual([]);
  const taken = told.requestBody?.content['application/json']?.schema ?? NOTHING;
  const isTaken = status < 300 && body !== undefined;
  expect(isTaken ? problems(taken, body) : [], `the body of ${what}`).toEqual([]);
  return read;
}

/** Fits no value. */
const NOTHING = { not: {} };

/** What is attached to a mail has a type of its own, and is told as bytes. */
const typeIsTold = ({ content = {} }: Told['responses'][string], type: string) =>
  type in content || 'application/octet-stream' in content;

const dataOf = (answer: Json) => answer['data'] as Json & { id: number };

describe.each(registry.all.map((model) => ({ model, name: model.name })))(
  'what is answered of $name is as it is told',
  ({ model }) => {
    const path = `/api${resourcePath(model.name)}`;

    it('lists, files and their failures', async () => {
      for (const query of ['', '?page=1&per_page=2', '?sort=-id']) await expectTold('get', path + query, 200);
      await expectTold('get', `${path}?unknown=1`, 400);
      await expectTold('get', path, 401, { as: {} });
      if (model.csv) await expectTold('get', `${path}.csv`, 200);
    });
  },
);

describe.each(modelsWith('update', 'delete', 'record'))(
  'what is answered of a record of $name is as it is told',
  ({ model }) => {
    const path = `/api${resourcePath(model.name)}`;

    it('records, their changes, histories and failures', async () => {
      const input = await factory.input(model);
      const make = async () => {
        if (!model.actions.includes('create')) return factory.create(model);
        await expectTold('post', path, 422, { body: { ...input, no_such_field: 1 } });
        await expectTold('post', path, 400, { body: '[1]' });
        return dataOf(
          await expectTold('post', path, 201, { body: input, more: { 'idempotency-key': 'one' } }),
        );
      };
      const created = await make();
      const one = `${path}/${created.id}`;
      await expectTold('get', one, 200);
      await expectTold('get', `${path}/999999999`, 404);
      const { name, value } = factory.change(model);
      const version = created['lock_version'];
      const changed = { [name]: value, lock_version: version };
      await expectTold('put', one, 200, { body: { [model.singular]: changed } });
      // From the older version again, with another value: somebody has changed it meanwhile.
      const first = created[name] === value ? value : created[name];
      await expectTold('patch', one, 409, { body: { [name]: first, lock_version: version } });
      await expectTold('patch', one, 200, { body: { [model.name]: { [name]: first } } });
      await expectTold('get', `${one}/history?page=1`, 200);
      await expectTold('delete', one, 200, { more: { 'idempotency-key': 'two' } });
      await expectTold('get', `${path}/deleted`, 200);
      await expectTold('post', `${one}/restore`, 200, { more: { 'idempotency-key': 'three' } });
      await expectTold('post', `${one}/restore`, 409);
      await expectTold('delete', `${path}/999999999`, 404);
      const { id } = created;
      const several = (...records: Json[]) => ({ body: { records } });
      await expectTold('post', `${path}/bulk_update`, 200, several({ id, [name]: value }));
      await expectTold('post', `${path}/bulk_update`, 409, several({ id, [name]: first, lock_version: 1 }));
      await expectTold('post', `${path}/bulk_update`, 422, several({ id, nothing: 1 }));
      await expectTold('post', `${path}/bulk_delete`, 200, several({ id }));
      await expectTold('post', `${path}/bulk_delete`, 404, several({ id }));
      await expectTold('post', `${path}/bulk_restore`, 200, several({ id }));
      await expectTold('post', `${path}/bulk_restore`, 409, several({ id }));
      if (model.csv?.import && model.actions.includes('create')) {
        const rows = { data: [{ nothing: 'x' }], dry_run: true };
        await expectTold('post', `${path}/import_json`, 200, { body: rows });
        await expectTold('post', `${path}/import_json`, 422, { body: { data: [{ nothing: 'x' }] } });
      }
    });
  },
);

describe.each(modelsWith('read', 'record').filter(({ model }) => !model.actions.includes('update')))(
  'what is answered of a record of $name, which is only read, is as it is told',
  ({ model, path }) => {
    it('records and their histories', async () => {
      const { id } = await factory.create(model);
      await expectTold('get', `/api${path}/${id}`, 200);
      await expectTold('get', `/api${path}/999999999`, 404);
      if (model.history === 'none') return;
      await expectTold('get', `/api${path}/${id}/history`, 200);
      await expectTold('get', `/api${path}/deleted`, 200);
    });
  },
);

it('a record that others refer to says who does, as it is told', async () => {
  const center = await factory.create(registry.get('cost_centers'));
  await expectTold('delete', `/api/companies/${String(center['companies_id'])}`, 409);
});

it('imports, contacts by email, the search and the overview answer as it is told', async () => {
  const row = { Identifier: 'replayed', 'Company Code': '01' };
  await expectTold('post', '/api/cost_centers/import_json', 422, { body: { data: [row] } });
  const { body } = await portal.api.get<Json[]>('/companies?per_page=1');
  expect(body.data).toHaveLength(1);
  await expectTold('post', '/api/cloud_contacts/by_email', 201, { body: { email: 'new@example.com' } });
  await expectTold('post', '/api/cloud_contacts/by_email', 200, {
    body: { cloud_contact: { email: 'new@example.com' } },
  });
  await expectTold('post', '/api/cloud_contacts/by_email', 422, { body: { email: 'none' } });
  await expectTold('get', '/api/search?q=new', 200);
  await expectTold('get', '/api/search', 400);
  await expectTold('get', '/api/waiting', 200);
  await expectTold('get', '/api/recent_changes', 200);
});

it('uploads answer as it is told, at once or with the job that does them', async () => {
  const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64');
  const networks = '/api/cost_center_networks/upload';
  const file = base64('Network\nreplayed\n');
  await expectTold('post', networks, 200, { body: { file, dry_run: true } });
  await expectTold('post', networks, 201, { body: { file } });
  await expectTold('post', networks, 422, { body: { file: base64('Planet\nMars\n') } });
  const extract = await zipped({ 'sap.csv': 'identifier,company_code\nreplayed,none\n' });
  const job = dataOf(
    await expectTold('post', '/api/sap_cost_centers/upload', 202, { body: { base_file: base64(extract) } }),
  )['job'] as { id: string };
  await followJob(await portal.signIn({ email: 'ada@example.com' }), job.id);
  await expectTold('get', `/api/jobs/${job.id}/file`, 200);
  await expectTold('get', '/api/jobs/none/file', 404);
  await expectTold('post', '/api/sap_cost_centers/upload', 422, { body: { base_file: file } });
});

it('answers that are taken over into the inventory answer as it is told', async () => {
  const parent = await factory.create(registry.get('cloud_parents'));
  const answered = { cloud_parent_id: parent.id, department: 'Replayed' };
  const survey = await factory.create(registry.get('cloud_survey_responses'), answered);
  const address = `/api/cloud_survey_responses/${survey.id}/take_over`;
  const body = { answers: ['department'] };
  const taken = dataOf(
    await expectTold('post', address, 200, { body, more: { 'idempotency-key': 'taken-over' } }),
  );
  await expectTold('post', address, 422, { body: { answers: ['identifier'] } });
  const back = `/api/cloud_survey_responses/${survey.id}/take_back`;
  const since = { lock_version: taken['lock_version'] };
  await expectTold('post', back, 200, { body: since, more: { 'idempotency-key': 'taken-back' } });
  await expectTold('post', back, 409, { body: since });
  await expectTold('post', back, 422, { body: { lock_version: 'the last' } });
  await expectTold('post', '/api/cloud_survey_responses/999999/take_back', 404, { body: since });
  await expectTold('post', '/api/cloud_survey_responses/999999/take_over', 404, { body });
});

it('bills are uploaded, summed and mailed as it is told', async () => {
  const upload = '/api/cloud_bills/upload';
  const data = Buffer.from('Date,Provider,Identifier,Amount\n2026-01-01,aws,replayed,1.00\n').toString(
    'base64',
  );
  await expectTold('post', upload, 200, { body: { data, dry_run: true } });
  await expectTold('post', upload, 201, { body: { data } });
  await expectTold('post', upload, 422, { body: { data: 'UGxhbmV0Ck1hcnMK' } });
  await expectTold('get', '/api/cloud_bills/spend?key=replayed&startDate=2026-01-01&largest=1', 200);
  await expectTold('get', '/api/cloud_bills/spend?startDate=soon', 400);
  await expectTold('get', '/api/cloud_bills/identifiers', 200);
  const days = { start_date: '2026-01-01', end_date: '2026-01-31' };
  const ada = await portal.signIn({ email: 'ada@example.com' });
  for (const [path, more] of [
    ['/api/cloud_bills/send_single', { identifier: 'replayed' }],
    ['/api/cloud_bills/send_all', {}],
  ] as const) {
    const answer = await expectTold('post', path, 202, { body: { cloud_bill: { ...days, ...more } } });
    await followJob(ada, (dataOf(answer)['job'] as { id: string }).id);
    await expectTold('post', path, 422, { body: { cloud_bill: {} } });
  }
  await expectTold('post', '/api/cloud_bills/send_all', 200, { body: { ...days, dry_run: true } });
});

it('reports, jobs and mails answer as it is told', async () => {
  const asked = dataOf(
    await expectTold('post', '/api/cost_centers/send_report', 202, {
      body: { email: true },
      more: { 'idempotency-key': 'r' },
    }),
  );
  await expectTold('post', '/api/cost_centers/send_report', 422, { body: { send_to: 'nobody' } });
  const { id } = asked['job'] as { id: string };
  const ada = await portal.signIn({ email: 'ada@example.com' });
  const { result } = await followJob(ada, id);
  await expectTold('get', `/api/jobs/${id}`, 200);
  await expectTold('get', '/api/jobs/none', 404);
  await expectTold('get', '/api/jobs?per_page=1&by_state=done', 200);
  await expectTold('get', '/api/jobs?by_state=lost', 400);
  await expectTold('post', `/api/jobs/${id}/retry`, 409);
  await portal.db.query(`UPDATE jobs SET state = 'failed' WHERE id = $1`, [id]);
  await expectTold('post', `/api/jobs/${id}/retry`, 202, { more: { 'idempotency-key': 'again' } });
  await followJob(ada, id);
  const mail = `/api/outbox/${String(result?.['mail'])}`;
  await expectTold('get', '/api/outbox?page=1', 200);
  const read = dataOf(await expectTold('get', mail, 200));
  const [file] = read['attachments'] as { id: string }[];
  await expectTold('get', `${mail}/attachments/${file?.id}`, 200);
  await expectTold('get', `${mail}/attachments/none`, 404);
  await expectTold('get', '/api/outbox/999999', 404);
  await expectTold('post', `${mail}/send_again`, 409);
  // The stream itself has no end; its own tests read it.
  await expectTold('get', '/api/events', 406);
  await expectTold('get', '/api/reports', 200);
  await expectTold('post', '/api/cloud_certifications/export', 202, {
    body: { cloud_certification: { email: 'ada@example.com' } },
  });
  await expectTold('post', '/api/cloud_certifications/export', 422, { body: { email: 'nobody' } });
});

it('the update of a product answers as it is told', async () => {
  const { id } = await factory.create(registry.get('service_catalog_products'));
  const path = '/api/service_catalog_products/update-product';
  await expectTold('post', `${path}/${id}`, 202, {
    body: { service_catalog_product: { name: 'Replayed', description: null } },
    more: { 'idempotency-key': 'product' },
  });
  await expectTold('post', `${path}/${id}`, 409, { body: { name: 'Replayed', lock_version: 1 } });
  await expectTold('post', `${path}/${id}`, 422, { body: { name: '' } });
  await expectTold('post', `${path}/999999999`, 404, { body: { name: 'Replayed' } });
});

it('sessions, signing in and the description itself answer as it is told', async () => {
  await expectTold('get', '/api/auth/validate_token', 200);
  await expectTold('get', '/api/auth/validate_token', 401, { as: {} });
  const { data } = (await expectTold('get', '/api/auth/sessions', 200)) as { data: { id: string }[] };
  await expectTold('delete', '/api/auth/sessions/none', 404);
  await expectTold('get', '/api/auth/saml?to=/auth', 302, { as: {} });
  await expectTold('get', '/api/auth/saml/metadata', 200, { as: {} });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const refused = await fetch(`${portal.url}/api/auth/saml/callback`, {
    method: 'POST',
    body: 'SAMLResponse=x',
    headers: form,
  });
  const { operationId, responses } = toldOf('post', '/api/auth/saml/callback');
  replayed.set(operationId, new Set([refused.status]));
  expect(Object.keys(responses)).toContain(String(refused.status));
  await expectTold('get', '/api/docs', 200, { as: {} });
  const whole = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as Json;
  expect(whole['openapi']).toBe('3.1.0');
  replayed.set(toldOf('get', '/api/openapi.json').operationId, new Set([200]));
  const other = await portal.signIn({ email: 'ada@example.com' });
  const others = (await other.get<{ id: string; current: boolean }[]>('/auth/sessions')).body.data;
  await expectTold('delete', `/api/auth/sessions/${others.find(({ current }) => current)?.id}`, 200);
  expect(data.length).toBeGreaterThan(0);
  const leaving = await createSession(portal.db, { email: 'ada@example.com', name: null, roles: [] });
  await expectTold('delete', '/api/auth/sign_out', 200, { as: { ...leaving } });
});

it('every route of the portal is told but those that only refuse, and every one that is told was replayed', async () => {
  for (const { method, path } of portal.routes.filter(({ path: each }) => each.startsWith('/api/'))) {
    const told = document.paths[path.replaceAll(/:(\w+)/g, '{$1}').replace(/\/$/, '')] ?? {};
    if (method.toLowerCase() in told || method === 'HEAD') continue;
    const { status } = await fetch(portal.url + path.replaceAll(/:\w+/g, '1'), { method, headers });
    expect(status, `${method} ${path}`).toBe(405);
  }
  const told = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(told.map(({ operationId }) => operationId).filter((id) => !replayed.has(id))).toEqual([]);
});

it('the linter of OpenAPI finds no error and no warning in it', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyledger-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n');
  // The one address that could be read as the history of a record named update-product: it is given from outside.
  const told = '#/paths/~1api~1service_catalog_products~1update-product~1{id}';
  const ignored = `openapi.json:\n  no-ambiguous-paths:\n    - '${told}'\n`;
  writeFileSync(join(folder, '.redocly.lint-ignore.yaml'), ignored);
  const args = ['lint', 'openapi.json', '--config', 'redocly.yaml', '--format', 'stylish'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  let said: string;
  try {
    const linter = require.resolve('@redocly/cli/bin/cli.js');
    said = execFileSync(process.execPath, [linter, ...args], { cwd: folder, env, encoding: 'utf8' });
  } catch (error) {
    said = String((error as { stdout: string }).stdout);
  }
  expect(said).not.toMatch(/warning|error/);
});

afterAll(() => replayed.clear());
