import { choice } from '#kernel/fields/choice.ts';
import { instant } from '#kernel/fields/instant.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { wordsTone } from '#kernel/tones.ts';

/** The differences of two readings of the directory. The last four are about the group itself. */
const CHANGES = {
  joined: 'Joined',
  left: 'Left',
  created: 'Group Created',
  renamed: 'Group Renamed',
  removed: 'Group Removed',
} as const;

const ROLES = { member: 'Member', owner: 'Owner', nested: 'Nested Group' } as const;

const columns = ['noticed_at', 'group_name', 'change', 'role', 'who', 'email'] as const;

/** Who joined and left which group of the directory, and when the portal noticed. */
export const adMembershipChanges = defineResource('ad_membership_changes', {
  label: ['AD Membership Change', 'AD Membership Changes'],
  noun: ['membership change', 'membership changes'],
  title: 'group_name',
  fields: {
    noticed_at: instant('Noticed'),
    group_name: text('Group', { max: 256 }),
    /** The record of the group; null once the directory no longer has it. */
    ad_group_id: number('Group Record', { optional: true }),
    change: choice('Change', Object.keys(CHANGES) as (keyof typeof CHANGES)[], { names: CHANGES }),
    role: choice('As', Object.keys(ROLES) as (keyof typeof ROLES)[], { optional: true, names: ROLES }),
    // A person's or a nested group's name; of a renamed group the name that it had.
    who: text('Who', { optional: true, max: 256 }),
    email: text('Email', { optional: true, max: 254 }),
  },
  actions: ['read'],
  about: ['change', 'who'],
  tones: {
    change: wordsTone({
      joined: { tone: 'good', reason: 'They get what the group leads to.' },
      left: { tone: 'warning', reason: 'They lose what the group leads to.' },
    }),
  },
  columns,
  filters: {
    group_name: 'contains',
    who: 'contains',
    email: 'contains',
    change: 'equals',
    // Of one person, whose address may end that of another.
    address: { field: 'email', operation: 'equals', label: 'Address', inSight: false },
    ad_group_id: { operation: 'equals', label: 'Group', inSight: false },
  },
  sort: '-noticed_at',
  history: 'none',
  csv: { file: 'adMembershipChanges_', export: columns },
  messages: messagesFor('membership change'),
});

export type AdMembershipChange = Row<typeof adMembershipChanges>;
