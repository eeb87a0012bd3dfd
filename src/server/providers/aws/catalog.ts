import type { RecordDetail, ServiceCatalogClient } from '@aws-sdk/client-service-catalog';
import { ProviderFailure } from '../common/interface.ts';
import type { AwsClients } from './clients.ts';
import { awsFailure } from './failure.ts';
import { ROLE_REFUSED, type AwsCatalog, type Progress, type ProvisionedProduct } from './interface.ts';
import { launchPath } from './launch-path.ts';

const load = async () => import('@aws-sdk/client-service-catalog');

/** The client of an account. @throws {ProviderFailure} with ROLE_REFUSED where the account does not let the portal in */
type ClientIn = (accountId: string) => Promise<ServiceCatalogClient>;

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
  const clientIn: ClientIn = async (accountId) => {
    own ??= await identity();
    if (own.account === accountId) return clients.catalog(null);
    const partition = own.arn.split(':')[1] ?? 'aws';
    const client = await clients.catalog(`arn:${partition}:iam::${accountId}:role/${role}`);
    try {
      await client.config.credentials();
    } catch (error) {
      throw refusalOfRole(error, `take on the role ${role} in the account ${accountId}`);
    }
    return client;
  };
  return { ...productPart(clients), ...provisionedPart(clients, clientIn, role) };
}

/** The failure to take on a role, with a code of its own where it is the account that does not let the portal in. */
function refusalOfRole(error: unknown, doing: string): ProviderFailure {
  const failure = awsFailure(error, doing);
  if (failure.code !== 'AccessDenied') return failure;
  return new ProviderFailure('refused', failure.message, { code: ROLE_REFUSED, cause: error });
}

/** Products themselves, in the portal's own account. */
function productPart(clients: AwsClients): Pick<AwsCatalog, 'updateProduct' | 'latestArtifact'> {
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
  };
}

/** What accounts have of products. */
function provisionedPart(
  clients: AwsClients,
  clientIn: ClientIn,
  role: string,
): Pick<AwsCatalog, 'provisionedIn' | 'update' | 'progress'> {
  return {
    provisionedIn: async (accountId, product) =>
      clients.call(`list what ${accountId} has of the product`, async () => {
        const { paginateSearchProvisionedProducts } = await load();
        const client = await clientIn(accountId);
        const found: ProvisionedProduct[] = [];
        const search = {
          AccessLevelFilter: { Key: 'Account' as const, Value: 'self' },
          ...(product !== null && { Filters: { SearchQuery: [`productId:${product}`] } }),
        };
        for await (const page of paginateSearchProvisionedProducts({ client }, search))
          for (const one of page.ProvisionedProducts ?? [])
            if (one.Id !== undefined)
              found.push({
                id: one.Id,
                name: one.Name ?? one.Id,
                artifact: one.ProvisioningArtifactId ?? '',
                record: one.LastSuccessfulProvisioningRecordId ?? null,
              });
        return found;
      }),
    update: async ({ accountId, provisioned, product, artifact, token }) =>
      clients.call(`update ${provisioned.name} in ${accountId}`, async () => {
        const { UpdateProvisionedProductCommand } = await load();
        const client = await clientIn(accountId);
        const path = await launchPath(client, { accountId, provisioned, product, role });
        const before = await parametersOf(client, product, provisioned.artifact, path);
        const after = await parametersOf(client, product, artifact, path);
        const kept = after.filter((key) => before.includes(key));
        const begun = await client.send(
          new UpdateProvisionedProductCommand({
            ProvisionedProductId: provisioned.id,
            ProductId: product,
            ProvisioningArtifactId: artifact,
            PathId: path,
            ProvisioningParameters: kept.map((Key) => ({ Key, UsePreviousValue: true })),
            UpdateToken: token,
          }),
        );
        return progressOf(begun.RecordDetail);
      }),
    progress: async (accountId, record) =>
      clients.call(`read how far the update in ${accountId} is`, async () => {
        const { DescribeRecordCommand } = await load();
        const client = await clientIn(accountId);
        return progressOf((await client.send(new DescribeRecordCommand({ Id: record }))).RecordDetail);
      }),
  };
}

/** Names of the parameters that a version takes. */
async function parametersOf(
  client: ServiceCatalogClient,
  product: string,
  artifact: string,
  path: string,
): Promise<string[]> {
  const { DescribeProvisioningParametersCommand } = await load();
  const command = new DescribeProvisioningParametersCommand({
    ProductId: product,
    ProvisioningArtifactId: artifact,
    PathId: path,
  });
  const found = await client.send(command);
  return (found.ProvisioningArtifactParameters ?? []).flatMap(({ ParameterKey: key }) => (key ? [key] : []));
}

function progressOf(record: RecordDetail = {}): Progress {
  const { RecordId: id = '', Status: status, RecordErrors: errors = [] } = record;
  // `IN_PROGRESS_IN_ERROR` is on its way back to what was there before.
  if (status !== 'SUCCEEDED' && status !== 'FAILED') return { id, state: 'IN_PROGRESS', failure: null };
  const failure = errors.map(({ Description: text }) => text).join(' ');
  return { id, state: status, failure: failure === '' ? null : failure };
}
