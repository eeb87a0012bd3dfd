import { createHash } from 'node:crypto';
import { costCenters } from './cost-centers.ts';

type Cloud = 'AwsCloudParent' | 'AzureCloudParent' | 'GcpCloudParent';

type Line = readonly [
  name: string,
  cloud: Cloud,
  /** The cost center that pays; owner, unit and department are its own. */
  center: string,
  form: 'IaaS' | 'PaaS' | 'SaaS' | 'Landing Zone',
  environments: readonly string[],
];

/** What is done in the clouds, and the environments that each has an account for. */
const lines: readonly Line[] = [
  ['Reel Engine', 'AwsCloudParent', '1000430030', 'IaaS', ['production', 'test', 'development']],
  ['Cabinet Telemetry', 'AwsCloudParent', '1000430050', 'PaaS', ['production', 'development']],
  [
    'Player Accounts',
    'AwsCloudParent',
    '2400410010',
    'IaaS',
    ['production', 'test', 'development', 'sandbox'],
  ],
  ['Odds Feed', 'AwsCloudParent', '3100410030', 'PaaS', ['production', 'test']],
  ['Draw Archive', 'AwsCloudParent', '3500410010', 'IaaS', ['production', 'nonproduction']],
  ['Retailer Terminals', 'AwsCloudParent', '3750410020', 'IaaS', ['production', 'test', 'development']],
  ['Game Studio', 'AwsCloudParent', '3800410020', 'IaaS', ['development', 'sandbox']],
  ['AWS Organization', 'AwsCloudParent', '1000410010', 'Landing Zone', ['root', 'shared-services']],
  ['AWS Security', 'AwsCloudParent', '1000410020', 'Landing Zone', ['Security', 'Security sandbox']],
  ['Instant Tickets', 'AzureCloudParent', '2100410010', 'IaaS', ['production', 'test', 'development']],
  ['Sportsbook Desk', 'AzureCloudParent', '5200410010', 'PaaS', ['production', 'online', 'test']],
  ['Corporate Finance', 'AzureCloudParent', '1000420010', 'SaaS', ['production', 'development']],
  ['Records Vault', 'AzureCloudParent', '1000420020', 'PaaS', ['production']],
  ['People Portal', 'AzureCloudParent', '1000420030', 'SaaS', ['production', 'none']],
  ['Network Hub', 'AzureCloudParent', '1000410040', 'Landing Zone', ['landingzones', 'platform']],
  ['Build Runners', 'AzureCloudParent', '6100410010', 'IaaS', ['github', 'development']],
  ['Field Service', 'AzureCloudParent', '1200510030', 'IaaS', ['production', 'decommissioned']],
  ['Azure Trials', 'AzureCloudParent', '1000410010', 'IaaS', ['sandboxes']],
  ['Terminal Updates', 'AzureCloudParent', '2100410020', 'IaaS', ['igt', 'decommissioned']],
  ['Player Insights', 'GcpCloudParent', '1000430050', 'PaaS', ['production', 'staging', 'development']],
  ['Lottery Forecast', 'GcpCloudParent', '1000440010', 'PaaS', ['production', 'test', 'development']],
  ['Promotion Sites', 'GcpCloudParent', '1000440030', 'PaaS', ['sites', 'staging']],
  ['Risk Models', 'GcpCloudParent', '2400410020', 'IaaS', ['production', 'env', 'sandbox']],
  ['Data Lake', 'GcpCloudParent', '1000450020', 'Landing Zone', ['production', 'development']],
  ['Reporting', 'GcpCloudParent', '4400410020', 'SaaS', ['production', 'test', 'sandbox']],
  ['GCP Trials', 'GcpCloudParent', '1000410010', 'IaaS', ['sandbox', 'development']],
];

/** What was once written into a tag and is nowhere among the reference data, by place in the list of accounts. */
const MISSPELT: Readonly<Record<number, Partial<Account>>> = {
  5: { cost_center: '1000-430-050' },
  13: { cost_center: 'to be told', cloud_contact_email: 'platform-team@example.com' },
  22: { business_unit_name: 'Sports' },
  31: { cloud_contact_email: 'former.colleague@example.com' },
  44: { cost_center: '1000499999', department: 'Marketing' },
  52: { business_unit_name: 'Lotteries' },
};
const TERMINATED = new Set([12, 21, 38, 41, 57]);

