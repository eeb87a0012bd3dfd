import { boolean } from '#kernel/fields/boolean.ts';
import { date } from '#kernel/fields/date.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { notBefore } from '#kernel/remarks.ts';
import { expiryTone } from '#kernel/tones.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { messages } from './messages.ts';

const columns = [
  'identifier',
  'cost_center_network_identifier',
  'sap_project_name',
  'ppm_project_name',
  'active_at',
  'expired_at',
] as const;

/** A project as SAP and the project portfolio know it, charged through a network. */
export const projectIds = defineResource('project_ids', {
  label: ['Project ID', 'Project IDs'],
  noun: ['project id', 'project ids'],
  title: 'identifier',
  headings: { view: 'Project IDs Table' },
  columnHeadings: {
    view: { replacement_project: 'Replacement', created_at: 'Created' },
    crud: { created_at: 'Created At', active: 'Active?', cmp_approved: 'CMP Approved?' },
  },
  fields: {
    identifier: text('Identifier', { code: true, unique: messages.duplicateIdentifier }),
    cost_center_network_id: ref('Cost Center Network', 'cost_center_networks', {
      show: 'identifier',
      as: 'cost_center_network_identifier',
      none: 'always',
      validOn: 'today',
    }),
    sap_project_name: text('SAP Project Name', { optional: true }),
    ppm_project_name: text('PPM Project Name', { optional: true }),
    active_at: date('Active At', { default: 'today' }),
    expired_at: date('Expired At', { optional: true }),
    new_project_id: ref('Replacement Project ID', 'project_ids', {
      show: 'identifier',
      as: 'replacement_project',
      none: 'always',
      validOn: 'today',
      acyclic: true,
    }),
    end_date: date('End Date', { optional: true }),
    active: boolean('Active', { words: 'TRUE/FALSE' }),
    cmp_approved: boolean('CMP Approved', { createOnly: true, words: 'TRUE/FALSE' }),
  },
  remarks: { expired_at: notBefore('active_at'), end_date: notBefore('active_at') },
  quality: { wanted: ['cost_center_network_id'] },
  about: ['sap_project_name', 'cost_center_network_identifier'],
  tones: { expired_at: expiryTone() },
  columns: [...columns, 'replacement_project', 'created_at', 'end_date', 'active', 'cmp_approved'],
  gridColumns: [...columns, 'created_at', 'replacement_project', 'end_date', 'active', 'cmp_approved'],
  filters: {
    identifier: 'contains',
    cost_center_network_identifier: 'contains',
    // That of their network, whole: what the page of a cost center leads to.
    cost_center: { own: true, label: 'Cost Center' },
  },
  sort: '-id',
  paging: 'scroll',
  csv: {
    file: 'project_',
    export: [...columns, 'replacement_project', 'created_at', 'end_date', 'active', 'cmp_approved'],
  },
  owned: { through: ['cost_center_network_id'] },
  messages: messagesFor('project id', {
    added: 'Successfully added a new Project ID!',
    addFailed: 'There was a problem adding this Project ID record. Please try again.',
    updateFailed: 'There was a problem updating this Project Id record. Please try again.',
    deleted: 'The project id id has been deleted!',
  }),
});

export type ProjectId = Row<typeof projectIds>;
