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
    unit: string | null;
    tags: Record<string, string> | null;
  }>({
    // What is frozen lies in quarantine, and what was adopted has the tags of its record.
    text: `SELECT p.identifier AS id, coalesce(p.name, p.identifier) AS name, p.email,
       CASE WHEN l.state = 'frozen' THEN 'Quarantine' ELSE p.environment END AS unit,
       (SELECT json_build_object('CostCenter', p.cost_center, 'Owner', p.cloud_contact_email) FROM cloud_deployments d
         WHERE d.kind = 'account_adoption' AND d.state = 'done' AND d.identifier = p.identifier LIMIT 1) AS tags
     FROM cloud_parents p LEFT JOIN account_lives l ON l.cloud_parent_id = p.id
     WHERE p.provider_type = 'AwsCloudParent' AND NOT p.terminated ORDER BY p.id`,
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
    accounts: accounts.rows.map(({ id, name, email, unit, tags }) => ({
      id,
      name,
      ...(email !== null && { email }),
      ...(unit !== null && { unit }),
      ...(tags !== null && { tags }),
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
