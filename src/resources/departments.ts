import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** A part of the organization that cost centers and members belong to. */
export const departments = defineResource('departments', {
  label: ['Department', 'Departments'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A department with this name exists already.' }),
    abbreviation: text('Abbreviation', { optional: true, max: 20 }),
  },
  columns: ['name', 'abbreviation', 'created_at'],
  sort: 'name',
  csv: { file: 'department_', export: ['name', 'abbreviation', 'created_at'] },
  messages: messagesFor('department'),
});

export type Department = Row<typeof departments>;
