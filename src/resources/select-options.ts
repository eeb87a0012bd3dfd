import { choice } from '#kernel/fields/choice.ts';
import { json } from '#kernel/fields/json.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** The names of departments and business units that forms offer. */
export const selectOptions = defineResource('select_options', {
  label: ['Choice of Forms', 'Choices of Forms'],
  title: 'id',
  source: 'view',
  fields: {
    id: text('ID'),
    field: choice('Field', ['department', 'business_unit']),
    attributes: json<{ name: string }>('Attributes', { name: 'string' }),
  },
  columns: ['field', 'id'],
  filters: { field: 'equals' },
  sort: 'attributes',
  messages: messagesFor('select option'),
});

export type SelectOption = Row<typeof selectOptions>;
