import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { registry as own } from '#resources/registry.ts';
import { meters } from './meters.ts';

export const ENVIRONMENTS = ['production', 'development'] as const;

/** What people answered about accounts, beside what the inventory says. It exists in one journey alone. */
export const surveys = defineResource('surveys', {
  label: ['Survey', 'Surveys'],
  title: 'account',
  fields: {
    account: text('Account', { unique: 'A survey of this account exists already.' }),
    environment: choice('Environment', ENVIRONMENTS),
    expected: choice('Expected', ENVIRONMENTS),
    muted: boolean('Muted', { default: false }),
  },
  columns: ['account', 'environment', 'muted', 'created_at'],
  gridColumns: ['account', 'environment', 'muted'],
  sort: 'account',
  csv: {
    file: 'survey_',
    export: ['account', 'environment', 'expected'],
    import: { columns: ['account', 'environment', 'expected'], key: 'account' },
  },
  messages: messagesFor('survey'),
});

/** The portal's models, and those that exist in journeys. */
export const registry = defineRegistry([...own.all, surveys, meters]);
