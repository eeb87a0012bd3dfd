import { IDENTITY_STORE, SSO_INSTANCE, type Assignment } from './identity.ts';
import { newId, type State } from './state.ts';
import { pageOf, textOf, WireError, type Operations } from './wire.ts';

const PAGE = 100;

/** IAM Identity Center: permission sets are listed and given to somebody in an account. */
export function ssoOperations(
  state: State,
  { delayMs, identityCenter }: { delayMs: number; identityCenter: boolean },
): Operations {
  const status = (
    { requestId, account, permissionSet, principal, principalType, readyAt }: Assignment,
    now: number,
  ) => ({
    RequestId: requestId,
    Status: readyAt !== null && readyAt <= now ? 'SUCCEEDED' : 'IN_PROGRESS',
    TargetId: account,
    TargetType: 'AWS_ACCOUNT',
    PermissionSetArn: permissionSet,
    PrincipalId: principal,
    PrincipalType: principalType,
  });
  const notFound = (what: string) => new WireError('ResourceNotFoundException', `${what} not found.`, 404);

  return {
    ListInstances: () => ({
      Instances: identityCenter
        ? [
            {
              InstanceArn: SSO_INSTANCE,
              IdentityStoreId: IDENTITY_STORE,
              OwnerAccountId: state.organization.managementAccount,
              Status: 'ACTIVE',
            },
          ]
        : [],
    }),
    ListPermissionSets: ({ input }) => {
      const { rows, next } = pageOf(state.permissionSets, input, { most: PAGE });
      return { PermissionSets: rows.map(({ arn }) => arn), ...next };
    },
    CreateAccountAssignment: ({ input, now, stuck }) => {
      const account = textOf(input, 'TargetId');
      const permissionSet = textOf(input, 'PermissionSetArn');
      if (!state.accounts[account]) throw notFound('Account');
      if (!state.permissionSets.some(({ arn }) => arn === permissionSet)) throw notFound('PermissionSet');
      const principal = textOf(input, 'PrincipalId');
      const principalType = textOf(input, 'PrincipalType');
      const same = state.assignments.find(
        (one) =>
          one.account === account && one.permissionSet === permissionSet && one.principal === principal,
      );
      // Whoever has it already gets it again, which changes nothing.
      if (same) return { AccountAssignmentCreationStatus: status(same, now) };
      const readyAt = stuck ? null : now + delayMs;
      const made: Assignment = {
        account,
        permissionSet,
        principal,
        principalType,
        requestId: newId('req', 30),
        readyAt,
      };
      state.assignments.push(made);
      return { AccountAssignmentCreationStatus: status(made, now) };
    },
    DescribeAccountAssignmentCreationStatus: ({ input, now }) => {
      const id = textOf(input, 'AccountAssignmentCreationRequestId');
      const found = state.assignments.find(({ requestId }) => requestId === id);
      if (!found) throw notFound('AccountAssignmentCreationStatus');
      return { AccountAssignmentCreationStatus: status(found, now) };
    },
    ListAccountAssignments: ({ input, now }) => {
      const found = state.assignments.filter(
        (one) =>
          one.account === input['AccountId'] &&
          one.permissionSet === input['PermissionSetArn'] &&
          one.readyAt !== null &&
          one.readyAt <= now,
      );
      const { rows, next } = pageOf(found, input, { most: PAGE });
      return {
        AccountAssignments: rows.map(({ account, permissionSet, principal, principalType }) => ({
          AccountId: account,
          PermissionSetArn: permissionSet,
          PrincipalId: principal,
          PrincipalType: principalType,
        })),
        ...next,
      };
    },
  };
}
