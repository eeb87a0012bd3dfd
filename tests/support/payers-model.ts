import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';

/** The smallest model that a file can add to and change. */
export const payers = defineResource('payers', {
  label: ['Payer', 'Payers'],
  title: 'code',
  fields: {
    code: text('Code', { unique: 'This payer exists already.' }),
    city: text('City', { optional: true }),
  },
  columns: ['code'],
  messages: messagesFor('payer'),
});
