import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { businessUnit, costCenter } from './mentions.ts';
import { providerType } from './provider-type.ts';

const columns = [
  'resource_id',
  'state',
  'provider_type',
  'identifier',
  'name',
  'location',
  'resource_type',
  'business_unit_name',
  'cost_center',
] as const;

/** A machine that runs in a cloud parent, whose identifier it bears. */
export const virtualMachines = defineResource('virtual_machines', {
  label: ['Virtual Machine', 'Virtual Machines'],
  title: 'resource_id',
  called: 'name',
  fields: {
    resource_id: text('Resource ID', {
      code: true,
      max: 500,
      unique: 'A virtual machine with this resource id exists already.',
    }),
    state: text('State', { optional: true }),
    provider_type: providerType(),
    identifier: text('Identifier', { code: true, optional: true }),
    name: text('Name', { optional: true }),
    location: text('Location', { optional: true }),
    resource_type: text('Resource Type', { optional: true }),
    business_unit_name: businessUnit(),
    cost_center: costCenter('default_cost_center_id'),
  },
  actions: ['read'],
  about: ['name', 'state', 'location'],
  columns,
  filters: {
    name: 'contains',
    identifier: 'contains',
    provider_type: 'equals',
    state: 'contains',
  },
  sort: 'resource_id',
  history: 'none',
  csv: { file: 'virtualmachines_', export: columns, import: { key: 'resource_id', columns } },
  owned: { through: ['cost_center'] },
  messages: messagesFor('virtual machine'),
});

export type VirtualMachine = Row<typeof virtualMachines>;
