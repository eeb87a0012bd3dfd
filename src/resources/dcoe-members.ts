import { boolean } from '#kernel/fields/boolean.ts';
import { lookup } from '#kernel/fields/lookup.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { flagTone } from '#kernel/tones.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

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
    departments_id: ref('Department', 'departments', {
      show: 'name',
      as: 'department',
      embed: { as: 'departments', fields: ['id', 'name'] },
      none: 'always',
    }),
    other_department: text('Other Department', { optional: true }),
    business_units_id: ref('Business Unit', 'business_units', {
      show: 'name',
      as: 'business_unit_name',
      embed: { as: 'business_units', fields: ['id', 'name'] },
      none: 'always',
    }),
    cloud_contact_id: ref('Cloud Contact Email', 'cloud_contacts', {
      show: 'email',
      as: 'cloud_contact_email',
      none: 'always',
    }),
    teams_included: boolean('Teams Included', { words: 'Yes/No' }),
    dl_included: boolean('DL Included', { words: 'Yes/No' }),
    tenant: text('Tenant', { optional: true }),
    blacklist: boolean('Blacklist', { words: 'Yes/No' }),
    // The same names as other screens ask for them.
    business_unit: lookup('Business Unit', 'business_units_id', 'name'),
    department_name: lookup('Department', 'departments_id', 'name'),
  },
  form: {
    create: ['name', 'email', 'departments_id', 'other_department', 'business_units_id'],
    update: [
      'name',
      'email',
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
    'department',
    'other_department',
    'business_unit_name',
    'cloud_contact_email',
    'teams_included',
    'dl_included',
    'tenant',
    'blacklist',
  ],
  filters: { name: 'contains', email: 'contains', department: 'contains', business_unit_name: 'contains' },
  sort: 'name',
  csv: {
    file: 'codeMember_',
    export: [
      'name',
      'email',
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
