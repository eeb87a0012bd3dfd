import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';

type JsonSchema = Record<string, unknown>;
interface Operation {
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: JsonSchema };
}

const require = createRequire(import.meta.url);
const portal = withPortal();
let factory: Factory;
let document: Document;
beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  document = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as Document;
  for (const { model } of modelsWith('create')) await factory.create(model);
});

/** Checks values against a schema of the document, by a reader of JSON Schema that is not the server's. */
function reader(schema: JsonSchema): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  return z.fromJSONSchema(JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')));
}

function operation(path: string, method: string): Operation {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`The document tells nothing of ${method} ${path}.`);
  return found;
}

function answers(path: string, method: string, status: number): z.ZodType {
  const schema = operation(path, method).responses[status]?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`The document tells no ${status} of ${method} ${path}.`);
  return reader(schema);
}

const problems = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

describe('the published OpenAPI', () => {
  it('is of version 3.1, public, and readable by people', async () => {
    expect(document.openapi).toMatch(/^3\.1/);
    const page = await fetch(`${portal.url}/api/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = await page.text();
    for (const { label } of registry.all) expect(html).toContain(label[1]);
  });

  it('says of every POST what an Idempotency-Key does', () => {
    const posts = Object.entries(document.paths).flatMap(([path, { post }]) =>
      post ? [{ path, ...post }] : [],
    );
    expect(posts.length).toBeGreaterThan(50);
    const silent = posts.filter(
      ({ parameters = [], description = '' }) =>
        !parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key') &&
        !description.includes('An Idempotency-Key has no effect'),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('describes whether the portal is healthy, and what an import counts', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await fetch(`${portal.url}${path}`);
      expect(problems(answers(path, 'get', 200), await answer.json())).toEqual([]);
      expect(operation(path, 'get')).toMatchObject({ summary: expect.stringMatching(/\S/), security: [] });
    }
    const { responses } = operation('/api/members/import_json', 'post');
    expect(responses['201']?.content?.['application/json']?.schema).toMatchObject({
      properties: { meta: { properties: { total: { description: 'How many rows were sent.' } } } },
    });
  });

  it('describes failures as they are', async () => {
    const { body } = await portal.api.get('/companies?unknown=1');
    expect(problems(answers('/api/companies', 'get', 400), body)).toEqual([]);
    expect(problems(answers('/api/companies', 'get', 400), { message: 'no' })).not.toEqual([]);
  });
});

describe('the published OpenAPI of sessions', () => {
  it('describes who is signed in, the sessions, and how they end', async () => {
    const other = await portal.signIn();
    const me = await portal.signIn();
    const known = await me.get('/auth/validate_token');
    expect(problems(answers('/api/auth/validate_token', 'get', 200), known.body)).toEqual([]);
    const nobody = await (await fetch(`${portal.url}/api/auth/validate_token`)).json();
    expect(problems(answers('/api/auth/validate_token', 'get', 401), nobody)).toEqual([]);

    const list = await me.get<{ id: string; current: boolean }[]>('/auth/sessions');
    expect(problems(answers('/api/auth/sessions', 'get', 200), list.body)).toEqual([]);
    const current = list.body.data.find((session) => session.current);
    const ended = await other.delete(`/auth/sessions/${current?.id}`);
    expect(problems(answers('/api/auth/sessions/{id}', 'delete', 200), ended.body)).toEqual([]);
    const left = await other.delete('/auth/sign_out');
    expect(problems(answers('/api/auth/sign_out', 'delete', 200), left.body)).toEqual([]);
  });
});

describe.each(modelsWith('read'))('the published OpenAPI of $name', ({ model, path }) => {
  const address = `/api${path}`;

  it('tells of each of its routes and of no other of its actions', () => {
    const told = (route: string) => Object.keys(document.paths[address + route] ?? {}).toSorted();
    const can = (action: 'create' | 'update' | 'delete', method: string) =>
      model.actions.includes(action) ? [method] : [];
    expect(told('')).toEqual(['get', ...can('create', 'post')]);
    expect(told('.csv')).toEqual(model.csv ? ['get'] : []);
    if (model.source === 'view') return;
    const changes = [...can('update', 'patch'), ...can('update', 'put')];
    expect(told('/{id}')).toEqual([...can('delete', 'delete'), 'get', ...changes]);
    expect(told('/{id}/history')).toEqual(model.history === 'none' ? [] : ['get']);
  });

  it('describes the list as it is answered, whole and in pages', async () => {
    const schema = answers(address, 'get', 200);
    for (const query of ['', '?page=1&per_page=1']) {
      const { body } = await portal.api.get(path + query);
      expect(problems(schema, body)).toEqual([]);
    }
    expect(problems(schema, { data: [{}], meta: { total: 1 } })).not.toEqual([]);
  });
});

describe.each(modelsWith('create', 'update', 'delete', 'record'))(
  'the published OpenAPI of a record of $name',
  ({ model, path }) => {
    const address = `/api${path}`;

    it('takes what a creation takes, and describes what it answers', async () => {
      const input = await factory.input(model);
      const body = operation(address, 'post').requestBody?.content['application/json']?.schema ?? {};
      expect(problems(reader(body), input)).toEqual([]);
      const created = await portal.api.post(path, input);
      expect(problems(answers(address, 'post', 201), created.body)).toEqual([]);
    });

    it('describes the record, its history, and what a change and a deletion answer', async () => {
      const { id } = await factory.create(model);
      const one = `${address}/{id}`;
      const { name, value } = factory.change(model);
      const changed = await portal.api.put(`${path}/${id}`, { [name]: value });
      expect(problems(answers(one, 'put', 200), changed.body)).toEqual([]);
      expect(problems(answers(one, 'get', 200), (await portal.api.get(`${path}/${id}`)).body)).toEqual([]);
      const history = await portal.api.get(`${path}/${id}/history`);
      expect(problems(answers(`${one}/history`, 'get', 200), history.body)).toEqual([]);
      const removed = await portal.api.delete(`${path}/${id}`);
      expect(problems(answers(one, 'delete', 200), removed.body)).toEqual([]);
      const gone = await portal.api.get(`${path}/${id}`);
      expect(problems(answers(one, 'get', 404), gone.body)).toEqual([]);
    });
  },
);

it('the linter of OpenAPI finds no error and no warning in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyledger-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n');
  // Those that could be read as the history of a record named update-product, or so: they are given from outside.
  const given = [
    '#/paths/~1api~1service_catalog_products~1update-product~1{id}',
    '#/paths/~1api~1members~1update-restricted~1{member_id}',
  ];
  const ignored = `openapi.json:\n  no-ambiguous-paths:\n${given.map((one) => `    - '${one}'\n`).join('')}`;
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
