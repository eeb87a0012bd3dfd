import { beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '#kernel/fields/kinds.ts';
import { aboutOf } from '#kernel/about.ts';
import type { SearchAnswer } from '#calls/search.ts';
import { registry } from '#resources/registry.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'readers=viewer' });
let api: Api;
let factory: Factory;
const made = new Map<string, Row>();
const findable = modelsWith('create', 'record');

const ask = async (query: string) => {
  const answer = await api.get(`/search${query}`);
  return { ...answer, found: answer.body as unknown as SearchAnswer };
};
const search = async (q: string, more = '') => ask(`?q=${encodeURIComponent(q)}${more}`);

beforeAll(async () => {
  // Some models are for administrators alone.
  api = await portal.signIn({ roles: ['admin'] });
  factory = new Factory(api, registry, portal.db);
  for (const { model } of findable) made.set(model.name, await factory.create(model));
});

describe.each(findable)('a record of $name', ({ name, model, path }) => {
  const title = () => String(made.get(name)?.[model.title]);

  it('is found by its whole title, before all others of its model', async () => {
    const { status, found } = await search(` ${title().toUpperCase()} `);
    expect(status).toBe(200);
    const hits = found.data.filter((hit) => hit.model === name);
    const { about, ...hit } = hits[0] ?? { about: null };
    expect(hit).toEqual({ model: name, id: made.get(name)?.id, title: title(), found_in: null });
    const row = (await api.get(`${path}/${made.get(name)?.id}`)).body.data;
    const shown = aboutOf(registry, model).map(({ name: property, field }) =>
      kindOf(field).display(row[property] ?? '', field),
    );
    expect(about).toEqual(shown.filter(Boolean));
  });

  it('is found by the start of its title while that is typed', async () => {
    for (const length of [1, 2, 3]) {
      const { found } = await search(title().slice(0, length), '&limit=25');
      expect(found.data.map(({ model: of, id }) => `${of} ${id}`)).toContain(`${name} ${made.get(name)?.id}`);
    }
  });

  it('is no longer found once it is deleted', async () => {
    const gone = await factory.create(model);
    const hits = async () => (await search(String(gone[model.title]))).found.data;
    const hit = expect.objectContaining({ model: name, id: gone.id });
    expect(await hits()).toContainEqual(hit);
    await api.delete(`${path}/${gone.id}`);
    expect(await hits()).not.toContainEqual(hit);
  });
});

describe('the search', () => {
  it('keeps the hits of one model together', async () => {
    const { found } = await search('1', '&limit=25');
    const models = found.data.map(({ model }) => model);
    expect(models.filter((model, at) => model !== models[at - 1])).toEqual([...new Set(models)]);
  });

  it('answers at most the limit of each model, and names those with more', async () => {
    for (const n of [1, 2, 3]) await api.post('/departments', { name: `Twin ${n}` });
    const { found } = await search('twin', '&limit=2');
    expect(found.data.map(({ title }) => title)).toEqual(['Twin 1', 'Twin 2']);
    expect(found.meta).toEqual({ total: 2, more: ['departments'] });
    expect((await search('twin', '&limit=3')).found.meta.more).toEqual([]);
  });

  it.each([
    ['', 'q must be the text to search for.'],
    ['?q=', 'q must be the text to search for.'],
    ['?q=%20%09', 'q must be the text to search for.'],
    [`?q=${'x'.repeat(201)}`, 'The parameter q is too long.'],
    [`?q=${'word%20'.repeat(11)}`, 'q takes at most 10 words.'],
    ['?q=a%00b', 'The parameter q has characters that are not text.'],
    ['?q=a&q=b', 'The parameter q is given more than once.'],
    ['?q=a&limit=0', 'limit must be a whole number from 1 to 25.'],
    ['?q=a&limit=26', 'limit must be a whole number from 1 to 25.'],
    ['?q=a&limit=1e1', 'limit must be a whole number from 1 to 25.'],
    ['?q=a&model=companies', 'The parameter model is not known here.'],
    ['?q=a&__proto__=1', 'The parameter __proto__ is not known here.'],
    ['?q=a&constructor=1', 'The parameter constructor is not known here.'],
  ])('refuses %s', async (query, sentence) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: sentence, errors: [] });
    expect(body.request_id).toMatch(/\S/);
  });

  it.each([
    "'; DROP TABLE companies; --",
    "' OR '1'='1",
    '\\',
    '\\%',
    '%',
    '%%%',
    '___',
    '😀😀😀',
    '\u202e',
    '((',
  ])('takes %j as text and finds nothing with it', async (q) => {
    const { status, found } = await search(q);
    expect(status).toBe(200);
    expect(found).toEqual({ data: [], meta: { total: 0, more: [] } });
  });

  it('answers whoever may see records, and nobody else', async () => {
    const viewer = await portal.signIn({ email: 'viewer@example.com', roles: ['viewer'] });
    expect((await viewer.get('/search?q=twin')).status).toBe(200);
    expect((await fetch(`${portal.url}/api/search?q=twin`)).status).toBe(401);
  });

  it('takes no other method', async () => {
    const { status, headers } = await api.post('/search?q=twin', {});
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET');
  });

  it('is told of in the OpenAPI, with the models that it knows', async () => {
    const document = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as {
      paths: Record<string, { get: { parameters: { name: string; required?: boolean }[] } }>;
    };
    const { parameters } = document.paths['/api/search']?.get ?? { parameters: [] };
    expect(parameters.map(({ name }) => name)).toEqual(['q', 'limit']);
    expect(JSON.stringify(document.paths['/api/search'])).toContain('"cost_centers"');
  });
});

it('tells of a list of texts the one that was found', async () => {
  const made = await api.post('/customers', {
    name: 'Found By Its Ids',
    sfdc_ids: ['QZX-11', 'QZX-OTHER-77'],
  });
  expect(made.status).toBe(201);
  const { status, found } = await search('qzx-other-77');
  expect(status).toBe(200);
  expect(found.data.find(({ title }) => title === 'Found By Its Ids')?.found_in).toEqual({
    field: 'sfdc_ids',
    label: 'SFDC IDs',
    text: 'QZX-OTHER-77',
  });
});
