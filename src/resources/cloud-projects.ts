import { boolean } from '#kernel/fields/boolean.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { owner } from './mentions.ts';

const columns = [
  'name',
  'default_project',
  'environment',
  'it_org_owner',
  'cloud_form',
  'cloud_contact_email',
] as const;

/** A project that people run in the clouds, by its name: several accounts may serve one. */
export const cloudProjects = defineResource('cloud_projects', {
  label: ['Cloud Project', 'Cloud Projects'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A cloud project with this name exists already.' }),
    default_project: boolean('Default Project'),
    environment: text('Environment', { optional: true }),
    it_org_owner: text('IT Org Owner', { optional: true }),
    cloud_form: text('Cloud Form', { optional: true }),
    cloud_contact_email: owner(),
  },
  actions: ['read'],
  quality: { wanted: ['cloud_contact_email'] },
  about: ['environment', 'cloud_form', 'cloud_contact_email'],
  columns,
  filters: { name: 'contains', environment: 'contains', cloud_form: 'contains', it_org_owner: 'contains' },
  sort: 'name',
  history: 'none',
  csv: { file: 'cloudProjects_', export: columns, import: { key: 'name', columns } },
  owned: { through: ['cloud_contact_email'] },
  messages: messagesFor('cloud project'),
});

export type CloudProject = Row<typeof cloudProjects>;
