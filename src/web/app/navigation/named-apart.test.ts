import { expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { namedApart } from './named-apart.ts';

it('shows the models of places that have one name, and of no others', () => {
  const places = [
    { to: '/auth/view/cloud_parents/1', label: 'shop-prod' },
    { to: '/auth/view/cloud_deployments/7', label: 'shop-prod' },
    { to: '/auth/view/departments/3', label: 'Treasury' },
    { to: '/auth/view/departments', label: 'Departments' },
  ];
  expect(namedApart(places, registry).map(({ label }) => label)).toEqual([
    'shop-prod (Cloud Parent)',
    'shop-prod (Cloud Deployment)',
    'Treasury',
    'Departments',
  ]);
});
