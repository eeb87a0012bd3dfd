import { boolean } from '#kernel/fields/boolean.ts';
import { date } from '#kernel/fields/date.ts';
import { number } from '#kernel/fields/number.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';

/** A small model that exists in tests alone: one field of each kind that most models have. */
export const hangars = defineResource('hangars', {
  label: ['Hangar', 'Hangars'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A hangar with this name exists already.' }),
    stands: number('Stands', { optional: true }),
    opened_at: date('Opened', { default: 'today' }),
    heated: boolean('Heated', { updateOnly: true, words: 'Yes/No' }),
    parent_id: ref('Parent', 'hangars', { show: 'name', as: 'parent_name', none: 'always' }),
  },
  columns: ['name', 'stands', 'opened_at', 'heated', 'parent_name', 'created_at'],
  messages: messagesFor('hangar'),
});
