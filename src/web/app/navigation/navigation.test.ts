import { expect, test } from 'vitest';
import { assembleRegistry } from '#kernel/registry.ts';
import { registry } from '#resources/registry.ts';
import { navigationOf, type NavGroup } from './navigation.ts';

const everything = { read: true, edit_reference_data: true, operate: true, administer: true };
const looking = { read: true, edit_reference_data: false, operate: false, administer: false };

const places = (groups: NavGroup[]) =>
  groups.flatMap(({ sections }) => sections.flatMap(({ entries }) => entries.map(({ to }) => to)));

test('a page stands in the navigation only where the router has it', () => {
  const statistics = '/auth/dash-stats';
  const without = navigationOf({ registry, rights: everything, hasPage: () => false });
  const withPage = navigationOf({ registry, rights: everything, hasPage: (path) => path === statistics });
  expect(places(without)).not.toContain(statistics);
  expect(places(withPage)).toContain(statistics);
  expect(withPage.find(({ label }) => label === 'Information')?.sections).toHaveLength(1);
});

test('a group without a working entry is not shown', () => {
  const others = assembleRegistry(registry.all.filter(({ name }) => name !== 'cloud_deployments'));
  const groups = navigationOf({ registry: others, rights: everything, hasPage: () => false });
  expect(groups.map(({ label }) => label)).not.toContain('Deployments');
  for (const { sections } of groups)
    for (const { entries } of sections) expect(entries.length).toBeGreaterThan(0);
});

test('the cloud factory is shown to operators and not to viewers', () => {
  const hasPage = (path: string) => path === '/auth/create-aws-account';
  expect(places(navigationOf({ registry, rights: everything, hasPage }))).toContain(
    '/auth/create-aws-account',
  );
  expect(places(navigationOf({ registry, rights: looking, hasPage }))).not.toContain(
    '/auth/create-aws-account',
  );
});

test('editable tables are offered only to people who may edit', () => {
  const editable = (rights: typeof looking) =>
    places(navigationOf({ registry, rights, hasPage: () => false })).filter((to) =>
      to.startsWith('/auth/crud/'),
    );
  expect(editable(looking)).toEqual([]);
});

test('the models that only serve forms have no entry', () => {
  const all = places(navigationOf({ registry, rights: everything, hasPage: () => true }));
  expect(all.filter((to) => to.includes('select_options'))).toEqual([]);
});
