import type { LaunchPathSummary, ServiceCatalogClient } from '@aws-sdk/client-service-catalog';
import { ProviderFailure } from '../common/interface.ts';
import type { ProvisionedProduct } from './interface.ts';

/** What is updated, where, and the role by which the portal does it. */
interface Updated {
  accountId: string;
  provisioned: ProvisionedProduct;
  product: string;
  role: string;
}

/**
 * The launch path by which a product is updated: the portfolio through which the role of the portal may use it. Of several
 * it is the one by which the product was provisioned, since others bring other constraints and tags.
 * @throws {ProviderFailure} where the role is in no portfolio with the product, or none of several is the one
 */
export async function launchPath(client: ServiceCatalogClient, updated: Updated): Promise<string> {
  const { accountId, provisioned, product, role } = updated;
  const paths = await pathsOf(client, product);
  const [first, ...others] = paths.map(({ Id: id = '' }) => id);
  if (first === undefined)
    throw new ProviderFailure(
      'refused',
      `No portfolio in the account ${accountId} lets the portal use the product ${product}. Add its role there (${role}; in the portal's own account what it signs in as) to the principals of a portfolio that has the product.`,
      { code: 'NO_LAUNCH_PATH' },
    );
  if (others.length === 0) return first;
  const before = await pathOf(client, provisioned.record);
  if (before !== null && [first, ...others].includes(before)) return before;
  const names = paths.map(({ Id: id = '', Name: name }) => (name === undefined ? id : `${name} (${id})`));
  throw new ProviderFailure(
    'refused',
    `${provisioned.name} can be updated by several launch paths, and was provisioned by none of them: ${names.join(', ')}. Update it once in the account ${accountId}, or leave the role of the portal in one of these portfolios.`,
    { code: 'SEVERAL_LAUNCH_PATHS' },
  );
}

/** The launch paths of a product. AWS says that there is no such resource where there are none. */
async function pathsOf(client: ServiceCatalogClient, product: string): Promise<LaunchPathSummary[]> {
  const { paginateListLaunchPaths, ResourceNotFoundException } =
    await import('@aws-sdk/client-service-catalog');
  const found: LaunchPathSummary[] = [];
  try {
    for await (const page of paginateListLaunchPaths({ client }, { ProductId: product }))
      found.push(...(page.LaunchPathSummaries ?? []));
    return found;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return [];
    throw error;
  }
}

/** The launch path of an earlier request; null where AWS keeps it no more. */
async function pathOf(client: ServiceCatalogClient, record: string | null): Promise<string | null> {
  if (record === null) return null;
  const { DescribeRecordCommand, ResourceNotFoundException } =
    await import('@aws-sdk/client-service-catalog');
  try {
    const { RecordDetail: detail } = await client.send(new DescribeRecordCommand({ Id: record }));
    return detail?.PathId ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}
