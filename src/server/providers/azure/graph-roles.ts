import { type QueryPage, rowsOf, text } from './graph.ts';
import type { FoundRole, FoundRoleAssignment } from './interface.ts';

const ROLES = [
  'authorizationresources',
  "| where type == 'microsoft.authorization/roledefinitions'",
  '| project id, roleName = properties.roleName, description = properties.description',
  '| order by id asc',
].join('\n');

const ASSIGNMENTS = [
  'authorizationresources',
  "| where type == 'microsoft.authorization/roleassignments'",
  '| project id, scope = properties.scope, roleId = properties.roleDefinitionId, principalId = properties.principalId, principalType = properties.principalType',
  '| order by id asc',
].join('\n');

/** The GUID at the end of an ARM id: the same role has it in every scope. */
const guidOf = (id: unknown) => (text(id).split('/').at(-1) ?? '').toLowerCase();

/** Every role that there is, those of Azure included. */
export async function* foundRoles(queryPage: QueryPage): AsyncIterable<FoundRole> {
  for await (const row of rowsOf(queryPage, ROLES, true))
    yield { id: guidOf(row['id']), name: text(row['roleName']), description: text(row['description']) };
}

/** Every assignment of a role, at whatever scope. */
export async function* foundRoleAssignments(queryPage: QueryPage): AsyncIterable<FoundRoleAssignment> {
  for await (const row of rowsOf(queryPage, ASSIGNMENTS, true))
    yield {
      scope: text(row['scope']),
      roleId: guidOf(row['roleId']),
      principalId: text(row['principalId']),
      principalType: text(row['principalType']),
    };
}
