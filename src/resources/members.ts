import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { flagTone } from '#kernel/tones.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { memberFields, TEAMS } from './member-fields.ts';

const fileColumns = [
  'name',
  'email',
  'team',
  'business_unit_name',
  'department',
  'other_department',
  'cloud_contact_email',
  'teams_included',
  'dl_included',
  'tenant',
  'blacklist',
] as const;

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
    ...memberFields,
  },
  form: {
    create: ['name', 'email', 'departments_id', 'other_department', 'business_units_id', 'team', 'blacklist'],
    update: [
      'name',
      'email',
      'departments_id',
      'other_department',
      'business_units_id',
      'team',
      'blacklist',
      'cloud_contact_id',
      'teams_included',
      'dl_included',
      'tenant',
    ],
  },
  about: ['email', 'team', 'business_unit_name'],
  tones: { blacklist: flagTone({ tone: 'bad', reason: 'This member gets no mail of the community.' }) },
  columns: [
    'name',
    'email',
    'team',
    'blacklist',
    'business_unit_name',
    'department',
    'tenant',
    'teams_included',
    'dl_included',
    'other_department',
  ],
  filters: {
    name: 'contains',
    email: 'contains',
    department: 'contains',
    business_unit_name: 'contains',
    team: 'equals',
  },
  sort: 'name',
  csv: {
    file: 'member_',
    export: fileColumns,
    import: {
      columns: fileColumns,
      key: 'email',
    },
  },
  // Of a member it says what others think of them, too.
  owned: { email: 'email', name: 'name', shown: false },
  messages: messagesFor('member'),
});

export type Member = Row<typeof members>;
