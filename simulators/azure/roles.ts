import { type Answer, ArmError, type Call, objectOf, ok, type Operation } from './arm.ts';
import { type Assignment, type Tenant } from './tenant.ts';

/** Some of the roles that every tenant has, by the ids that they have everywhere. */
export const ROLES: Readonly<Record<string, string>> = {
  Owner: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
  Contributor: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
  Reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  'Monitoring Reader': '43d0d8ad-25c7-4714-9337-8ba259a9fe05',
  'Virtual Machine User Login': 'fb879df8-f326-4884-b1cf-06f3ad86be52',
};

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DEFINITIONS = /^(\/subscriptions\/[^/]+|)\/providers\/Microsoft\.Authorization\/roleDefinitions$/i;
const ASSIGNMENT =
  /^(\/subscriptions\/([^/]+))\/providers\/Microsoft\.Authorization\/roleAssignments\/([^/]+)$/i;
const ASSIGNMENTS = /^(\/subscriptions\/[^/]+)\/providers\/Microsoft\.Authorization\/roleAssignments$/i;

const exists = {
  code: 'RoleAssignmentExists',
  message: 'The role assignment already exists.',
};

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Roles and who has them on subscriptions. */
export function roleOperations(tenant: Tenant): Operation[] {
  const { assignments } = tenant.state;

  const definitions = ({ named: [scope = ''], query }: Call): Answer => {
    const wanted = /roleName eq '(.*)'/.exec(query.get('$filter') ?? '')?.[1]?.replaceAll("''", "'");
    const value = Object.entries(ROLES)
      .filter(([name]) => wanted === undefined || name.toLowerCase() === wanted.toLowerCase())
      .map(([name, id]) => ({
        id: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${id}`,
        name: id,
        type: 'Microsoft.Authorization/roleDefinitions',
        properties: { roleName: name, type: 'BuiltInRole', assignableScopes: ['/'] },
      }));
    return ok({ value });
  };

  const assignmentJson = ({ scope, name, roleDefinitionId, principalId, principalType }: Assignment) => ({
    id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${name}`,
    name,
    type: 'Microsoft.Authorization/roleAssignments',
    properties: { roleDefinitionId, principalId, principalType, scope },
  });

  const assign = ({ named: [scope = '', subscriptionId = '', name = ''], body }: Call): Answer => {
    tenant.subscription(subscriptionId);
    const properties = objectOf(body['properties']);
    const wanted: Assignment = {
      scope,
      name,
      roleDefinitionId: text(properties['roleDefinitionId']),
      principalId: text(properties['principalId']),
      principalType: text(properties['principalType']),
    };
    if (!GUID.test(name))
      throw new ArmError(400, 'InvalidRoleAssignmentId', `The role assignment ID '${name}' is not valid.`);
    if (!GUID.test(wanted.principalId))
      throw new ArmError(
        400,
        'PrincipalNotFound',
        `Principal ${wanted.principalId} does not exist in the directory.`,
      );
    if (!Object.values(ROLES).some((id) => wanted.roleDefinitionId.endsWith(`/${id}`)))
      throw new ArmError(400, 'RoleDefinitionDoesNotExist', 'The specified role definition does not exist.');
    const isSame = (one: Assignment) =>
      one.roleDefinitionId === wanted.roleDefinitionId && one.principalId === wanted.principalId;
    const there = assignments.filter((one) => one.scope === scope);
    const known = there.find((one) => one.name === name);
    if (known && isSame(known)) return ok(assignmentJson(known));
    if (known)
      throw new ArmError(
        409,
        'RoleAssignmentUpdateNotPermitted',
        'Role, principal and scope are not allowed to be updated.',
      );
    if (there.some(isSame)) throw new ArmError(409, exists.code, exists.message);
    assignments.push(wanted);
    return { status: 201, body: assignmentJson(wanted) };
  };

  return [
    { name: 'RoleDefinitions_List', method: 'GET', path: DEFINITIONS, run: definitions },
    {
      name: 'RoleAssignments_List',
      method: 'GET',
      path: ASSIGNMENTS,
      run: ({ named: [scope] }) =>
        ok({ value: assignments.filter((one) => one.scope === scope).map(assignmentJson) }),
    },
    { name: 'RoleAssignments_Create', method: 'PUT', path: ASSIGNMENT, run: assign, conflict: exists },
  ];
}