export interface Account {
  identifier: string;
  name: string;
  provider_type: Cloud;
  terminated: boolean;
  email: string;
  cloud_contact_email: string;
  business_unit_name: string;
  department: string;
  environment: string;
  cost_center: string;
  billing_contact: string | null;
  security_contact: string | null;
  operations_contact: string | null;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');

/** As each cloud names its accounts; the number of an AWS account may begin with zeros. */
function identifierOf(cloud: Cloud, name: string): string {
  const hex = digest(name);
  if (cloud === 'AwsCloudParent')
    return String(Number.parseInt(hex.slice(0, 9), 16) % 1e11).padStart(12, '0');
  if (cloud === 'GcpCloudParent') return `${name}-${Number.parseInt(hex.slice(0, 4), 16) % 10_000}`;
  return hex.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

const payers = new Map(costCenters.map((center) => [center.identifier, center]));

function payerOf(identifier: string) {
  const found = payers.get(identifier);
  if (!found) throw new Error(`The example data has no cost center ${identifier}.`);
  return found;
}

/** The accounts of all three clouds: of most of them everything is known that should be. */
export const accounts: readonly Account[] = lines
  .flatMap(([project, cloud, center, _form, environments]) =>
    environments.map((environment) => {
      const { owner, unit, department } = payerOf(center);
      const name = `${slug(project)}-${slug(environment)}`;
      return {
        identifier: identifierOf(cloud, name),
        name,
        provider_type: cloud,
        email: `${name}@cloud.example.com`,
        cloud_contact_email: owner,
        business_unit_name: unit,
        department,
        environment,
        cost_center: center,
        billing_contact: 'grace.nakamura@example.com',
        security_contact: 'victoria.cheng@example.com',
        operations_contact: environment.includes('prod') ? 'marcus.bell@example.com' : null,
      };
    }),
  )
  .map((account, at) => ({ ...account, terminated: TERMINATED.has(at), ...MISSPELT[at] }));

/** What is done in the clouds, by its name. */
export const cloudProjects = lines.map(([name, _cloud, center, cloud_form, environments]) => ({
  name,
  default_project: cloud_form === 'Landing Zone',
  environment: environments[0] ?? null,
  it_org_owner: payerOf(center).department,
  cloud_form,
  cloud_contact_email: payerOf(center).owner,
}));

const MACHINES = {
  AwsCloudParent: {
    places: ['us-east-1', 'eu-central-1', 'eu-west-2'],
    types: ['t3.medium', 'm6i.large', 'm6i.2xlarge', 'r6i.xlarge'],
    stopped: 'stopped',
    idOf: ({ name }: Account, machine: string) => `i-0${digest(name + machine).slice(0, 16)}`,
  },
  AzureCloudParent: {
    places: ['westeurope', 'northeurope', 'eastus2'],
    types: ['Standard_B2ms', 'Standard_D4s_v5', 'Standard_E8s_v5'],
    stopped: 'deallocated',
    idOf: ({ identifier, name }: Account, machine: string) =>
      `/subscriptions/${identifier}/resourceGroups/rg-${name}/providers/Microsoft.Compute/virtualMachines/${machine}`,
  },
  GcpCloudParent: {
    places: ['europe-west1-b', 'europe-west4-a', 'us-central1-c'],
    types: ['e2-standard-4', 'n2-standard-8', 'n2-highmem-4'],
    stopped: 'stopped',
    idOf: ({ identifier }: Account, machine: string) => `projects/${identifier}/instances/${machine}`,
  },
} as const;

const MOST_MACHINES = 300;
const pick = <T>(list: readonly [T, ...T[]], at: number): T => list[at % list.length] ?? list[0];

/** The machines that run in the accounts, more of them where people work with them in production. */
export const machines = accounts
  .filter(({ terminated }) => !terminated)
  .flatMap((account) => {
    const { environment, name, provider_type, identifier, business_unit_name, cost_center } = account;
    const { places, types, stopped, idOf } = MACHINES[provider_type];
    const many = environment === 'production' ? 11 : 4;
    const place = Number.parseInt(digest(name).slice(0, 4), 16);
    return Array.from({ length: many }, (_, at) => {
      const machine = `${name}-${String(at + 1).padStart(2, '0')}`;
      return {
        resource_id: idOf(account, machine),
        state: (place + at * 5) % 7 === 0 ? stopped : 'running',
        provider_type,
        identifier,
        name: machine,
        location: pick(places, place + (at > 6 ? 1 : 0)),
        resource_type: pick(types, place + at),
        business_unit_name,
        cost_center,
      };
    });
  })
  .slice(0, MOST_MACHINES);

/** What people answered otherwise than the inventory has it, by place among those who were asked. */
const OTHERWISE: Readonly<Record<number, object>> = {
  1: { business_unit: 'Digital & Betting' },
  4: { still_in_use: 'No', can_be_removed: 'Yes', project_summary: 'Replaced by the new engine in spring.' },
  6: { account_owner: 'maya.desai@example.com', cost_center: '1000430040' },
  9: { cloud_environment: 'production', operations_contact: 'farid.haddad@example.com' },
  11: { cost_center: '1000499998', billing_contact: null },
  14: { can_be_removed: 'Yes', project_summary: 'Only the logs are still needed.' },
  16: { project_name: 'odds-feed-acceptance', department: 'Quality Assurance' },
};

/** Every third account was asked about, and most answers are what was to be expected. */
export const surveyed = accounts
  .filter((_account, at) => at % 3 === 0)
  .map((account, at) => ({
    account,
    answers: { still_in_use: 'Yes', can_be_removed: 'No', project_summary: null, ...OTHERWISE[at] },
  }));
