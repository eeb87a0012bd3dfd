import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { lookup } from '#kernel/fields/lookup.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { flagTone } from '#kernel/tones.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** The circles of the cloud centre of excellence. */
export const TEAMS = ['Core', 'Advisory', 'Community'] as const;

/** Somebody who belongs to the cloud centre of excellence. */
export const members = defineResource('members', {
  label: ['Member', 'Members'],
  title: 'name',
  headings: { view: 'Members Table' },
  fields: {
    name: text('Name'),
    email: text('Email', {
      format: 'email',
      max: 254,
      unique: 'A member with this email exists already.',
    }),
    team: choice('Team', TEAMS, { default: 'Community' }),
    blacklist: boolean('Blacklist', { words: 'Yes/No' }),
    business_units_id: ref('Business Unit', 'business_units', {
      show: 'name',
      as: 'business_unit_name',
      embed: { as: 'business_units', fields: ['id', 'name'] },
      none: 'always',
    }),
    departments_id: ref('Department', 'departments', {
      show: 'name',
      as: 'department',
      embed: { as: 'departments', fields: ['id', 'name'] },
      none: 'always',
    }),
    cloud_contact_id: ref('Cloud Contact Email', 'cloud_contacts', {
      show: 'email',
      as: 'cloud_contact_email',
      none: 'always',
    }),
    // The same names as other screens ask for them.
    business_unit: lookup('Business Unit', 'business_units_id', 'name'),
    department_name: lookup('Department', 'departments_id', 'name'),
  },
  form: {
    create: ['name', 'email', 'team', 'blacklist', 'business_units_id', 'departments_id'],
    update: ['name', 'email', 'team', 'blacklist', 'business_units_id', 'departments_id', 'cloud_contact_id'],
  },
  about: ['email', 'team', 'business_unit_name'],
  tones: { blacklist: flagTone({ tone: 'bad', reason: 'This member gets no mail of the community.' }) },
  columns: ['name', 'email', 'team', 'business_unit_name', 'department', 'blacklist'],
  filters: {
    name: 'contains',
    email: 'contains',
    team: 'equals',
    business_unit_name: 'contains',
    department: 'contains',
  },
  sort: 'name',
  csv: {
    file: 'member_',
    export: ['name', 'email', 'team', 'business_unit_name', 'department', 'cloud_contact_email', 'blacklist'],
    import: {
      columns: [
        'name',
        'email',
        'team',
        'business_unit_name',
        'department',
        'cloud_contact_email',
        'blacklist',
      ],
      key: 'email',
    },
  },
  messages: messagesFor('member'),
});

export type Member = Row<typeof members>;
