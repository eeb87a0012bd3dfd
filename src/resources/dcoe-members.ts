import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { flagTone } from '#kernel/tones.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { memberFields, TEAMS } from './member-fields.ts';

/** Somebody who belongs to CODE, the community of the spin-off and of what remains. */
export const dcoeMembers = defineResource('dcoe_members', {
  label: ['CODE Member', 'CODE Members'],
  title: 'name',
  fields: {
    // Without a name a member is known by the email; the server fills it in.
    name: text('Name'),
    email: text('Email', {
      format: 'email',
      max: 254,
      unique: 'A CODE member with this email exists already.',
    }),
    team: choice('Team', TEAMS, { optional: true }),
    ...memberFields,
  },
  form: {
    create: ['name', 'email', 'departments_id', 'other_department', 'business_units_id'],
    update: [
      'name',
      'email',
      'team',
      'departments_id',
      'other_department',
      'business_units_id',
      'cloud_contact_id',
      'teams_included',
      'dl_included',
      'tenant',
      'blacklist',
    ],
  },
  about: ['email', 'business_unit_name'],
  tones: { blacklist: flagTone({ tone: 'bad', reason: 'This member gets no mail of the community.' }) },
  columns: [
    'name',
    'email',
    'team',
    'blacklist',
    'department',
    'business_unit_name',
    'tenant',
    'other_department',
    'cloud_contact_email',
    'teams_included',
    'dl_included',
  ],
  filters: {
    name: 'contains',
    email: 'contains',
    team: 'equals',
    department: 'contains',
    business_unit_name: 'contains',
  },
  sort: 'name',
  csv: {
    file: 'codeMember_',
    export: [
      'name',
      'email',
      'team',
      'department',
      'other_department',
      'business_unit_name',
      'cloud_contact_email',
      'teams_included',
      'dl_included',
      'tenant',
      'blacklist',
    ],
  },
  messages: messagesFor('CODE member'),
});

export type DcoeMember = Row<typeof dcoeMembers>;
