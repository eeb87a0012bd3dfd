import { CLOUD_BUDGET, cloudDeployments } from '#resources/cloud-deployments.ts';
import { addDays } from './days.ts';
import { readExample, type Filling } from './read-example.ts';

type Provider = 'AwsCloudParent' | 'AzureCloudParent' | 'GcpCloudParent';
/** An account of the example's inventory. */
type Account = Readonly<Record<string, string>> & {
  provider_type: Provider;
  identifier: string;
  name: string;
};

/** A step as a record of an example has it: what it is called, what people read, what the provider called what it made. */
type Step = readonly [name: string, label: string, ids?: Readonly<Record<string, string>>];

const stepsOf: Readonly<Record<Provider, (identifier: string) => readonly Step[]>> = {
  AwsCloudParent: (identifier) => [
    ['create_account', 'Create the account', { account_id: identifier }],
    ['move_account', 'Move the account into its OU'],
    ['tag_account', 'Tag the account'],
  ],
  AzureCloudParent: (identifier) => [
    ['create_subscription', 'Create the subscription', { subscription_id: identifier }],
    ['check_tags', 'Check the tags'],
  ],
  GcpCloudParent: (identifier) => [
    ['create_project', 'Create the project', { project_id: identifier }],
    ['link_billing', 'Link the billing account'],
  ],
};

const budgetSteps = (identifier: string): readonly Step[] => [
  ['record_budget', 'Add the budget'],
  [CLOUD_BUDGET, 'Make the budget in AWS', { cloud_budget: `Skyledger ${identifier}` }],
];

const KINDS: Readonly<Record<Provider, string>> = {
  AwsCloudParent: 'aws_account',
  AzureCloudParent: 'azure_subscription',
  GcpCloudParent: 'gcp_project',
};

/** The requester of the deployments of the example. */
export const REQUESTER = 'amelia.hart@example.com';

function requestOf(account: Account): Record<string, unknown> {
  const { name, email, cost_center: center, cloud_contact_email: owner } = account;
  if (account.provider_type === 'AzureCloudParent')
    return {
      subscription_name: name,
      group_id: 'sandboxes',
      cost_center_tag: center,
      owner_tag: owner,
      project_name_tag: name,
    };
  if (account.provider_type === 'GcpCloudParent')
    return {
      project_name: name.slice(0, 30),
      folder_id: 'sandbox',
      cost_center_tag: center,
      owner_tag: owner,
      project_name_tag: name,
    };
  return {
    accountEmail: email,
    accountName: name,
    ou: 'sandbox',
    costCenterTag: center,
    departmentTag: account.department,
    ownerTag: owner,
    projectNameTag: name,
    businessUnitTag: account.business_unit_name,
    billingContact: account.billing_contact,
    operationsContact: 'marcus.bell@example.com',
    securityContact: account.security_contact,
    regions: [],
  };
}

/** How many days ago each was requested, by the name of the account that came of it. */
const DONE: readonly (readonly [name: string, daysAgo: number])[] = [
  ['reel-engine-test', 64],
  ['player-accounts-sandbox', 41],
  ['game-studio-sandbox', 23],
  ['instant-tickets-development', 52],
  ['corporate-finance-development', 17],
  ['lottery-forecast-test', 35],
  ['promotion-sites-staging', 12],
];

/** The one that was requested with a budget, which is among those of the example. */
const BUDGETED = {
  name: 'player-accounts-sandbox',
  values: { budgetAmount: '25000.00', budgetCurrency: 'USD', budgetThresholds: '80, 100' },
} as const;

/** A deployment of the example. */
export interface ExampleDeployment {
  daysAgo: number;
  values: Record<string, unknown>;
  steps: readonly Step[];
  /** The step at which it failed; null where it did not. */
  failedAt: string | null;
}

const described = (account: Account) => ({
  name: account.name,
  kind: KINDS[account.provider_type],
  provider_type: account.provider_type,
  cost_center: account.cost_center,
  owner: account.cloud_contact_email,
  requested_by: REQUESTER,
  simulated: true,
  request: requestOf(account),
});

/** The account of the example that people call so. */
export function called(name: string): Account {
  const found = readExample('cloud_parents').find((account) => account['name'] === name);
  if (!found) throw new Error(`The example data has no account ${name}.`);
  return found as Account;
}

/** Requests of the last months: most of them became an account of the inventory. */
const deployments = (): readonly ExampleDeployment[] => [
  ...DONE.map(([name, daysAgo]): ExampleDeployment => {
    const account = called(name);
    const { request, ...about } = described(account);
    const isBudgeted = name === BUDGETED.name;
    return {
      daysAgo,
      values: {
        ...about,
        request: { ...request, ...(isBudgeted && BUDGETED.values) },
        state: 'done',
        identifier: account.identifier,
      },
      steps: [
        ...stepsOf[account.provider_type](account.identifier),
        ...(isBudgeted ? budgetSteps(account.identifier) : []),
      ],
      failedAt: null,
    };
  }),
  {
    daysAgo: 3,
    values: {
      ...described({ ...called('player-accounts-sandbox'), name: 'player-accounts-lab' }),
      state: 'failed',
      error:
        'AWS made no account. Another AWS account has this address. Cancel this request and ask again with another one.',
    },
    steps: stepsOf.AwsCloudParent('').map(([name, label]) => [name, label]),
    failedAt: 'create_account',
  },
];

/** Requests for accounts as the cloud factory would have made them. */
export const addDeployments = async (filling: Filling): Promise<void> =>
  void (await keepDeployments(filling, deployments()));

/** Keeps deployments as the cloud factory would have made them, steps and times included; answers their ids. */
export async function keepDeployments(
  { tx, services, who, today }: Filling,
  made: readonly ExampleDeployment[],
): Promise<number[]> {
  const records = made.map(({ daysAgo, values }) => ({
    values: { ...values },
    createdAt: new Date(`${addDays(today, -daysAgo)}T09:10:00Z`),
  }));
  const ids = await services.createMany(tx, cloudDeployments.name, records, who);
  for (const [at, deployment] of made.entries()) {
    const day = addDays(today, -deployment.daysAgo);
    await tx.query('UPDATE cloud_deployments SET steps = $2, finished_at = $3 WHERE id = $1', [
      ids[at],
      JSON.stringify(stepsOn(deployment, day)),
      momentOn(day, deployment.steps.length),
    ]);
  }
  return ids;
}

/** A step takes a minute. */
const momentOn = (day: string, minute: number) => `${day}T09:${String(10 + minute)}:00.000Z`;

function stepsOn({ steps, failedAt }: ExampleDeployment, day: string) {
  const last = failedAt === null ? steps.length : steps.findIndex(([name]) => name === failedAt);
  return steps.map(([name, label, ids = {}], at) => {
    const began = at <= last;
    return {
      name,
      label,
      state: at < last ? 'done' : at === last ? 'failed' : 'waiting',
      attempts: began ? 1 : 0,
      no_return: at === 0,
      input: null,
      ids,
      note: null,
      started_at: began ? momentOn(day, at) : null,
      finished_at: began ? momentOn(day, at + 1) : null,
    };
  });
}
