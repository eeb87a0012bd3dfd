import type { Faults } from '#simulators/faults/faults.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { startAzure } from '#simulators/azure/azure.ts';
import type { AzureState } from '#simulators/azure/tenant.ts';
import { ROLES } from '#simulators/azure/roles.ts';
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
  /** Who may do what in an account, such as `Reader for …`; what stands there twice was given twice. Absent as below. */
  access?: (account: string) => string[];
  /** The accounts that its budgets are about; one that stands there twice has two. Absent where no test asks for any. */
  budgets?: () => string[];
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
  /** The operation that gives a group its access. */
  givesAccess: string;
  /** Access of two groups, as templates have it. */
  access: readonly [string, string];
  /** What else a baseline of the cloud can bring. */
  brings?: { services?: readonly string[]; policies?: string };
  /** The field with the template whose baseline an account gets. */
  baseline: string;
  /** That which makes the cloud's own budget. */
  makesBudget: string;
  start: () => Promise<RunningCloud>;
  /** A request for something of this name. */
  body: (name: string) => Record<string, unknown>;
  /** The part of a request that asks for a budget. */
  budget: (amount: string, currency: string, thresholds: string) => Record<string, unknown>;
}

const tags = (name: string) => ({ cost_center_tag: CENTER, owner_tag: OWNER, project_name_tag: name });

const budget: TestCloud['budget'] = (budget_amount, budget_currency, budget_thresholds) => ({
  budget_amount,
  budget_currency,
  budget_thresholds,
});

/** The accounts that a budget of AWS is about. */
const accountsOf = (budget: Record<string, unknown>): string[] =>
  (budget['FilterExpression'] as { Dimensions: { Values: string[] } }).Dimensions.Values;

/** The ids of the projects that a budget of Google is about. */
const projectsOf = (filter: unknown): string[] =>
  (filter as { projects: string[] }).projects.map((one) => one.replace('projects/', ''));

/** Every cloud in which accounts are made. A further one is a further row. */
export const testClouds: readonly TestCloud[] = [
  {
    cloud: 'aws',
    kind: 'aws_account',
    path: '/account/create',
    creates: 'CreateAccount',
    sticks: 'CreateAccount',
    givesAccess: 'CreateAccountAssignment',
    access: [
      'ReadOnlyAccess for 11111111-1111-4111-8111-111111111111',
      'PowerUserAccess for 22222222-2222-4222-8222-222222222222',
    ],
    baseline: 'baselineTemplate',
    makesBudget: 'CreateBudget',
    start: async () => {
      const aws = await startAws({ delaySeconds: 0, accountsAtOnce: 50 });
      const made = () => Object.values(aws.state.accounts).map(({ name }) => name);
      const budgets = () => aws.state.budgets.flatMap(({ budget }) => accountsOf(budget));
      const nameOf = (arn: string) => aws.state.permissionSets.find((one) => one.arn === arn)?.name ?? arn;
      const access = (account: string) =>
        aws.state.assignments
          .filter((one) => one.account === account)
          .map(({ permissionSet, principal }) => `${nameOf(permissionSet)} for ${principal}`);
      const { faults, close } = aws;
      return { faults, settings: { AWS_API: aws.url }, made, access, budgets, close };
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
    budget: (budgetAmount, budgetCurrency, budgetThresholds) => ({
      budgetAmount,
      budgetCurrency,
      budgetThresholds,
    }),
  },
  {
    cloud: 'azure',
    kind: 'azure_subscription',
    path: '/azure-subscriptions/create',
    creates: 'Alias_Create',
    sticks: 'Alias_Create',
    givesAccess: 'RoleAssignments_Create',
    access: [
      'Reader for 11111111-1111-4111-8111-111111111111',
      'Monitoring Reader for 22222222-2222-4222-8222-222222222222',
    ],
    brings: {
      policies:
        '/providers/Microsoft.Authorization/policySetDefinitions/1f3afdf9-d0c9-4c3d-847f-89da613e70a8',
    },
    baseline: 'baseline_template',
    makesBudget: 'Budgets_CreateOrUpdate',
    start: async () => {
      const azure = await startAzure({ delaySeconds: 0, tagDelaySeconds: 0 });
      const made = () => azure.state.subscriptions.map(({ displayName }) => displayName);
      const budgets = () => azure.state.budgets.map(({ subscriptionId }) => subscriptionId);
      const nameOf = (role: string) =>
        Object.keys(ROLES).find((name) => role.endsWith(`/${ROLES[name] ?? ''}`)) ?? role;
      const access = (account: string) =>
        azure.state.assignments
          .filter(({ scope }) => scope === `/subscriptions/${account}`)
          .map(({ roleDefinitionId, principalId }) => `${nameOf(roleDefinitionId)} for ${principalId}`);
      const { faults, close } = azure;
      return { faults, settings: { AZURE_API: azure.url }, made, access, budgets, close };
    },
    body: (name) => ({ subscription_name: name, group_id: 'sandboxes', ...tags(name) }),
    budget,
  },
  {
    cloud: 'gcp',
    kind: 'gcp_project',
    path: '/gcp-project/create',
    creates: 'CreateProject',
    sticks: 'CreateProject',
    givesAccess: 'SetIamPolicy',
    access: ['roles/viewer for readers@example.com', 'roles/compute.admin for builders@example.com'],
    brings: { services: ['compute.googleapis.com', 'storage.googleapis.com'] },
    baseline: 'baseline_template',
    makesBudget: 'CreateBudget',
    start: async () => {
      const gcp = await startGcp({ delaySeconds: 0 });
      const made = () => [...gcp.projects.values()].map(({ displayName }) => displayName);
      const budgets = () => [...gcp.budgets.values()].flatMap(({ budgetFilter }) => projectsOf(budgetFilter));
      const access = (account: string) =>
        (gcp.policies.get(`projects/${account}`)?.bindings ?? []).flatMap(({ role, members }) =>
          members.map((member) => `${role} for ${member.replace('group:', '')}`),
        );
      const { faults, close } = gcp;
      return { faults, settings: { GCP_API: gcp.url }, made, access, budgets, close };
    },
    body: (name) => ({ project_name: name, folder_id: '', ...tags(name) }),
    budget,
  },
];

/** Azure with the state of its simulator, which is there once a portal uses it. */
export function azureInSight(): { cloud: TestCloud; state: () => AzureState } {
  const azure = testClouds.find(({ cloud }) => cloud === 'azure');
  if (!azure) throw new Error('There is no Azure.');
  let state: AzureState | undefined;
  const start = async () => {
    const started = await startAzure({ delaySeconds: 0, tagDelaySeconds: 0 });
    state = started.state;
    const { faults, close, url } = started;
    return { faults, settings: { AZURE_API: url }, made: () => [], close };
  };
  return {
    cloud: { ...azure, start },
    state: () => {
      if (!state) throw new Error('Azure was not started.');
      return state;
    },
  };
}
