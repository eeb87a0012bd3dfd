import { choice } from '#kernel/fields/choice.ts';
import { instant } from '#kernel/fields/instant.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { wordsTone } from '#kernel/tones.ts';

/** The result of one user. `present` and `absent`: it was so already. */
export const userStates = ['waiting', 'added', 'present', 'removed', 'absent', 'failed'] as const;
export type UserState = (typeof userStates)[number];

const columns = [
  'group_name',
  'deed',
  'user_count',
  'done_count',
  'failed_count',
  'state',
  'requested_by',
  'created_at',
  'finished_at',
] as const;

/** A change of the members of a spin-off security group, with what became of each user. */
export const spincoSgChanges = defineResource('spinco_sg_changes', {
  label: ['Security Group Change', 'Security Group Changes'],
  title: 'group_name',
  fields: {
    group_name: text('Security Group', { max: 256 }),
    deed: choice('Change', ['add', 'remove'], { names: { add: 'Add Users', remove: 'Remove Users' } }),
    user_count: number('Users', { default: 0 }),
    // Users that are as requested, those that were so already included.
    done_count: number('Done', { default: 0 }),
    failed_count: number('Failed', { default: 0 }),
    state: choice('State', ['running', 'done', 'failed'], {
      names: { running: 'Running', done: 'Done', failed: 'Failed' },
      default: 'running',
    }),
    requested_by: text('Requested By'),
    error: longText('Error', { optional: true }),
    finished_at: instant('Finished', { optional: true }),
  },
  actions: ['read'],
  about: ['deed', 'state', 'requested_by'],
  tones: {
    state: wordsTone({
      done: { tone: 'good', reason: 'Every user is as requested.' },
      failed: { tone: 'bad', reason: 'The record says what to do.', waits: 'Failed' },
    }),
  },
  columns,
  filters: { group_name: 'contains', deed: 'equals', state: 'equals', requested_by: 'contains' },
  sort: '-created_at',
  history: 'none',
  csv: { file: 'securityGroupChanges_', export: [...columns, 'error'] },
  messages: messagesFor('security group change'),
});

export type SpincoSgChange = Row<typeof spincoSgChanges>;
