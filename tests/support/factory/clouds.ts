import type { Faults } from '#simulators/faults/faults.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { startAzure } from '#simulators/azure/azure.ts';
import { startGcp } from '#simulators/gcp/gcp.ts';

/** What requests of these tests are charged to, and who owns what they make. */
export const CENTER = 'CC-FACTORY';
export const OWNER = 'owner@example.com';

/** A simulated cloud as tests of all clouds see it. */
export interface RunningCloud {
  faults: Faults;
  settings: Record<string, string>;
  /** The names of what it has been asked to make; one that stands there twice was made twice. */
  made: () => string[];
  close: () => Promise<void>;
}

export interface TestCloud {
  cloud: 'aws' | 'azure' | 'gcp';
  kind: string;
  path: string;
  /** The operation that makes the account. */
  creates: string;
  /** That of which `stuck` keeps what it begins from ever ending. */
  sticks: string;
  start: () => Promise<RunningCloud>;
  /** A request for something of this name. */
  body: (name: string) => Record<string, unknown>;
}

const tags = (name: string) => ({ cost_center_tag: CENTER, owner_tag: OWNER, project_name_tag: name });

/** Every cloud in which accounts are made. A further one is a further row. */
export const testClouds: readonly TestCloud[] = [
  {
    cloud: 'aws',
    kind: 'aws_account',
    path: '/account/create',
    creates: 'CreateAccount',
    sticks: 'CreateAccount',
    start: async () => {
      const aws = await startAws({ delaySeconds: 0, accountsAtOnce: 50 });
      const made = () => Object.values(aws.state.accounts).map(({ name }) => name);
      return { faults: aws.faults, settings: { AWS_API: aws.url }, made, close: aws.close };
    },
    body: (name) => ({
      accountEmail: `${name}@example.com`,
      accountName: name,
      ou: 'sandbox',
      costCenterTag: CENTER,
      departmentTag: 'Cloud Factory',
      ownerTag: OWNER,
      projectNameTag: name,
      businessUnitTag: 'Factory Unit',
      billingContact: OWNER,
      operationsContact: OWNER,
      securityContact: OWNER,
      regions: 'us-east-1, af-south-1',
    }),
  },
  {
    cloud: 'azure',
    kind: 'azure_subscription',
    path: '/azure-subscriptions/create',
    creates: 'Alias_Create',
    sticks: 'Alias_Create',
    start: async () => {
      const azure = await startAzure({ delaySeconds: 0, tagDelaySeconds: 0 });
      const made = () => azure.state.subscriptions.map(({ displayName }) => displayName);
      return { faults: azure.faults, settings: { AZURE_API: azure.url }, made, close: azure.close };
    },
    body: (name) => ({ subscription_name: name, group_id: 'sandboxes', ...tags(name) }),
  },
  {
    cloud: 'gcp',
    kind: 'gcp_project',
    path: '/gcp-project/create',
    creates: 'CreateProject',
    sticks: 'CreateProject',
    start: async () => {
      const gcp = await startGcp({ delaySeconds: 0 });
      const made = () => [...gcp.projects.values()].map(({ displayName }) => displayName);
      return { faults: gcp.faults, settings: { GCP_API: gcp.url }, made, close: gcp.close };
    },
    body: (name) => ({ project_name: name, folder_id: '', ...tags(name) }),
  },
];
