import { boolean } from '#kernel/fields/boolean.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { secret } from '#kernel/fields/secret.ts';
import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, keepsHistory, type Resource, type Row } from '#kernel/resource.ts';
import { flagTone } from '#kernel/tones.ts';

/** The events that a webhook may want beside the changes of single models: everything, all changes, finished work, budgets, anomalies. */
const GENERAL = ['*', 'record.*', 'job.*', 'billing_run.*', 'cloud_request.*', 'budget.*', 'anomaly.*'];

const columns = ['name', 'url', 'events', 'active', 'trouble', 'made_by'] as const;

/**
 * Servers that are notified of changes and finished work.
 * @param models the models whose changes they can subscribe to
 */
export const webhooksOf = (models: readonly Resource[]) =>
  defineResource('webhooks', {
    label: ['Webhook', 'Webhooks'],
    title: 'name',
    fields: {
      name: text('Name', { unique: 'A webhook with this name exists already.' }),
      url: text('URL', {
        format: 'url',
        max: 2000,
        hint: 'Where events are sent, such as https://hooks.example.com/skyledger.',
      }),
      events: textList('Events', {
        of: [...GENERAL, ...models.filter(keepsHistory).map(({ name }) => `${name}.*`)],
        hint: '* is everything, record.* every change of a record, and cost_centers.* those of one model.',
      }),
      active: boolean('Active', { default: true }),
      /** Why the portal itself switched it off. */
      trouble: longText('Trouble', { optional: true, readOnly: true }),
      made_by: text('Made By', { optional: true, readOnly: true }),
      secret: secret('Secret', { optional: true, readOnly: true }),
    },
    about: ['url', 'active'],
    tones: {
      active: flagTone(null, { tone: 'warning', reason: 'Nothing is sent to it.' }),
    },
    columns,
    filters: { name: 'contains', url: 'contains', events: 'equals', active: 'equals' },
    sort: 'name',
    csv: { file: 'webhooks_', export: columns },
    rights: { read: 'administer', change: 'administer' },
    messages: messagesFor('webhook', {
      created: 'Your new webhook has been added! Open it and make its secret, which its receiver needs.',
    }),
  });

export type Webhook = Row<ReturnType<typeof webhooksOf>>;
