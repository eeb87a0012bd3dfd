import type { Plan } from '#calls/factory.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { azureSubscription } from '#resources/cloud-requests/azure-subscription.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Azure, ManagementGroup, Workload } from '#server/providers/azure/interface.ts';
import type { Recipe, StepContext } from '../ledger/step.ts';
import { azureBaseline } from './azure-baseline.ts';
import { azureBudget } from './azure-budget.ts';
import { createGroupTree, pathBelowRoot, type GroupTree } from './azure-groups.ts';
import { createStep, type Looks, type OwnerRole, placeStep, roleStep, tagStep } from './azure-steps.ts';
import { environmentOf, pathText } from '#resources/account-places.ts';

/** Settings of the subscriptions of a portal. */
export interface AzureSettings {
  /** Ids or names of the management groups whose subscriptions are for production. */
  productionGroups: readonly string[];
  /** Null: nobody is given a role. */
  owner: OwnerRole | null;
}

/** Names of the cloud's tags, by the field that each has its value from. */
const TAGS: Readonly<Record<string, string>> = {
  CostCenter: 'cost_center_tag',
  Owner: 'owner_tag',
  ProjectName: 'project_name_tag',
};
const LONGEST_TAG_NAME = 512;
const LONGEST_TAG_VALUE = 256;
const MOST_TAGS = 50;

/** A subscription takes Azure some minutes at most, and the simulator the delay that it was given. */
const SIMULATED: Looks = { created: 1, settled: 1 };
const REAL: Looks = { created: 10, settled: 5 };

const textOf = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};
/** The tags of a request; what was left empty is none. */
export const tagsOf = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(TAGS).flatMap(([name, field]) => {
      const value = textOf(values, field);
      return value === '' ? [] : [[name, value]];
    }),
  );

/** How a subscription of Azure is made: by an alias with its group and tags, both of which are seen to afterwards. */
export function azureRecipe(
  azure: Azure,
  settings: AzureSettings,
  tree: GroupTree = createGroupTree(azure),
  looks = azure.reached.simulated ? SIMULATED : REAL,
): Recipe {
  const workloadOf = workloads(settings.productionGroups);
  const steps = [
    createStep(azure, looks, async ({ request }) => {
      const group = await tree.find(textOf(request, 'group_id'));
      if (!group)
        throw new ProviderFailure('refused', `${noGroup(request)} Ask for it anew with another one.`);
      return {
        displayName: textOf(request, 'subscription_name'),
        workload: workloadOf(group),
        groupId: group.id,
        groupName: group.name,
        groupPath: pathBelowRoot(group),
        tags: tagsOf(request),
      };
    }),
    placeStep(azure, looks),
    tagStep(azure, looks, ({ request }: StepContext) => tagsOf(request)),
    roleStep(azure, looks, settings.owner),
  ];
  return {
    request: azureSubscription,
    steps,
    cloudBudget: azureBudget(azure, looks),
    baseline: (baseline) => azureBaseline(azure, looks, baseline),
    check: async (values) => {
      const errors = [...refusedTags(tagsOf(values)), ...(await refusedGroup(values, tree, workloadOf))];
      // Known errors are returned at once, without calling Azure.
      return errors.length > 0 ? errors : refusedName(values, azure);
    },
    follows: async (values) => {
      const groupId = textOf(values, 'group_id');
      const group = groupId === '' ? null : await tree.find(groupId);
      return group ? { subscription_type: workloadOf(group) } : {};
    },
    plan: async (values): Promise<Plan> => {
      const groupId = textOf(values, 'group_id');
      const group = groupId === '' ? null : await tree.find(groupId);
      const owner = settings.owner;
      return {
        where: group ? pathText([...group.above, group.name]) : azure.reached.place,
        tags: Object.entries(tagsOf(values)).map(([key, value]) => ({ key, value })),
        settings: [
          ...(group ? [{ label: 'Subscription Type', value: workloadOf(group) }] : []),
          { label: 'Billing Scope', value: azure.billingScope.split('/').slice(-3).join('/') },
          ...(owner ? [{ label: 'Role', value: `${owner.role} for the group ${owner.group}` }] : []),
        ],
        steps: steps.filter(({ name }) => owner || name !== 'assign_role').map(({ label }) => label),
      };
    },
    identifier: (ids) => ids['subscription_id'] ?? '',
    inventory: ({ request, ids }) => ({
      provider_type: 'AzureCloudParent',
      name: textOf(request, 'subscription_name'),
      // A subscription that was begun before its path was kept has the name of its group.
      environment: environmentOf(
        'AzureCloudParent',
        ids['management_group_path'] ?? ids['management_group'] ?? '',
      ),
    }),
  };
}

const noGroup = (values: Values) => `Azure has no management group '${textOf(values, 'group_id')}'.`;

/** Which type the subscriptions of a group have. */
function workloads(productionGroups: readonly string[]): (group: ManagementGroup) => Workload {
  const production = new Set(productionGroups.map((name) => name.trim().toLowerCase()));
  return ({ id, name }) =>
    production.has(id.toLowerCase()) || production.has(name.toLowerCase()) ? 'Production' : 'DevTest';
}

async function refusedGroup(
  values: Values,
  tree: GroupTree,
  workloadOf: (group: ManagementGroup) => Workload,
): Promise<FieldError[]> {
  if (textOf(values, 'group_id') === '') return [];
  const group = await tree.find(textOf(values, 'group_id'));
  if (!group) return [{ field: 'group_id', message: `${noGroup(values)} Choose one of the list.` }];
  const wanted = textOf(values, 'subscription_type');
  const workload = workloadOf(group);
  if (wanted === '' || wanted === workload) return [];
  const message = `Subscriptions in '${group.name}' are ${workload}, not ${wanted}. Choose another management group, or leave the type out.`;
  return [{ field: 'subscription_type', message }];
}

async function refusedName(values: Values, azure: Azure): Promise<FieldError[]> {
  const name = textOf(values, 'subscription_name');
  const [taken] = name === '' ? [] : await azure.named(name);
  if (!taken) return [];
  const message = `There is a subscription called '${taken.name}' already: ${taken.id}. Choose another name.`;
  return [{ field: 'subscription_name', message }];
}

/** Errors of tags that Azure would refuse. */
export function refusedTags(tags: Readonly<Record<string, string>>): FieldError[] {
  const entries = Object.entries(tags);
  const tooMany =
    entries.length > MOST_TAGS
      ? [{ field: Object.values(TAGS)[0] ?? '', message: `Azure takes ${MOST_TAGS} tags at most.` }]
      : [];
  const wrong = entries.flatMap(([name, value]) => {
    const field = TAGS[name] ?? name;
    if (name.length > LONGEST_TAG_NAME || /[<>%&\\?/]/.test(name))
      return [{ field, message: `Azure takes no tag of the name '${name}'.` }];
    if (value.length > LONGEST_TAG_VALUE)
      return [{ field, message: `A tag of Azure has ${LONGEST_TAG_VALUE} characters at most.` }];
    return [];
  });
  return [...tooMany, ...wrong];
}
