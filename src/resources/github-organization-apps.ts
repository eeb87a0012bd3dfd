import { boolean } from '#kernel/fields/boolean.ts';
import { ref } from '#kernel/fields/ref.ts';
import { secret } from '#kernel/fields/secret.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { messages } from './messages.ts';

const columns = [
  'name',
  'description',
  'app_id',
  'client_id',
  'cost_center',
  'team_selection',
  'exclude_form',
  'copilot_enabled',
] as const;

/** The GitHub App by which the portal works in one organization of GitHub. */
export const githubOrganizationApps = defineResource('github_organization_apps', {
  label: ['GitHub Org Application', 'GitHub Org Applications'],
  noun: ['GitHub organization app', 'GitHub organization apps'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A GitHub organization app with this name exists already.' }),
    description: text('Description', { optional: true, max: 1000 }),
    app_id: text('App ID', { optional: true }),
    client_id: text('Client ID', { optional: true }),
    private_key: secret('Private Key', { optional: true, lines: true }),
    cost_centers_id: ref('Cost Center', 'cost_centers', {
      show: 'identifier',
      as: 'cost_center',
      none: 'create-only',
      validOn: 'today',
      noneMessage: messages.costCenterNone,
    }),
    team_selection: boolean('Team Selection', { words: 'True/False' }),
    exclude_form: boolean('Exclude Form', { words: 'True/False' }),
    copilot_enabled: boolean('Copilot Enabled', { words: 'True/False' }),
  },
  about: ['description', 'cost_center'],
  columns,
  filters: { name: 'contains', cost_center: 'contains', copilot_enabled: 'equals' },
  sort: 'name',
  csv: {
    file: 'githubOrganizationApp_',
    export: columns,
  },
  messages: messagesFor('GitHub organization app'),
});

export type GithubOrganizationApp = Row<typeof githubOrganizationApps>;
