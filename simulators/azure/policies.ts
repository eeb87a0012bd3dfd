import { type Answer, ArmError, busy, type Call, objectOf, ok, type Operation } from './arm.ts';
import type { PolicyAssignment, Tenant } from './tenant.ts';

const ASSIGNMENT =
  /^\/subscriptions\/([^/]+)\/providers\/Microsoft\.Authorization\/policyAssignments\/([^/]+)$/i;
const LONGEST_NAME = 64;

/** Some of the policies and initiatives that there are, by their ids, each with the parameters that it cannot do without. */
const DEFINITIONS: Readonly<Record<string, readonly string[]>> = {
  // Allowed locations
  '/providers/Microsoft.Authorization/policyDefinitions/e56962a6-4747-49cd-b67b-bf8b01975c4c': [
    'listOfAllowedLocations',
  ],
  // Require a tag on resources
  '/providers/Microsoft.Authorization/policyDefinitions/871b6d14-10aa-478d-b590-94f262ecfa99': ['tagName'],
  // Microsoft cloud security benchmark
  '/providers/Microsoft.Authorization/policySetDefinitions/1f3afdf9-d0c9-4c3d-847f-89da613e70a8': [],
  '/providers/Microsoft.Management/managementGroups/landingzones/providers/Microsoft.Authorization/policyDefinitions/no-public-ip':
    [],
};

/** Policies that change something, for which Azure wants an identity: Inherit a tag from the subscription. */
const CHANGING = [
  '/providers/Microsoft.Authorization/policyDefinitions/b27a0cbd-a167-4dfa-ae64-4337be671140',
];

/** The policies that hold for subscriptions. */
export function policyOperations(tenant: Tenant): Operation[] {
  const { policies } = tenant.state;
  const find = (id: string, name: string) =>
    policies.find(
      (one) => one.subscriptionId === id.toLowerCase() && one.name.toLowerCase() === name.toLowerCase(),
    );

  const read = ({ named: [id = '', name = ''] }: Call): Answer => {
    tenant.subscription(id);
    const found = find(id, name);
    if (!found)
      throw new ArmError(
        404,
        'PolicyAssignmentNotFound',
        `The policy assignment '${name}' is not found at scope '/subscriptions/${id}'.`,
      );
    return ok(shown(found));
  };

  const put = ({ named: [id = '', name = ''], body }: Call): Answer => {
    tenant.subscription(id);
    const properties = objectOf(body['properties']);
    refuseWrong(name, properties);
    const found = find(id, name);
    const assignment = { subscriptionId: id.toLowerCase(), name, properties };
    if (found) Object.assign(found, { properties });
    else policies.push(assignment);
    return { status: 201, body: shown(assignment) };
  };

  return [
    { name: 'PolicyAssignments_Get', method: 'GET', path: ASSIGNMENT, run: read },
    { name: 'PolicyAssignments_Create', method: 'PUT', path: ASSIGNMENT, run: put, conflict: busy },
  ];
}

const shown = ({ subscriptionId, name, properties }: PolicyAssignment) => ({
  id: `/subscriptions/${subscriptionId}/providers/Microsoft.Authorization/policyAssignments/${name}`,
  type: 'Microsoft.Authorization/policyAssignments',
  name,
  properties: {
    ...properties,
    scope: `/subscriptions/${subscriptionId}`,
    enforcementMode: 'Default',
    metadata: {},
  },
});

/** @throws {ArmError} as Azure refuses it */
function refuseWrong(name: string, { policyDefinitionId, parameters }: Record<string, unknown>): void {
  if (name.length > LONGEST_NAME)
    throw new ArmError(
      400,
      'InvalidPolicyAssignmentName',
      `The policy assignment name '${name}' is too long.`,
    );
  const wanted = String(policyDefinitionId).toLowerCase();
  if (CHANGING.some((one) => one.toLowerCase() === wanted))
    throw new ArmError(
      400,
      'ResourceIdentityRequired',
      "Policy assignments must include a 'managed identity' when assigning 'Modify' policy definitions.",
    );
  const [id, needed] = Object.entries(DEFINITIONS).find(([one]) => one.toLowerCase() === wanted) ?? [];
  if (needed === undefined) {
    const what = wanted.includes('/policysetdefinitions/') ? 'PolicySetDefinition' : 'PolicyDefinition';
    const words = what === 'PolicyDefinition' ? 'policy definition' : 'policy set definition';
    throw new ArmError(
      404,
      `${what}NotFound`,
      `The ${words} '${String(policyDefinitionId)}' could not be found.`,
    );
  }
  const given = Object.keys(objectOf(parameters));
  const missing = needed.filter((one) => !given.includes(one));
  if (missing.length > 0)
    throw new ArmError(
      400,
      'MissingPolicyParameter',
      `The policy assignment '${name}' is missing the parameter(s) '${missing.join(', ')}' as defined in the policy definition '${id}'.`,
    );
  const unknown = given.filter((one) => !needed.includes(one));
  if (unknown.length > 0)
    throw new ArmError(
      400,
      'UndefinedPolicyParameter',
      `The policy assignment '${name}' has the parameter(s) '${unknown.join(', ')}', which the policy definition '${id}' does not define.`,
    );
}
