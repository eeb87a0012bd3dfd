import { accessPart } from './access.ts';
import { accountPart } from './account.ts';
import { accountsPart, makingPart } from './accounts.ts';
import { budgetsPart } from './budgets.ts';
import { catalogPart } from './catalog.ts';
import { AwsClients, type AwsAccess } from './clients.ts';
import { identityCenterPart } from './identity-center.ts';
import type { AwsProvider } from './interface.ts';
import { machinesPart } from './machines.ts';
import { organizationPart } from './organization.ts';
import { placementPart } from './placement.ts';

export interface AwsSettings extends AwsAccess {
  /** The configured organization; null: a simulator takes its place. */
  organization: string | null;
  /** The role that the portal takes on in accounts whose provisioned products it updates. */
  catalogRole: string;
  /** The aggregator of AWS Config that sees all accounts; null: machines are not read. */
  aggregator: string | null;
}

/** AWS by its official SDK; nothing is loaded or called before the first call. */
export function openAws(settings: AwsSettings): AwsProvider {
  const { organization, catalogRole, aggregator } = settings;
  const clients = new AwsClients(settings);
  const part = organizationPart(clients);
  return {
    reached: { simulated: organization === null, place: organization ?? 'Simulator' },
    ...part,
    ...accountsPart(clients),
    ...makingPart(clients, part.organization, organization),
    ...placementPart(clients),
    ...accountPart(clients),
    ...accessPart(clients),
    ...budgetsPart(clients, part.identity),
    ...machinesPart(clients, aggregator),
    identityCenter: identityCenterPart(clients),
    catalog: catalogPart(clients, catalogRole, part.identity),
  };
}
