import type { MakeCall } from './calls.ts';
import { azureFailure } from './failure.ts';
import type { Azure } from './interface.ts';

const scopeOf = (subscriptionId: string) => `subscriptions/${subscriptionId}`;

/** The calls that find a role and give it to a group. */
export const roleCalls = (call: MakeCall): Pick<Azure, 'role' | 'assign'> => ({
  role: (id, roleName, signal) =>
    call('look for the role', 'reads', signal, async ({ authorization }, options) => {
      const filter = `roleName eq '${roleName.replaceAll("'", "''")}'`;
      for await (const role of authorization.roleDefinitions.list(scopeOf(id), { ...options, filter }))
        if (role.id !== undefined) return role.id;
      return null;
    }),

  assign: (id, { name, roleId, principalId }, signal) =>
    call('give the group its role', 'writes', signal, async ({ authorization }, options) => {
      // With the type of a group, Azure does not wait until it has heard of it everywhere.
      const body = { roleDefinitionId: roleId, principalId, principalType: 'Group' };
      try {
        await authorization.roleAssignments.create(scopeOf(id), name, body, options);
      } catch (error) {
        const failure = azureFailure(error, 'give the group its role', 'writes');
        if (failure.code !== 'RoleAssignmentExists') throw failure;
      }
    }),
});
