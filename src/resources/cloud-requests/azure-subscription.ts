import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { requestPages } from './pages.ts';
import {
  baselinePart,
  budgetPart,
  charged,
  contacts,
  ownerTag,
  refusedBy,
  requestMessages,
} from './parts.ts';

const LONGEST_NAME = 63;
const LONGEST_TAG = 256;

const budget = budgetPart({
  amount: 'budget_amount',
  currency: 'budget_currency',
  thresholds: 'budget_thresholds',
});
const baseline = baselinePart('baseline_template', 'azure_subscription');

/** A subscription of Azure below a management group. */
export const azureSubscription: CloudRequest = {
  name: 'azure_subscription',
  cloud: 'azure',
  path: '/azure-subscriptions/create',
  ...requestPages.azure_subscription,
  wrapper: 'azure_subscription',
  // Who pays comes first: the owner follows from the cost center.
  groups: [
    { label: 'Tags', fields: ['cost_center_tag', 'owner_tag', 'project_name_tag'] },
    { label: 'Subscription', fields: ['subscription_name', 'group_id'] },
    budget.group,
    baseline.group,
  ],
  title: 'subscription_name',
  twins: ['subscription_name'],
  fields: {
    subscription_name: text('Subscription Name', { max: LONGEST_NAME }),
    group_id: text('Management Group', { max: 90 }),
    // Follows from the management group; what says otherwise is refused.
    subscription_type: choice('Subscription Type', ['Production', 'DevTest'], {
      optional: true,
      aliases: { production: 'Production', devtest: 'DevTest' },
    }),
    cost_center_tag: text('Cost Center', { max: LONGEST_TAG }),
    owner_tag: ownerTag(),
    project_name_tag: text('Project Name', { max: LONGEST_TAG }),
    ...budget.fields,
    ...baseline.fields,
  },
  choices: {
    group_id: { path: '/azure-groups' },
    cost_center_tag: charged,
    owner_tag: contacts,
    ...baseline.choices,
  },
  hyphenated: ['subscription_name', 'cost_center_tag', 'owner_tag', 'project_name_tag'],
  tags: { cost_center: 'cost_center_tag', owner: 'owner_tag', project_name: 'project_name_tag' },
  budget: budget.names,
  baseline: baseline.name,
  contacts: [],
  inventory: {},
  refused: (values) => [
    ...refusedBy(values, 'subscription_name', [
      [(name) => !/[<>;|]/.test(name), 'The name of a subscription must not have < > ; or |.'],
      [(name) => /^[\x20-\x7e]+$/.test(name), 'Azure takes names of ASCII characters only.'],
    ]),
    ...budget.refused(values),
  ],
  messages: requestMessages,
};
