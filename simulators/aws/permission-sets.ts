import type { Assignment } from './identity.ts';
import type { State } from './state.ts';
import { pageOf, textOf, WireError, type Json, type Operations } from './wire.ts';

const PAGE = 100;

/** IAM Identity Center, as far as one reads what permission sets allow and who has them. */
export function readingOperations(state: State): Operations {
  const setOf = (input: Json) => {
    const arn = textOf(input, 'PermissionSetArn');
    const found = state.permissionSets.find((one) => one.arn === arn);
    if (!found) throw new WireError('ResourceNotFoundException', 'PermissionSet not found.', 404);
    return found;
  };
  const isReady = ({ readyAt }: Assignment, now: number) => readyAt !== null && readyAt <= now;
  return {
    DescribePermissionSet: ({ input }) => {
      const { arn, name, description, duration, relay } = setOf(input);
      const details = { Description: description, SessionDuration: duration, RelayState: relay };
      return { PermissionSet: { Name: name, PermissionSetArn: arn, ...details } };
    },
    GetInlinePolicyForPermissionSet: ({ input }) => {
      const { inline } = setOf(input);
      return inline === undefined ? {} : { InlinePolicy: inline };
    },
    ListManagedPoliciesInPermissionSet: ({ input }) => {
      const { rows, next } = pageOf(setOf(input).managed ?? [], input, { most: PAGE });
      return { AttachedManagedPolicies: rows.map(({ name, arn }) => ({ Name: name, Arn: arn })), ...next };
    },
    ListCustomerManagedPolicyReferencesInPermissionSet: ({ input }) => {
      const { rows, next } = pageOf(setOf(input).own ?? [], input, { most: PAGE });
      const references = rows.map(({ name, path }) => ({ Name: name, Path: path }));
      return { CustomerManagedPolicyReferences: references, ...next };
    },
    ListAccountsForProvisionedPermissionSet: ({ input, now }) => {
      const { arn } = setOf(input);
      const assigned = state.assignments.filter((one) => one.permissionSet === arn && isReady(one, now));
      const accounts = [...new Set(assigned.map(({ account }) => account))];
      const { rows, next } = pageOf(accounts, input, { most: PAGE });
      return { AccountIds: rows, ...next };
    },
    ListAccountAssignmentsForPrincipal: ({ input, now }) => {
      const id = textOf(input, 'PrincipalId');
      const type = textOf(input, 'PrincipalType');
      const found = state.assignments.filter(
        (one) => one.principal === id && one.principalType === type && isReady(one, now),
      );
      const { rows, next } = pageOf(found, input, { most: PAGE });
      const assignments = rows.map(({ account, permissionSet }) => ({
        AccountId: account,
        PermissionSetArn: permissionSet,
        PrincipalId: id,
        PrincipalType: type,
      }));
      return { AccountAssignments: assignments, ...next };
    },
  };
}
