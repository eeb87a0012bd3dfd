import { boolean } from '#kernel/fields/boolean.ts';
import { stamped } from '#kernel/fields/lookup.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { flagTone } from '#kernel/tones.ts';
import { businessUnit, department } from './mentions.ts';

const columns = [
  'requesting_principal_user_id',
  'department',
  'business_unit',
  'requested_date',
  'completed',
] as const;

/** A person requests to become a member; completed once they are one. */
export const teamMembershipTickets = defineResource('team_membership_tickets', {
  label: ['Membership Request', 'Membership Requests'],
  title: 'requesting_principal_user_id',
  fields: {
    requesting_principal_user_id: text('Requesting User Email', { format: 'email', max: 254 }),
    department: department(),
    business_unit: businessUnit(),
    requested_date: stamped('Requested Date', 'created_at'),
    completed: boolean('Completed', { updateOnly: true }),
  },
  about: ['department', 'business_unit'],
  tones: {
    completed: flagTone(null, { tone: 'warning', reason: 'Not a member yet.', waits: 'Open' }),
  },
  columns,
  filters: {
    requesting_principal_user_id: { operation: 'contains', label: 'User Email' },
    department: 'contains',
    business_unit: 'contains',
    completed: 'equals',
  },
  // A request has only its sender's words; it is completed by making a member of it.
  actions: ['read', 'create', 'delete'],
  sort: '-requested_date',
  csv: { file: 'membershipRequest_', export: columns },
  messages: messagesFor('membership request'),
});

export type TeamMembershipTicket = Row<typeof teamMembershipTickets>;
