import { boolean } from '#kernel/fields/boolean.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { flagTone } from '#kernel/tones.ts';

const columns = [
  'name',
  'email',
  'user_principal_name',
  'enabled',
  'gone',
  'group_count',
  'account_count',
] as const;

/** A person of the directory as it was last read. Who left stays, so that what they leave behind is found. */
export const adPeople = defineResource('ad_people', {
  label: ['AD Person', 'AD People'],
  singular: 'ad_person',
  noun: ['person of the directory', 'people of the directory'],
  title: 'name',
  fields: {
    external_id: text('Object ID', { code: true, unique: 'A person with this object id exists already.' }),
    name: text('Name', { max: 256 }),
    email: text('Email', { optional: true, max: 254 }),
    user_principal_name: text('User Principal Name', { max: 254 }),
    enabled: boolean('Enabled', { default: true, hint: 'They may sign in.' }),
    gone: boolean('Gone', { hint: 'The directory no longer has them.' }),
    group_count: number('Groups', { default: 0 }),
    account_count: number('Cloud Parents', { default: 0 }),
  },
  actions: ['read'],
  about: ['email'],
  tones: {
    enabled: flagTone(null, { tone: 'bad', reason: 'They may no longer sign in.' }),
    gone: flagTone({ tone: 'bad', reason: 'The directory no longer has them.' }),
  },
  columns,
  filters: { name: 'contains', email: 'contains', enabled: 'equals', gone: 'equals' },
  sort: 'name',
  history: 'none',
  csv: { file: 'adPeople_', export: columns },
  messages: messagesFor('person of the directory'),
});

export type AdPerson = Row<typeof adPeople>;
