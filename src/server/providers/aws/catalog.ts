import type { RecordDetail } from '@aws-sdk/client-service-catalog';
import type { AwsClients } from './clients.ts';
import type { AwsCatalog, Progress, ProvisionedProduct } from './interface.ts';

const load = async () => import('@aws-sdk/client-service-catalog');

/**
 * Products of the service catalog.
 * @param role the name of the role that the portal takes on in other accounts
 * @param identity whose key the portal has: its own account is reached without a role
 */
export function catalogPart(
  clients: AwsClients,
  role: string,
  identity: () => Promise<{ account: string; arn: string }>,
): AwsCatalog {
  let own: { account: string; arn: string } | null = null;
  const clientIn = async (accountId: string) => {
    own ??= await identity();
    const partition = own.arn.split(':')[1] ?? 'aws';
    return clients.catalog(
      own.account === accountId ? null : `arn:${partition}:iam::${accountId}:role/${role}`,
    );
  };
  /** Names of the parameters that a version takes. */
  const parametersOf = async (accountId: string, product: string, artifact: string) => {
    const { DescribeProvisioningParametersCommand } = await load();
    const command = new DescribeProvisioningParametersCommand({
      ProductId: product,
      ProvisioningArtifactId: artifact,
    });
    const found = await (await clientIn(accountId)).send(command);
    return (found.ProvisioningArtifactParameters ?? []).flatMap(({ ParameterKey: key }) =>
      key ? [key] : [],
    );
  };

  return {
    updateProduct: async (id, { name, description }) =>
      clients.call('update the product', async () => {
        const { UpdateProductCommand } = await load();
        const client = await clients.catalog(null);
        await client.send(new UpdateProductCommand({ Id: id, Name: name, Description: description }));
      }),
    latestArtifact: async (product) =>
      clients.call('list the versions of the product', async () => {
        const { ListProvisioningArtifactsCommand } = await load();
        const client = await clients.catalog(null);
        const listed = await client.send(new ListProvisioningArtifactsCommand({ ProductId: product }));
        const [latest] = (listed.ProvisioningArtifactDetails ?? [])
          .filter(({ Active: active, Guidance: guidance }) => active && guidance !== 'DEPRECATED')
          .toSorted((one, other) => (other.CreatedTime?.getTime() ?? 0) - (one.CreatedTime?.getTime() ?? 0));
        return latest?.Id === undefined ? null : { id: latest.Id, name: latest.Name ?? latest.Id };
      }),
    provisionedIn: async (accountId, product) =>
      clients.call(`list what ${accountId} has of the product`, async () => {
        const { paginateSearchProvisionedProducts } = await load();
        const client = await clientIn(accountId);
        const found: ProvisionedProduct[] = [];
        const search = {
          AccessLevelFilter: { Key: 'Account' as const, Value: 'self' },
          Filters: { SearchQuery: [`productId:${product}`] },
        };
        for await (const page of paginateSearchProvisionedProducts({ client }, search))
          for (const one of page.ProvisionedProducts ?? [])
            if (one.Id !== undefined)
              found.push({
                id: one.Id,
                name: one.Name ?? one.Id,
                artifact: one.ProvisioningArtifactId ?? '',
              });
        return found;
      }),
    update: async ({ accountId, provisioned, product, artifact, token }) =>
      clients.call(`update ${provisioned.name} in ${accountId}`, async () => {
        const { UpdateProvisionedProductCommand } = await load();
        const client = await clientIn(accountId);
        const before = await parametersOf(accountId, product, provisioned.artifact);
        const after = await parametersOf(accountId, product, artifact);
        const kept = after.filter((key) => before.includes(key));
        const begun = await client.send(
          new UpdateProvisionedProductCommand({
            ProvisionedProductId: provisioned.id,
            ProductId: product,
            ProvisioningArtifactId: artifact,
            ProvisioningParameters: kept.map((Key) => ({ Key, UsePreviousValue: true })),
            UpdateToken: token,
          }),
        );
        return progressOf(begun.RecordDetail);
      }),
    progress: async (accountId, record) =>
      clients.call(`tell how far the update in ${accountId} is`, async () => {
        const { DescribeRecordCommand } = await load();
        const client = await clientIn(accountId);
        return progressOf((await client.send(new DescribeRecordCommand({ Id: record }))).RecordDetail);
      }),
  };
}

function progressOf(record: RecordDetail = {}): Progress {
  const { RecordId: id = '', Status: status, RecordErrors: errors = [] } = record;
  // `IN_PROGRESS_IN_ERROR` is on its way back to what was there before.
  if (status !== 'SUCCEEDED' && status !== 'FAILED') return { id, state: 'IN_PROGRESS', failure: null };
  const failure = errors.map(({ Description: text }) => text).join(' ');
  return { id, state: status, failure: failure === '' ? null : failure };
}
