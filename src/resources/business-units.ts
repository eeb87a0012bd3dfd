import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** The business that a cost center, an account or a member belongs to. */
export const businessUnits = defineResource('business_units', {
  label: ['Business Unit', 'Business Units'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A business unit with this name exists already.' }),
    abbreviation: text('Abbreviation', { optional: true, max: 20 }),
  },
  columns: ['name', 'abbreviation', 'created_at'],
  sort: 'name',
  csv: { file: 'business_unit_', export: ['name', 'abbreviation', 'created_at'] },
  messages: messagesFor('business unit'),
});

export type BusinessUnit = Row<typeof businessUnits>;
