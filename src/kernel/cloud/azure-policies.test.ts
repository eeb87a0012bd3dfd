import { expect, test } from 'vitest';
import { policyWords, readPolicies } from './azure-policies.ts';

const LOCATIONS = '/providers/Microsoft.Authorization/policyDefinitions/e56962a6-4747-49cd-b67b-bf8b01975c4c';
const BENCHMARK =
  '/providers/Microsoft.Authorization/policySetDefinitions/1f3afdf9-d0c9-4c3d-847f-89da613e70a8';
const OWN =
  '/providers/Microsoft.Management/managementGroups/online/providers/Microsoft.Authorization/policyDefinitions/skus';
const VALUES = '{"listOfAllowedLocations": {"value": ["westeurope", "northeurope"]}}';

test('a policy is read of each line, with its parameters, each once', () => {
  const { policies, fault } = readPolicies(
    `${LOCATIONS} ${VALUES}\n\n  ${BENCHMARK}\n${OWN} {}\n${BENCHMARK}`,
  );
  expect(fault).toBeNull();
  expect(policies).toEqual([
    {
      definition: LOCATIONS,
      parameters: { listOfAllowedLocations: { value: ['westeurope', 'northeurope'] } },
    },
    { definition: BENCHMARK, parameters: {} },
    { definition: OWN, parameters: {} },
  ]);
  expect(policies.map(policyWords)).toEqual([
    'the policy e56962a6-4747-49cd-b67b-bf8b01975c4c',
    'the initiative 1f3afdf9-d0c9-4c3d-847f-89da613e70a8',
    'the policy skus',
  ]);
  expect(readPolicies('')).toEqual({ policies: [], fault: null });
});

test.each([
  ['e56962a6-4747-49cd-b67b-bf8b01975c4c', /^Line 2: 'e56962a6-.*' is no id of a policy or an initiative/],
  [`/subscriptions/1${LOCATIONS}`, /^Line 2: .* is no id of a policy/],
  [LOCATIONS.replace('policyDefinitions', 'policyAssignments'), /^Line 2: .* is no id of a policy/],
  [`${LOCATIONS} {"listOfAllowedLocations"`, /^Line 2: What stands behind the id is no JSON object/],
  [`${LOCATIONS} ["westeurope"]`, /^Line 2: What stands behind the id is no JSON object/],
  [
    `${LOCATIONS} {"listOfAllowedLocations": ["westeurope"]}`,
    /^Line 2: The parameter 'listOfAllowedLocations' has no value\. Write/,
  ],
  [`${LOCATIONS} {"a": {"value": 1, "values": 2}}`, /^Line 2: The parameter 'a' has no value/],
])('%s is refused with the line that it is in', (line, fault) => {
  expect(readPolicies(`${BENCHMARK}\n${line}`)).toEqual({
    policies: [],
    fault: expect.stringMatching(fault),
  });
});

test('lines end as any system ends them', () => {
  expect(readPolicies(`${OWN}\r\n${BENCHMARK}\r\nnone`).fault).toMatch(/^Line 3: 'none'/);
});

test('of more than 20 policies none is read', () => {
  const lines = Array.from({ length: 21 }, (_, at) => `${OWN}-${at}`);
  expect(readPolicies(lines.join('\n')).fault).toBe('At most 20 policies can be assigned.');
});
