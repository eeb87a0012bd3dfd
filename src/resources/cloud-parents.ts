import { boolean } from '#kernel/fields/boolean.ts';
import { alsoNamed } from '#kernel/fields/lookup.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { flagTone } from '#kernel/tones.ts';
import { businessUnit, costCenter, department, owner } from './mentions.ts';
import { providerType } from './provider-type.ts';

const columns = [
  'terminated',
  'provider_type',
  'identifier',
  'name',
  'email',
  'cloud_contact_email',
  'business_unit_name',
  'department',
  'environment',
  'cost_center',
] as const;

/** An account of AWS, a subscription of Azure or a project of GCP that everything else in a cloud lies in. */
export const cloudParents = defineResource('cloud_parents', {
  label: ['Cloud Parent', 'Cloud Parents'],
  title: 'identifier',
  called: 'name',
  fields: {
    terminated: boolean('Terminated'),
    provider_type: providerType(),
    identifier: text('Identifier', {
      code: true,
      unique: 'A cloud parent with this identifier exists already.',
    }),
    name: text('Name', { optional: true }),
    email: text('Email', { optional: true }),
    cloud_contact_email: owner(),
    business_unit_name: businessUnit(),
    // The name by which accounts are counted.
    business_unit: alsoNamed('Business Unit', 'business_unit_name'),
    department: department(),
    environment: text('Environment', { optional: true }),
    place: text('Place', {
      optional: true,
      hint: 'The organizational unit, management group or folder that it belongs in, with those above it.',
    }),
    cost_center: costCenter(),
    billing_contact: text('Billing Contact', { optional: true }),
    security_contact: text('Security Contact', { optional: true }),
    operations_contact: text('Operations Contact', { optional: true }),
    managed: boolean('Managed', {
      default: true,
      hint: 'No: a cloud has it, and nobody here knew of it.',
    }),
  },
  actions: ['read'],
  tones: {
    managed: flagTone(null, { tone: 'warning', reason: 'A cloud has it, and nobody here knew of it.' }),
  },
  quality: { over: 'terminated', wanted: ['name', 'cloud_contact_email', 'cost_center'] },
  about: ['name', 'environment', 'cloud_contact_email'],
  columns,
  // All ten fit beside one another: addresses are cut anyway, so that names and numbers have their room.
  widths: { email: 105, cloud_contact_email: 120 },
  filters: {
    identifier: 'contains',
    provider_type: 'equals',
    environment: 'contains',
    terminated: 'equals',
    managed: 'equals',
    // The filters that the posture of the accounts links to.
    units: { own: true, label: 'Business Units' },
    environment_bucket: { own: true, label: 'Counted As' },
  },
  sort: 'identifier',
  history: 'short',
  csv: {
    file: 'cloudParents_',
    export: columns,
    import: {
      key: 'identifier',
      columns: [...columns, 'billing_contact', 'security_contact', 'operations_contact', 'managed'],
    },
  },
  owned: { through: ['cloud_contact_email', 'cost_center'] },
  messages: messagesFor('cloud parent'),
});

export type CloudParent = Row<typeof cloudParents>;
