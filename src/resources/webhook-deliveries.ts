import { choice } from '#kernel/fields/choice.ts';
import { instant } from '#kernel/fields/instant.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { wordsTone } from '#kernel/tones.ts';

const columns = [
  'created_at',
  'webhook',
  'event',
  'record_id',
  'state',
  'attempts',
  'status_code',
  'next_try',
  'finished_at',
] as const;

/** The deliveries of events to webhooks, sent or to be sent: one for each event and each webhook that wants it. */
export const webhookDeliveries = defineResource('webhook_deliveries', {
  label: ['Webhook Delivery', 'Webhook Deliveries'],
  title: 'event',
  fields: {
    /** Its name when it was notified: it may have another one now, or be deleted. */
    webhook: text('Webhook'),
    webhook_id: number('Webhook Record'),
    event: text('Event'),
    /** The record that was changed; null for what is about none. */
    record_id: number('Record', { optional: true }),
    /** The `webhook-id` of every attempt, by which a receiver knows one that came before. */
    message_id: text('Message ID', { max: 100 }),
    state: choice('State', ['waiting', 'delivered', 'given_up'], {
      names: { waiting: 'Waiting', delivered: 'Delivered', given_up: 'Given Up' },
      default: 'waiting',
    }),
    attempts: number('Tries', { default: 0 }),
    status_code: number('Status Code', { optional: true }),
    answer: longText('Answer', { optional: true }),
    error: longText('Error', { optional: true }),
    next_try: instant('Next Try', { optional: true }),
    finished_at: instant('Finished', { optional: true }),
  },
  actions: ['read'],
  about: ['webhook', 'state'],
  tones: {
    state: wordsTone({
      delivered: { tone: 'good', reason: 'The receiver has taken it.' },
      given_up: { tone: 'bad', reason: 'The record says why.', waits: 'Given up' },
    }),
  },
  columns,
  filters: {
    webhook: 'contains',
    event: 'contains',
    state: 'equals',
    record_id: 'equals',
    webhook_id: { operation: 'equals', label: 'Webhook', inSight: false },
  },
  sort: '-created_at',
  history: 'none',
  rights: { read: 'administer', change: 'administer' },
  csv: { file: 'webhookDeliveries_', export: [...columns, 'message_id', 'error'] },
  messages: messagesFor('webhook delivery'),
});

export type WebhookDelivery = Row<typeof webhookDeliveries>;
