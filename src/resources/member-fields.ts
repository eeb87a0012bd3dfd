import { boolean } from '#kernel/fields/boolean.ts';
import { lookup } from '#kernel/fields/lookup.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';

/** The circles of the cloud centre of excellence. */
export const TEAMS = ['Core', 'Advisory', 'Community'] as const;

/** The fields of a member besides name, email and team, whichever community it is. */
export const memberFields = {
  // The name of a department that is none of the list.
  other_department: text('Other Department', {
    optional: true,
    hint: 'What it is called, where the department is none of the list.',
  }),
  departments_id: ref('Department', 'departments', {
    show: 'name',
    short: 'abbreviation',
    as: 'department',
    otherwise: 'other_department',
    embed: { as: 'departments', fields: ['id', 'name'] },
    none: 'always',
  }),
  business_units_id: ref('Business Unit', 'business_units', {
    show: 'name',
    short: 'abbreviation',
    as: 'business_unit_name',
    embed: { as: 'business_units', fields: ['id', 'name'] },
    none: 'always',
  }),
  cloud_contact_id: ref('Cloud Contact Email', 'cloud_contacts', {
    show: 'email',
    as: 'cloud_contact_email',
    none: 'always',
  }),
  teams_included: boolean('Teams Included'),
  dl_included: boolean('DL Included'),
  tenant: text('Tenant', {
    optional: true,
    // The one that is spun off; every other tenant, and none, is what remains.
    names: { words: { spincorp: 'SpinCo' }, others: 'RemainCo' },
  }),
  blacklist: boolean('Blacklist'),
  // The same names as other screens ask for them.
  business_unit: lookup('Business Unit', 'business_units_id', 'name'),
  department_name: lookup('Department', 'departments_id', 'name'),
};
