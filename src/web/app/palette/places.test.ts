import { expect, test } from 'vitest';
import { registry } from '#resources/registry.ts';
import { navigationOf } from '../navigation/navigation.ts';
import { findPlaces, placesOf } from './places.ts';

const everything = { read: true, edit_reference_data: true, operate: true, administer: true };
const looking = { ...everything, edit_reference_data: false };
const places = (rights: typeof everything) =>
  placesOf(navigationOf({ registry, rights, hasPage: () => false }), registry, rights);
const found = (text: string, rights = everything) => findPlaces(places(rights), text).map(({ to }) => to);

test('without a text every screen of the navigation is there, and no form', () => {
  expect(found('')).toContain('/auth/crud/cost_centers');
  expect(found('').filter((to) => to.startsWith('/auth/create'))).toEqual([]);
});

test('names that start with the text come before those that contain it', () => {
  expect(found('cost')[0]).toBe('/auth/view/cost_centers');
  expect(found('new cost center')[0]).toBe('/auth/create/cost_centers');
  expect(found('new contact')).toEqual(['/auth/create/cloud_contacts']);
  expect(found('COST centers editable')).toContain('/auth/crud/cost_centers');
});

test('what has not all the words is left out', () => {
  expect(found('cost elephant')).toEqual([]);
});

test('who may only look is offered nothing to change', () => {
  expect(found('companies')).toContain('/auth/create/companies');
  expect(found('companies', looking)).toEqual(['/auth/view/companies']);
});
