import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { instant } from '#kernel/fields/instant.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';

/** The things that nobody answers for any more, and their names for people. */
const KINDS = {
  left_owns_cost_center: 'Cost center of somebody who left',
  left_owns_account: 'Account of somebody who left',
  terminated_owns_account: 'Live account of a terminated contact',
  group_without_owner: 'Group without an owner',
  unanswered_cost_center: 'Owner did not answer about a cost center',
  unanswered_account: 'Owner did not answer about an account',
  unanswered_seat: 'Owner did not answer about a seat',
} as const;

export const driftKinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
export type DriftKind = (typeof driftKinds)[number];

const columns = ['kind', 'subject', 'owner', 'about', 'since'] as const;

/**
 * The drift: things that people who left still own, things about which their owners did not answer, and groups that nobody owns. Each
 * line has what repairs it.
 */
export const driftFindings = defineResource('drift_findings', {
  label: ['Drift Finding', 'Drift'],
  noun: ['drift finding', 'drift findings'],
  title: 'subject',
  source: 'view',
  fields: {
    id: text('ID'),
    kind: choice('Finding', driftKinds, { names: KINDS }),
    // The identifier of a cost center or an account, the name of who has a seat at GitHub, or that of a group.
    subject: text('What'),
    // The name that people use of an account, whose identifier is a number or a GUID.
    subject_name: text('Name', { optional: true }),
    /** The id of the cost center, the cloud parent, the seat or the group. */
    subject_id: number('Record'),
    // The address of who left or was terminated; null for a group.
    owner: text('Owner', { optional: true }),
    about: text('About', { optional: true }),
    since: instant('Since', { optional: true }),
    contact_in_use: boolean('Contact In Use', {
      hint: 'The owner is a cloud contact that is not terminated.',
    }),
    synced_elsewhere: boolean('Kept Elsewhere', {
      hint: 'The group is kept in another directory or in Exchange, which alone changes it.',
    }),
  },
  columns,
  filters: { kind: 'equals', subject: 'contains', owner: 'contains' },
  sort: 'kind',
  csv: { file: 'drift_', export: columns },
  messages: messagesFor('drift finding'),
});
