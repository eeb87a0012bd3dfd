import { boolean } from '#kernel/fields/boolean.ts';
import { date } from '#kernel/fields/date.ts';
import { lookup } from '#kernel/fields/lookup.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { notBefore } from '#kernel/remarks.ts';
import { expiryTone, flagTone } from '#kernel/tones.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { messages } from './messages.ts';

const gridColumns = [
  'identifier',
  'wbs',
  'cost_center_identifier',
  'replacement_network',
  'active_at',
  'expired_at',
  'created_at',
  'approved',
] as const;

/** A network of SAP's project system: what a project is charged through, with its WBS element and cost center. */
export const costCenterNetworks = defineResource('cost_center_networks', {
  label: ['Cost Center Network', 'Cost Center Networks'],
  noun: ['network id', 'network ids'],
  title: 'identifier',
  headings: { view: 'Cost Center Networks Table' },
  fields: {
    identifier: text('Identifier', { code: true, unique: messages.duplicateIdentifier }),
    wbs: text('WBS', { code: true, optional: true }),
    cost_center_id: ref('Cost Center', 'cost_centers', {
      show: 'identifier',
      as: 'cost_center_identifier',
      none: 'always',
      validOn: 'today',
    }),
    new_network_id: ref('New Network', 'cost_center_networks', {
      show: 'identifier',
      as: 'replacement_network',
      none: 'always',
      validOn: 'today',
      acyclic: true,
    }),
    active_at: date('Active At', { default: 'today' }),
    expired_at: date('Expired At', { optional: true }),
    approved: boolean('Approved', { updateOnly: true, words: 'True/False' }),
    // The same id under the name that other models have for it.
    cost_centers_id: lookup<number>('Cost Center', 'cost_center_id', 'id'),
    cost_center_owner: lookup('Cost Center Owner', 'cost_center_id', 'cloud_contact_email'),
  },
  // Only people who work with the networks download them.
  rights: { export: 'edit_reference_data' },
  remarks: { expired_at: notBefore('active_at') },
  quality: { wanted: ['cost_center_id'] },
  about: ['wbs', 'cost_center_identifier', 'cost_center_owner'],
  tones: {
    approved: flagTone(
      { tone: 'good', reason: 'Approved.' },
      { tone: 'warning', reason: 'Not approved yet.', waits: 'Unapproved' },
    ),
    expired_at: expiryTone(),
  },
  columns: [...gridColumns, 'cost_center_owner'],
  gridColumns,
  filters: { identifier: 'contains', wbs: 'contains', cost_center_identifier: 'contains' },
  sort: '-id',
  csv: {
    file: 'network',
    export: [
      'identifier',
      ['cost_center', 'cost_center_identifier'],
      'active_at',
      'expired_at',
      'replacement_network',
      'created_at',
      'approved',
    ],
  },
  owned: { through: ['cost_center_id'] },
  messages: messagesFor('network id', {
    added: 'Successfully added a new Network ID!',
    addFailed: 'There was a problem adding this Network ID record. Please try again.',
  }),
});

export type CostCenterNetwork = Row<typeof costCenterNetworks>;
