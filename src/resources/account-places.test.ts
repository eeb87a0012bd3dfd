import { expect, test } from 'vitest';
import { environmentOf, pathText, withEnvironment } from './account-places.ts';

test.each([
  ['AzureCloudParent', ['Non-Production', 'Test', 'Shop'], 'test'],
  ['AzureCloudParent', ['landingzones', 'Development', 'Shop'], 'development'],
  ['AzureCloudParent', ['Platform', 'Non-Production'], 'platform'],
  ['GcpCloudParent', ['Production', 'Sandbox'], 'sandbox'],
  ['GcpCloudParent', ['Non-Production', 'Test Workloads', 'Shop'], 'test workloads'],
  // No name on the way has an environment in it.
  ['AzureCloudParent', ['Customers', 'Latest'], 'customers'],
  ['GcpCloudParent', [], null],
] as const)('in %s at %j it is the environment nearest to the account', (cloud, names, environment) => {
  expect(environmentOf(cloud, pathText(names))).toBe(environment);
});

const account = { provider_type: 'AwsCloudParent', place: 'Workloads / Test', environment: 'Test' };

test('an account that belongs elsewhere has the environment of its new place, where it had that of the old one', () => {
  expect(withEnvironment(account, 'Workloads / Production')).toEqual({
    place: 'Workloads / Production',
    environment: 'production',
  });
  expect(withEnvironment({ ...account, place: null, environment: null }, 'sandbox')).toEqual({
    place: 'sandbox',
    environment: 'sandbox',
  });
  // Somebody had typed another one.
  expect(withEnvironment({ ...account, environment: 'staging' }, 'sandbox')).toEqual({ place: 'sandbox' });
});
