import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { instant } from '#kernel/fields/instant.ts';
import { mention } from '#kernel/fields/mention.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { wordsTone } from '#kernel/tones.ts';
import { costCenter, owner } from './mentions.ts';

/** The fields that people write. */
const entered = [
  'name',
  'github_username',
  'github_organization',
  'cost_center',
  'cloud_contact_email',
  'easy_vista_ticket_number',
  'requestor',
] as const;

/** The fields that GitHub reports, as far as lists show them. */
const seat = ['seat_state', 'plan', 'last_activity_at', 'pending_cancellation'] as const;

/** Who pays for which seat is read in one look. */
const columns = [...entered.slice(0, 4), ...seat, ...entered.slice(4)] as const;

/** Only GitHub reports it. */
const reported = { optional: true, readOnly: true } as const;

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
    github_username: text('GitHub Username'),
    easy_vista_ticket_number: text('EasyVista Ticket Number', { optional: true }),
    requestor: text('Requestor', { optional: true }),
    // None: GitHub was not called for it yet.
    seat_state: choice('Seat', ['assigned', 'gone'], {
      ...reported,
      names: { assigned: 'Assigned', gone: 'Gone' },
    }),
    plan: text('Plan', reported),
    last_activity_at: instant('Last Activity', { optional: true }),
    last_editor: text('Last Editor', reported),
    pending_cancellation: date('Pending Cancellation', reported),
    assigning_team: text('Assigning Team', reported),
    seat_since: instant('Seat Since', { optional: true }),
    seat_gone_at: instant('Seat Gone At', { optional: true }),
  },
  unique: [
    {
      fields: ['github_username', 'github_organization'],
      message: 'This GitHub username has a seat already.',
    },
  ],
  tones: {
    seat_state: wordsTone({
      gone: { tone: 'bad', reason: 'GitHub has no such seat in this organization any more.' },
    }),
  },
  about: ['name', 'github_organization', 'cost_center'],
  columns,
  gridColumns: [...entered, ...seat],
  filters: {
    github_username: 'contains',
    github_organization: 'contains',
    cost_center: 'contains',
    seat_state: 'equals',
    seats: { own: true, label: 'Seats' },
  },
  sort: 'github_username',
  csv: {
    file: 'githubCopilotUser_',
    export: [...entered, ...seat, 'last_editor', 'assigning_team', 'seat_since', 'seat_gone_at'],
  },
  widths: {
    github_organization: 160,
    seat_state: 104,
    plan: 104,
    last_activity_at: 124,
    pending_cancellation: 168,
  },
  owned: { through: ['cloud_contact_email', 'cost_center'] },
  messages: messagesFor('GitHub Copilot user'),
});

export type GithubCopilotUser = Row<typeof githubCopilotUsers>;
