import { beforeAll, expect, it } from 'vitest';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';
import { answeredFields } from './fields.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

it('tells the members of every model', () => {
  const models = registry.all.filter(({ source }) => source === 'table').map(({ name }) => name);
  expect(Object.keys(answeredFields).toSorted()).toEqual(models.toSorted());
});

it.each(Object.entries(answeredFields))('a record of %s has all its members', async (name, members) => {
  const { id } = await factory.create(registry.get(name));
  const { body } = await portal.api.get(`${resourcePath(name)}/${id}`);
  expect(members.filter((member) => !(member in body.data))).toEqual([]);
});
