import { awsDetails } from './account-details.ts';
import { catalogProcedure } from './modules/factory/catalog/procedure.ts';
import { examineAws } from './modules/factory/clouds/aws/examine.ts';
import { awsLife } from './modules/factory/clouds/aws/life.ts';
import { awsRecipe } from './modules/factory/clouds/aws/recipe.ts';
import { createRegionList } from './modules/factory/clouds/aws/region-list.ts';
import { awsAccess } from './modules/directory/access/aws-access.ts';
import { awsSource } from './modules/inventory/sync/source.ts';
import type { AwsConfig } from './platform/config/aws.ts';
import type { Database } from './platform/database/database.ts';
import type { Examine } from './platform/process/finding.ts';
import type { CloudParts, OpenCloud } from './open-cloud.ts';
import type { AwsProvider } from './providers/aws/interface.ts';
import { openAws } from './providers/aws/provider.ts';
import { simulatorAccess } from './providers/common/simulator-access.ts';
import { simulators } from './simulators.ts';

const MISSING = 'Set AWS_ORGANIZATION_ID, and start the portal again.';
/** The doctor does not wait for long. */
const PATIENCE_MS = 10_000;

/** Opens AWS, or the simulator in its place, and says how accounts are made there. */
export const openAwsCloud: OpenCloud = async (parts) => {
  const { aws } = parts.config;
  if (!aws) return { cloud: 'aws', recipe: null, missing: MISSING };
  const provider = await openProvider(aws, parts);
  const { contact, access } = aws;
  const regions = createRegionList(provider);
  const named = async (email: string) => nameOf(parts.db, email);
  const recipe = awsRecipe({ provider, regions, contact, access, nameOf: named });
  const procedures = [catalogProcedure(parts.services, provider)];
  // The portal's own simulator has an aggregator.
  const readsMachines = aws.aggregator !== null || (aws.organization === null && aws.api === null);
  const who = awsAccess(provider.identityCenter);
  const life = awsLife(provider, aws.quarantine);
  const inventory = { ...awsSource(provider, readsMachines), details: awsDetails(provider, life.places) };
  return {
    cloud: 'aws',
    recipe,
    reached: provider.reached,
    inventory,
    access: who,
    procedures,
    regions,
    life,
  };
};

async function openProvider(aws: AwsConfig, { config, db, onClose }: CloudParts): Promise<AwsProvider> {
  if (aws.organization !== null || aws.api !== null) return reach(aws);
  const simulator = await (await simulators(config)).awsOf({ db, dataDir: config.dataDir });
  onClose(async () => simulator.close());
  return reach({ ...aws, api: simulator.url, aggregator: 'organization' });
}

/** Whatever is not the configured organization is a simulator, and knows its key. */
const reach = (aws: AwsConfig, patienceMs?: number): AwsProvider =>
  openAws({ ...aws, patienceMs, credentials: aws.organization === null ? { ...simulatorAccess.aws } : null });

async function nameOf(db: Database, email: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string | null }>(
    'SELECT name FROM cloud_contacts WHERE lower(btrim(email)) = lower(btrim($1))',
    [email],
  );
  return rows[0]?.name ?? null;
}

/** For the command `doctor`: tries AWS without making anything, or names the simulator in its place. */
export const examineAwsCloud: Examine = async ({ aws }) => {
  const what = 'AWS';
  if (!aws)
    return {
      findings: [{ state: 'skipped', what, message: `Nobody can ask for accounts of AWS. ${MISSING}` }],
    };
  const { organization, access, api, aggregator, quarantine } = aws;
  const readsMachines = aggregator !== null;
  if (organization !== null)
    return examineAws({ provider: reach(aws, PATIENCE_MS), access, organization, readsMachines, quarantine });
  const simulator = api === null ? 'A simulator in the portal' : `A simulator at ${api}`;
  const message = `${simulator} stands for it, so that accounts are made nowhere. AWS_ORGANIZATION_ID names a real one.`;
  return { findings: [{ state: 'skipped', what, message }] };
};
