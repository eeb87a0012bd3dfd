import type { DescribedSet } from './interface.ts';
import { orNull, PAGE, type Instance } from './identity-instances.ts';
import { paged, whole } from './paged.ts';

const load = async () => import('@aws-sdk/client-sso-admin');

/** The ARNs of all permission sets. */
export async function setsOf({ clients, client, arn, signal }: Instance): Promise<string[]> {
  const { paginateListPermissionSets } = await load();
  const pages = paginateListPermissionSets(
    { client, pageSize: PAGE },
    { InstanceArn: arn },
    { abortSignal: signal },
  );
  return whole(paged(clients, 'list the permission sets', pages, (page) => page.PermissionSets ?? []));
}

/** A permission set with all that it allows. */
export async function describeSet(
  { clients, client, arn, signal }: Instance,
  set: string,
): Promise<DescribedSet> {
  return clients.call('describe the permission set', async () => {
    const sdk = await load();
    const query = { InstanceArn: arn, PermissionSetArn: set };
    const aborting = { abortSignal: signal };
    const { PermissionSet: found = {} } = await client.send(
      new sdk.DescribePermissionSetCommand(query),
      aborting,
    );
    const { InlinePolicy: inline = '' } = await client.send(
      new sdk.GetInlinePolicyForPermissionSetCommand(query),
      aborting,
    );
    const policies: DescribedSet['managedPolicies'] = [];
    const config = { client, pageSize: PAGE };
    for await (const page of sdk.paginateListManagedPoliciesInPermissionSet(config, query, aborting))
      for (const { Name: name = '', Arn: policy = '' } of page.AttachedManagedPolicies ?? [])
        policies.push({ name, arn: policy });
    const own = sdk.paginateListCustomerManagedPolicyReferencesInPermissionSet(config, query, aborting);
    for await (const page of own)
      for (const { Name: name = '', Path: path = '/' } of page.CustomerManagedPolicyReferences ?? [])
        policies.push({ name, arn: `arn:${partitionOf(set)}:iam::*:policy${path}${name}` });
    return {
      arn: set,
      name: found.Name ?? set,
      description: orNull(found.Description),
      sessionDuration: orNull(found.SessionDuration),
      relayState: orNull(found.RelayState),
      managedPolicies: policies,
      inlinePolicy: orNull(inline),
    };
  });
}

const partitionOf = (arn: string) => arn.split(':')[1] ?? 'aws';
