import { beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '#kernel/input.ts';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { answered, Factory, sampleValue } from '#tests/support/factories.ts';
import { testPerson, withPortal } from '#tests/support/portal.ts';
import {
  askingCalls,
  dashboardCounts,
  deletedModels,
  fileNames,
  readingCalls,
  writingCalls,
  type WritingCall,
} from './calls.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

/** The models whose ids stand in members that are not named as the field is. */
const TARGETS: Readonly<Record<string, string>> = {
  cloud_parent_id: 'cloud_parents',
  cloud_contact_id: 'cloud_contacts',
  github_organization_app_id: 'github_organization_apps',
};
/** Sent as null, which a reference to a record of the same model may be. */
const OWN_KIND = ['new_cost_center_id', 'alt_cost_center_id', 'new_network_id', 'new_project_id'];

const isStamp = (name: string) => name === 'created_at' || name === 'updated_at';
/** Moments in the writing of the bodies. */
const moment = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value;
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Exactly the members of the call, each with a value that its field takes. */
async function bodyOf({ model, members }: WritingCall): Promise<Values> {
  const resource = registry.get(model);
  const n = factory.next();
  const body: Values = {};
  for (const member of members) {
    const field = resource.fields[member];
    if (OWN_KIND.includes(member)) body[member] = null;
    else if (isStamp(member)) body[member] = '2026-03-04T05:06:07.000Z';
    else if (field?.kind === 'ref') body[member] = (await factory.shared(registry.get(field.target))).id;
    else if (field) body[member] = trimmed(sampleValue(field, n));
    else body[member] = (await factory.shared(registry.get(TARGETS[member] ?? ''))).id;
  }
  return body;
}

describe.each(writingCalls)('$method $path', (call) => {
  const { method, path, model, wrapper } = call;
  const send = async (body: Values) => {
    const id = method === 'PUT' ? (await factory.create(registry.get(model))).id : 0;
    const address = path.replace('{id}', String(id));
    return portal.api.send(method, address, JSON.stringify(body));
  };

  it.each(['bare', 'wrapped'])('takes exactly what clients send, %s, and answers it', async (how) => {
    const resource = registry.get(model);
    const body = await bodyOf(call);
    const sent = { ...body };
    for (const name of call.json ?? []) sent[name] = JSON.stringify(body[name]);
    const answer = await send(how === 'bare' ? sent : { [wrapper]: sent });
    expect([answer.status, answer.body.error]).toEqual([method === 'POST' ? 201 : 200, undefined]);
    const told = Object.entries(answered(resource, body)).filter(
      ([name]) => name in resource.fields || isStamp(name),
    );
    expect(Object.fromEntries(told.map(([name]) => [name, moment(answer.body.data[name])]))).toEqual(
      Object.fromEntries(told),
    );
  });
});

it.each(readingCalls)('GET %s answers a list with its total', async (path) => {
  const { status, body } = await portal.api.get<unknown[]>(path);
  expect(status).toBe(200);
  expect(body.data).toBeInstanceOf(Array);
  expect(body.meta.total).toBeTypeOf('number');
});

it('GET /cloud_contacts answers them by their email', async () => {
  for (const email of ['zoe.sorted@example.com', 'adam.sorted@example.com'])
    expect((await portal.api.post('/cloud_contacts', { email })).status).toBe(201);
  const { body } = await portal.api.get<{ email: string }[]>('/cloud_contacts');
  const emails = body.data.map(({ email }) => email);
  expect(emails).toEqual(emails.toSorted());
});

it.each(deletedModels)('DELETE /%s/{id} answers the record that was removed', async (name) => {
  const resource = registry.get(name);
  const { id } = await factory.create(resource);
  const address = `${resourcePath(name)}/${id}`;
  const { status, body } = await portal.api.delete(address);
  expect([status, body.data.id]).toEqual([200, id]);
  expect((await portal.api.get(address)).status).toBe(404);
});

it('POST /cloud_contacts/by_email answers the contact of that address', async () => {
  const { email, id } = await factory.shared(registry.get('cloud_contacts'));
  const { status, body } = await portal.api.post('/cloud_contacts/by_email', { cloud_contact: { email } });
  expect([status, body.data.id]).toEqual([200, id]);
});

it('POST /service_catalog_products/update-product/{id} stores the text of a product', async () => {
  const { id } = await factory.create(registry.get('service_catalog_products'));
  const change = { identifier: 'prod-4711', name: 'Product 1', description: '<p>new</p>' };
  const { status } = await portal.api.post(`/service_catalog_products/update-product/${id}`, change);
  expect([200, 202]).toContain(status);
  expect((await portal.api.get(`/service_catalog_products/${id}`)).body.data).toMatchObject(change);
});

it.each(askingCalls)('POST $path answers a job that can be followed', async ({ path, body: sent }) => {
  const { status, body } = await portal.api.post<{ job: { id: string } }>(path, sent);
  expect([status, body.error]).toEqual([202, undefined]);
  expect((await portal.api.get(`/jobs/${body.data.job.id}`)).status).toBe(200);
});

it.each(Object.entries(fileNames))('GET %s has a name such as %s', async (path, name) => {
  const { status, headers } = await portal.api.get(path);
  expect(status).toBe(200);
  expect(/filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]).toMatch(name);
});

it('GET auth/validate_token answers success and who it is', async () => {
  const { status, body } = await portal.api.get<{ uid: string }>('/auth/validate_token');
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ success: true, data: expect.objectContaining({ uid: testPerson.email }) }),
  ]);
});

it('GET /cloud_parents tells the counts of the dashboard', async () => {
  const meta = (await portal.api.get('/cloud_parents')).body.meta as Record<string, unknown>;
  for (const name of dashboardCounts.numbers) expect(meta[name], name).toBeTypeOf('number');
  for (const name of dashboardCounts.byName) expect(meta[name], name).toBeTypeOf('object');
});

it.each(['department', 'business_unit'])('GET /select_options?by_field=%s answers names', async (field) => {
  const model = field === 'department' ? 'departments' : 'business_units';
  const { name } = await factory.create(registry.get(model));
  const { body } = await portal.api.get<{ attributes: { name: string } }[]>(
    `/select_options?by_field=${field}`,
  );
  expect(body.data.map(({ attributes }) => attributes.name)).toContain(name);
});
