import { mention } from '#kernel/fields/mention.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { costCenter, owner } from './mentions.ts';

const columns = [
  'name',
  'github_username',
  'github_organization',
  'cost_center',
  'cloud_contact_email',
  'easy_vista_ticket_number',
  'requestor',
] as const;

/** Somebody with a seat of GitHub Copilot, and the cost center that pays for it. */
export const githubCopilotUsers = defineResource('github_copilot_users', {
  label: ['GitHub Copilot User', 'GitHub Copilot Users'],
  noun: ['GitHub Copilot user', 'GitHub Copilot users'],
  title: 'github_username',
  headings: { view: 'Github Copilot Table', crud: 'Github Copilot Users' },
  fields: {
    name: text('Name', { optional: true }),
    cost_center: costCenter(),
    github_organization: mention('GitHub Organization', 'github_organization_apps', {
      by: 'name',
      as: 'github_organization_app_id',
      optional: true,
    }),
    cloud_contact_email: owner('Cloud Contact Email'),
    github_username: text('GitHub Username', { unique: 'This GitHub username has a seat already.' }),
    easy_vista_ticket_number: text('EasyVista Ticket Number', { optional: true }),
    requestor: text('Requestor', { optional: true }),
  },
  about: ['name', 'github_organization', 'cost_center'],
  columns,
  filters: { github_username: 'contains', github_organization: 'contains', cost_center: 'contains' },
  sort: 'github_username',
  csv: {
    file: 'githubCopilotUser_',
    export: columns,
  },
  messages: messagesFor('GitHub Copilot user'),
});

export type GithubCopilotUser = Row<typeof githubCopilotUsers>;
