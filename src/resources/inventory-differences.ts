import { choice } from '#kernel/fields/choice.ts';
import { instant } from '#kernel/fields/instant.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';
import { providerType } from './provider-type.ts';

/** The kinds of differences, and their names for people. */
const KINDS = {
  unmanaged: 'Unmanaged account',
  terminated: 'Terminated',
  name: 'Name',
  place: 'Place',
  owner: 'Owner',
  cost_center: 'Cost Center',
  department: 'Department',
  business_unit: 'Business Unit',
  environment: 'Environment',
  billing_contact: 'Billing Contact',
  security_contact: 'Security Contact',
  operations_contact: 'Operations Contact',
} as const;

/** What brings a cloud to what the inventory says, and its names for people. */
const CLOUD_SIDES = { adopt: 'Adopt', move: 'Move', write: 'Write tags' } as const;

const columns = ['identifier', 'kind', 'in_inventory', 'in_survey', 'at_provider', 'seen_at'] as const;

/** Where the inventory, the last answer of a survey and the clouds do not say the same of an account. */
export const inventoryDifferences = defineResource('inventory_differences', {
  label: ['Inventory Difference', 'Inventory Differences'],
  title: 'identifier',
  source: 'view',
  fields: {
    id: text('ID'),
    identifier: text('Account'),
    cloud_parent_id: ref('Cloud Parent', 'cloud_parents', {
      show: 'name',
      as: 'cloud_parent_name',
      none: 'never',
    }),
    kind: choice('Difference', Object.keys(KINDS) as (keyof typeof KINDS)[], { names: KINDS }),
    in_inventory: text('In the Inventory', { optional: true }),
    in_survey: text('In the Survey', { optional: true }),
    at_provider: text('At the Provider', { optional: true }),
    seen_at: instant('Seen'),
    provider_type: providerType(),
    cloud_side: choice('Repair in the Cloud', Object.keys(CLOUD_SIDES) as (keyof typeof CLOUD_SIDES)[], {
      names: CLOUD_SIDES,
      optional: true,
    }),
  },
  columns,
  filters: { identifier: 'contains', kind: 'equals', provider_type: 'equals', cloud_side: 'equals' },
  sort: 'identifier',
  csv: {
    file: 'inventoryDifferences_',
    export: [...columns, 'cloud_parent_name', 'provider_type', 'cloud_side'],
  },
  messages: messagesFor('inventory difference'),
});
