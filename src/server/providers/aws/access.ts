import type { AccountAssignmentOperationStatus } from '@aws-sdk/client-sso-admin';
import type { AwsClients } from './clients.ts';
import type { AwsProvider, Progress } from './interface.ts';
import { inNewAccount } from './new-account.ts';

type Access = Pick<AwsProvider, 'permissionSet' | 'assign' | 'assignment' | 'isAssigned'>;

/** The error of Identity Center where it does not know an account yet. */
const LATE = new Set(['ResourceNotFoundException']);

/** Permission sets of IAM Identity Center. */
export function accessPart(clients: AwsClients): Access {
  const load = async () => import('@aws-sdk/client-sso-admin');
  return {
    permissionSet: async (name) =>
      clients.call('find the permission set', async () => {
        const sdk = await load();
        const client = await clients.sso();
        for await (const instances of sdk.paginateListInstances({ client }, {}))
          for (const { InstanceArn: instance } of instances.Instances ?? []) {
            const pages = sdk.paginateListPermissionSets({ client }, { InstanceArn: instance });
            for await (const page of pages)
              for (const arn of page.PermissionSets ?? []) {
                const command = new sdk.DescribePermissionSetCommand({
                  InstanceArn: instance,
                  PermissionSetArn: arn,
                });
                const { PermissionSet: found } = await client.send(command);
                if (instance !== undefined && found?.Name === name) return { instance, arn };
              }
          }
        return null;
      }),
    assign: async ({ accountId, permissionSet, group }) =>
      inNewAccount(clients, { accountId, doing: 'assign the permission set', late: LATE }, async () => {
        const { CreateAccountAssignmentCommand } = await load();
        const client = await clients.sso();
        const made = await client.send(
          new CreateAccountAssignmentCommand({
            InstanceArn: permissionSet.instance,
            PermissionSetArn: permissionSet.arn,
            TargetId: accountId,
            TargetType: 'AWS_ACCOUNT',
            PrincipalType: 'GROUP',
            PrincipalId: group,
          }),
        );
        return progressOf(made.AccountAssignmentCreationStatus);
      }),
    assignment: async ({ instance }, id) =>
      clients.call('read how far the assignment is', async () => {
        const { DescribeAccountAssignmentCreationStatusCommand } = await load();
        const client = await clients.sso();
        const command = new DescribeAccountAssignmentCreationStatusCommand({
          InstanceArn: instance,
          AccountAssignmentCreationRequestId: id,
        });
        return progressOf((await client.send(command)).AccountAssignmentCreationStatus);
      }),
    isAssigned: async ({ accountId, permissionSet, group }) => {
      const doing = 'look whether the permission set is assigned';
      return inNewAccount(clients, { accountId, doing, late: LATE }, async () => {
        const { paginateListAccountAssignments } = await load();
        const client = await clients.sso();
        const query = {
          InstanceArn: permissionSet.instance,
          AccountId: accountId,
          PermissionSetArn: permissionSet.arn,
        };
        for await (const page of paginateListAccountAssignments({ client }, query))
          if (page.AccountAssignments?.some(({ PrincipalId: id }) => id === group)) return true;
        return false;
      });
    },
  };
}

const progressOf = (status: AccountAssignmentOperationStatus = {}): Progress => ({
  id: status.RequestId ?? '',
  state: status.Status ?? 'IN_PROGRESS',
  failure: status.FailureReason ?? null,
});
