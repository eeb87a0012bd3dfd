import { randomUUID } from 'node:crypto';
import { IDENTITY_STORE, SSO_INSTANCE, type Assignment } from './identity.ts';
import { isKnown, type State } from './state.ts';
import { pageOf, textOf, WireError, type Call, type Json, type Operations } from './wire.ts';

const PAGE = 100;
/** A principal of the identity store, as the service model of AWS has it. */
const PRINCIPAL =
  /^([0-9a-f]{10}-|)[A-Fa-f0-9]{8}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{4}-[A-Fa-f0-9]{12}$/;

interface Settings {
  delayMs: number;
  /** How long after it was made an account is known here. */
  rightsAfterMs: number;
  /** Whether there is an instance. */
  identityCenter: boolean;
}

const notFound = (what: string) => new WireError('ResourceNotFoundException', `${what} not found.`, 404);

/** IAM Identity Center: permission sets are listed and given to somebody in an account. */
export const ssoOperations = (state: State, settings: Settings): Operations => ({
  ListInstances: () => ({
    Instances: settings.identityCenter
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
  ...assignmentOperations(state, settings),
});

/** Who has permission sets in an account. */
function assignmentOperations(state: State, { delayMs, rightsAfterMs }: Settings): Operations {
  /** The account that a call names. @throws {WireError} where it is not known here yet */
  const accountOf = ({ input, now }: Call, member: string): string => {
    const id = textOf(input, member);
    const found = state.accounts[id];
    if (found && !isKnown(found, now, rightsAfterMs)) throw notFound('Account');
    return id;
  };
  return {
    CreateAccountAssignment: (call) => {
      const { input, now, stuck } = call;
      const account = accountOf(call, 'TargetId');
      if (!state.accounts[account]) throw notFound('Account');
      const permissionSet = textOf(input, 'PermissionSetArn');
      if (!state.permissionSets.some(({ arn }) => arn === permissionSet)) throw notFound('PermissionSet');
      const principal = textOf(input, 'PrincipalId');
      if (!PRINCIPAL.test(principal))
        throw new WireError('ValidationException', `PrincipalId ${principal} is not valid.`);
      const same = state.assignments.find(
        (one) =>
          one.account === account && one.permissionSet === permissionSet && one.principal === principal,
      );
      // Whoever has it already gets it again, which changes nothing.
      if (same) return { AccountAssignmentCreationStatus: statusOf(same, now) };
      const made: Assignment = {
        account,
        permissionSet,
        principal,
        principalType: textOf(input, 'PrincipalType'),
        requestId: randomUUID(),
        readyAt: stuck ? null : now + delayMs,
      };
      state.assignments.push(made);
      return { AccountAssignmentCreationStatus: statusOf(made, now) };
    },
    DescribeAccountAssignmentCreationStatus: ({ input, now }) => {
      const id = textOf(input, 'AccountAssignmentCreationRequestId');
      const found = state.assignments.find(({ requestId }) => requestId === id);
      if (!found) throw notFound('AccountAssignmentCreationStatus');
      return { AccountAssignmentCreationStatus: statusOf(found, now) };
    },
    ListAccountAssignments: (call) => {
      const { input, now } = call;
      const account = accountOf(call, 'AccountId');
      const found = state.assignments.filter(
        (one) =>
          one.account === account &&
          one.permissionSet === input['PermissionSetArn'] &&
          one.readyAt !== null &&
          one.readyAt <= now,
      );
      const { rows, next } = pageOf(found, input, { most: PAGE });
      return {
        AccountAssignments: rows.map((one) => ({
          AccountId: account,
          PermissionSetArn: one.permissionSet,
          PrincipalId: one.principal,
          PrincipalType: one.principalType,
        })),
        ...next,
      };
    },
  };
}

function statusOf(assignment: Assignment, now: number): Json {
  const { requestId, account, permissionSet, principal, principalType, readyAt } = assignment;
  return {
    RequestId: requestId,
    Status: readyAt !== null && readyAt <= now ? 'SUCCEEDED' : 'IN_PROGRESS',
    TargetId: account,
    TargetType: 'AWS_ACCOUNT',
    PermissionSetArn: permissionSet,
    PrincipalId: principal,
    PrincipalType: principalType,
  };
}
