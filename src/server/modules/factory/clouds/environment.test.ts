import { expect, test } from 'vitest';
import { environmentOf, pathText } from './environment.ts';

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
