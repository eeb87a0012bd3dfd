import { expect, test } from 'vitest';
import { registry } from '#resources/registry.ts';
import { ownedLists } from './owned-lists.ts';

test('who owns things leads to the lists of them, and nothing else does', () => {
  const lists = ownedLists(registry, registry.get('cloud_contacts')).map(
    ({ resource, by }) => `${resource.name} by ${by}`,
  );
  expect(lists).toEqual(
    expect.arrayContaining([
      'cost_centers by cloud_contact_email',
      'cloud_parents by cloud_contact_email',
      'cloud_projects by cloud_contact_email',
    ]),
  );
  // Networks are theirs by their cost center, whose list leads there.
  expect(lists.some((list) => list.startsWith('cost_center_networks'))).toBe(false);
  expect(ownedLists(registry, registry.get('companies'))).toEqual([]);
});

test('each of these lists can be narrowed that way', () => {
  for (const { resource, by } of ownedLists(registry, registry.get('cloud_contacts')))
    expect([...registry.properties(resource).keys()], resource.name).toContain(by);
});
