import type { AccountAssignmentOperationStatus } from '@aws-sdk/client-sso-admin';
import { z } from 'zod';
import type { AwsClients } from './clients.ts';
import type { AwsProvider, Progress, RegionStatus } from './interface.ts';
import { paged } from './organization.ts';

type ContactsAndRegions = Pick<AwsProvider, 'putContact' | 'regions' | 'region' | 'enableRegion'>;
type Access = Pick<AwsProvider, 'permissionSet' | 'assign' | 'assignment' | 'isAssigned'>;

const REGIONS_OF_PAGE = 50;

/** Contacts and regions of accounts, by the management account's trusted access. */
export function accountPart(clients: AwsClients): ContactsAndRegions {
  const load = async () => import('@aws-sdk/client-account');
  return {
    putContact: async (accountId, type, { name, title, email, phone }) =>
      clients.call('set a contact of the account', async () => {
        const { PutAlternateContactCommand } = await load();
        const client = await clients.account();
        await client.send(
          new PutAlternateContactCommand({
            AccountId: accountId,
            AlternateContactType: type,
            Name: name,
            Title: title,
            EmailAddress: email,
            PhoneNumber: phone,
          }),
        );
      }),
    regions: async (accountId) =>
      clients.call('list the regions of the account', async () => {
        const { paginateListRegions } = await load();
        const client = await clients.account();
        const found = new Map<string, RegionStatus>();
        const pages = paginateListRegions(
          { client },
          { ...(accountId !== null && { AccountId: accountId }), MaxResults: REGIONS_OF_PAGE },
        );
        for await (const page of pages)
          for (const { RegionName: name, RegionOptStatus: status } of page.Regions ?? [])
            if (name && status) found.set(name, status);
        return found;
      }),
    region: async (accountId, region) =>
      clients.call(`tell how far ${region} is`, async () => {
        const { GetRegionOptStatusCommand } = await load();
        const client = await clients.account();
        const command = new GetRegionOptStatusCommand({ AccountId: accountId, RegionName: region });
        return (await client.send(command)).RegionOptStatus ?? 'DISABLED';
      }),
    enableRegion: async (accountId, region) =>
      clients.call(`enable ${region}`, async () => {
        const { EnableRegionCommand } = await load();
        const client = await clients.account();
        await client.send(new EnableRegionCommand({ AccountId: accountId, RegionName: region }));
      }),
  };
}

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
      clients.call('assign the permission set', async () => {
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
      clients.call('tell how far the assignment is', async () => {
        const { DescribeAccountAssignmentCreationStatusCommand } = await load();
        const client = await clients.sso();
        const command = new DescribeAccountAssignmentCreationStatusCommand({
          InstanceArn: instance,
          AccountAssignmentCreationRequestId: id,
        });
        return progressOf((await client.send(command)).AccountAssignmentCreationStatus);
      }),
    isAssigned: async ({ accountId, permissionSet, group }) =>
      clients.call('look whether the permission set is assigned', async () => {
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
      }),
  };
}

const progressOf = (status: AccountAssignmentOperationStatus = {}): Progress => ({
  id: status.RequestId ?? '',
  state: status.Status ?? 'IN_PROGRESS',
  failure: status.FailureReason ?? null,
});

const MACHINES =
  "SELECT resourceId, accountId, awsRegion, resourceName, configuration.instanceType, configuration.state.name WHERE resourceType = 'AWS::EC2::Instance'";
const machineOf = z.object({
  resourceId: z.string(),
  accountId: z.string(),
  awsRegion: z.string(),
  resourceName: z.string().nullish(),
  configuration: z
    .object({ instanceType: z.string().nullish(), state: z.object({ name: z.string().nullish() }).nullish() })
    .nullish(),
});

/** Machines of all accounts. @param aggregator of AWS Config; null: there is none */
export function machinesPart(clients: AwsClients, aggregator: string | null): Pick<AwsProvider, 'machines'> {
  return {
    async *machines() {
      if (aggregator === null) return;
      const { paginateSelectAggregateResourceConfig } = await import('@aws-sdk/client-config-service');
      const query = { ConfigurationAggregatorName: aggregator, Expression: MACHINES };
      const pages = paginateSelectAggregateResourceConfig({ client: await clients.config() }, query);
      yield* paged(clients, 'list the machines', pages, (page) =>
        (page.Results ?? []).map((result) => {
          const { resourceId, accountId, awsRegion, resourceName, configuration } = machineOf.parse(
            JSON.parse(result),
          );
          return {
            id: resourceId,
            name: resourceName ?? null,
            accountId,
            region: awsRegion,
            type: configuration?.instanceType ?? null,
            state: configuration?.state?.name ?? null,
          };
        }),
      );
    },
  };
}
