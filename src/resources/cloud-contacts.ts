import { boolean } from '#kernel/fields/boolean.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { flagTone } from '#kernel/tones.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** A person who owns cost centers and cloud accounts. */
export const cloudContacts = defineResource('cloud_contacts', {
  label: ['Cloud Contact', 'Cloud Contacts'],
  title: 'email',
  fields: {
    terminated: boolean('Terminated'),
    name: text('Name', { optional: true }),
    email: text('Email', {
      format: 'email',
      max: 254,
      unique: 'A cloud contact with this email exists already.',
    }),
  },
  tones: { terminated: flagTone({ tone: 'bad', reason: 'This person has left.' }) },
  quality: {
    over: 'terminated',
    own: {
      left_directory: {
        label: 'Left the directory, and is not terminated',
        advice: 'Mark as terminated, and give what they own to somebody.',
        repair: { label: 'Mark as terminated', field: 'terminated', value: true, from: null },
      },
    },
  },
  columns: ['terminated', 'name', 'email'],
  // A new contact is known by its address alone.
  form: { create: ['email'], update: ['email', 'name', 'terminated'] },
  filters: { email: 'contains', name: 'contains', terminated: 'equals' },
  sort: 'email',
  csv: { file: 'cloudcontact_', export: ['terminated', 'name', 'email'] },
  owned: { email: 'email', name: 'name' },
  messages: messagesFor('cloud contact'),
});

export type CloudContact = Row<typeof cloudContacts>;
