import type { AwsClients } from './clients.ts';
import type { AwsProvider, AwsUnit } from './interface.ts';

type Organization = Pick<
  AwsProvider,
  'identity' | 'organization' | 'trustedServices' | 'units' | 'policiesOn'
>;

const load = async () => import('@aws-sdk/client-organizations');

/** Whose key it is, and the organization with its units. */
export function organizationPart(clients: AwsClients): Organization {
  return {
    organization: async () =>
      clients.call('describe the organization', async () => {
        const { DescribeOrganizationCommand } = await load();
        const client = await clients.organizations();
        const { Organization: found } = await client.send(new DescribeOrganizationCommand({}));
        return { id: found?.Id ?? '', managementAccount: found?.MasterAccountId ?? '' };
      }),
    identity: async () =>
      clients.call('say whose key it is', async () => {
        const { GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
        const { Account: account = '', Arn: arn = '' } = await (
          await clients.sts()
        ).send(new GetCallerIdentityCommand({}));
        return { account, arn };
      }),
    trustedServices: async () =>
      clients.call('list trusted services', async () => {
        const { paginateListAWSServiceAccessForOrganization: pages } = await load();
        const found: string[] = [];
        for await (const page of pages({ client: await clients.organizations() }, {}))
          for (const { ServicePrincipal: name } of page.EnabledServicePrincipals ?? [])
            if (name) found.push(name);
        return found;
      }),
    policiesOn: async (unit) =>
      clients.call('list the policies of the organizational unit', async () => {
        const { paginateListPoliciesForTarget: pages } = await load();
        const wanted = { TargetId: unit, Filter: 'SERVICE_CONTROL_POLICY' } as const;
        const found: string[] = [];
        for await (const page of pages({ client: await clients.organizations() }, wanted))
          for (const { Name: name, AwsManaged: isOfAws } of page.Policies ?? [])
            if (name && !isOfAws) found.push(name);
        return found;
      }),
    units: async () =>
      clients.call('list the organizational units', async () => {
        const sdk = await load();
        const client = await clients.organizations();
        const { Roots: [root] = [] } = await client.send(new sdk.ListRootsCommand({}));
        const rootId = root?.Id ?? '';
        const units: AwsUnit[] = [];
        const waiting = [rootId];
        for (let parent = waiting.shift(); parent !== undefined; parent = waiting.shift()) {
          const pages = sdk.paginateListOrganizationalUnitsForParent({ client }, { ParentId: parent });
          for await (const page of pages)
            for (const { Id: id = '', Name: name = '' } of page.OrganizationalUnits ?? []) {
              units.push({ id, name, parent });
              waiting.push(id);
            }
        }
        return { root: rootId, units };
      }),
  };
}
