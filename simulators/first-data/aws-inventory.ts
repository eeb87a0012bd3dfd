import type { Runner } from '#server/platform/database/database.ts';
import type { Initial } from '../aws/state.ts';
import { simulatedDirectory } from './directory.ts';
import { simulatedIdentity } from './identity.ts';

/** So many of the example accounts have a product of the service catalog in the simulator. */
const WITH_PRODUCTS = 3;

/** The AWS accounts that the portal knows, for a simulator that begins: a sync then finds what is there. */
export async function awsInventory(db: Runner): Promise<Initial> {
  const accounts = await db.query<{
    id: string;
    name: string;
    email: string | null;
    environment: string | null;
  }>({
    text: `SELECT identifier AS id, coalesce(name, identifier) AS name, email, environment FROM cloud_parents
     WHERE provider_type = 'AwsCloudParent' AND NOT terminated ORDER BY id`,
  });
  const machines = await db.query<{
    id: string;
    account: string;
    region: string;
    name: string;
    type: string;
    state: string;
  }>({
    text: `SELECT resource_id AS id, coalesce(identifier, '') AS account, coalesce(location, '') AS region,
       coalesce(name, '') AS name, coalesce(resource_type, '') AS type, coalesce(state, '') AS state
     FROM virtual_machines WHERE provider_type = 'AwsCloudParent' ORDER BY id`,
  });
  const products = await db.query<{ id: string; name: string; description: string | null }>({
    text: 'SELECT identifier AS id, name, description FROM service_catalog_products ORDER BY id',
  });
  const deployed = accounts.rows.slice(0, WITH_PRODUCTS).map(({ id }) => id);
  return {
    identity: simulatedIdentity(await simulatedDirectory(db)),
    accounts: accounts.rows.map(({ id, name, email, environment }) => ({
      id,
      name,
      ...(email !== null && { email }),
      ...(environment !== null && { unit: environment }),
    })),
    machines: machines.rows.map(({ id, account, region, name, type, state }) => ({
      resourceId: id,
      accountId: account,
      awsRegion: region,
      name,
      configuration: { instanceType: type, state: { name: state } },
    })),
    products: products.rows.map(({ id, name, description }) => ({
      id,
      name,
      description: description ?? '',
      accounts: deployed,
    })),
  };
}
