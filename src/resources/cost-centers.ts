import { boolean } from '#kernel/fields/boolean.ts';
import { date } from '#kernel/fields/date.ts';
import { lookup } from '#kernel/fields/lookup.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { notBefore, sameAs, unlessSet } from '#kernel/remarks.ts';
import { expiryTone, flagTone } from '#kernel/tones.ts';
import { defineResource, type Create, type Row } from '#kernel/resource.ts';
import { messages } from './messages.ts';

/** The columns that people fill in: those of an import, and the first ones of table and export. */
const worksheet = [
  'identifier',
  'company_code',
  'companies_code',
  'cloud_contact_email',
  'business_unit_name',
  'department_name',
  'active_at',
  'expired_at',
  'replacement_cost_center',
  'alternate_cost_center',
] as const;

/** The same with the columns that distinguish companies which share a code. */
const file = worksheet.flatMap((column) =>
  column === 'companies_code' ? [column, 'company_location', 'company_gl_type'] : [column],
);

/** Who pays: the account that cloud spend is charged to, with its owner and validity. */
export const costCenters = defineResource('cost_centers', {
  label: ['Cost Center', 'Cost Centers'],
  title: 'identifier',
  fields: {
    identifier: text('Identifier', { code: true, unique: messages.duplicateIdentifier }),
    company_code: text('Company Code', { code: true, default: '01' }),
    companies_id: ref('Company', 'companies', {
      show: 'code',
      as: 'companies_code',
      embed: { as: 'companies', fields: ['id', 'code', 'country', 'gl_type'] },
      none: 'never',
      default: 1,
    }),
    cloud_contact_id: ref('Cloud Contact Email', 'cloud_contacts', {
      show: 'email',
      as: 'cloud_contact_email',
      embed: { as: 'cloud_contact', fields: ['id', 'email', 'name'] },
      none: 'never',
    }),
    business_units_id: ref('Business Unit', 'business_units', {
      show: 'name',
      short: 'abbreviation',
      as: 'business_unit_name',
      none: 'create-only',
      noneMessage: messages.businessUnitNone,
      default: 1,
    }),
    departments_id: ref('Department', 'departments', {
      show: 'name',
      short: 'abbreviation',
      as: 'department_name',
      none: 'create-only',
      noneMessage: messages.departmentNone,
      default: 1,
    }),
    active_at: date('Active At', { default: 'today' }),
    expired_at: date('Expired At', { optional: true }),
    new_cost_center_id: ref('Replacement Cost Center', 'cost_centers', {
      show: 'identifier',
      as: 'replacement_cost_center',
      embed: { as: 'new_cost_center', fields: ['id', 'identifier'] },
      none: 'always',
      validOn: 'today',
      acyclic: true,
    }),
    alt_cost_center_id: ref('Backup Cost Center', 'cost_centers', {
      show: 'identifier',
      as: 'alternate_cost_center',
      embed: { as: 'alt_cost_center', fields: ['id', 'identifier'] },
      none: 'always',
      validOn: 'today',
      notItself: true,
    }),
    approved: boolean('Approved', { updateOnly: true, words: 'TRUE/FALSE' }),
    company_location: lookup('Company Location', 'companies_id', 'country'),
    company_gl_type: lookup('Company GL Type', 'companies_id', 'gl_type'),
    aws_gl: lookup('AWS GL', 'companies_id', 'aws_gl'),
    gcp_gl: lookup('GCP GL', 'companies_id', 'gcp_gl'),
    azure_gl: lookup('Azure GL', 'companies_id', 'azure_gl'),
    owner_terminated: lookup<boolean>('Owner Terminated', 'cloud_contact_id', 'terminated'),
  },
  remarks: {
    company_code: sameAs('companies_id', 'code'),
    cloud_contact_id: unlessSet('cloud_contact_id', 'terminated', messages.ownerTerminated),
    expired_at: notBefore('active_at'),
  },
  about: ['cloud_contact_email', 'companies_code', 'business_unit_name'],
  tones: {
    approved: flagTone(
      { tone: 'good', reason: 'Approved.' },
      { tone: 'warning', reason: 'Not approved yet.', waits: 'Unapproved' },
    ),
    expired_at: expiryTone(),
    owner_terminated: flagTone({
      tone: 'bad',
      reason: 'The owner is terminated: another one is needed.',
      waits: 'Owner terminated',
    }),
  },
  // The deciding columns come first, in sight without scrolling.
  columns: [
    'identifier',
    'cloud_contact_email',
    'owner_terminated',
    'approved',
    'expired_at',
    'business_unit_name',
    'department_name',
    'company_code',
    'active_at',
    'replacement_cost_center',
    'created_at',
  ],
  gridColumns: [...worksheet, 'created_at', 'aws_gl', 'gcp_gl', 'azure_gl', 'owner_terminated'],
  filters: {
    identifier: 'contains',
    created_at: { operation: 'last-days', choices: ['30', '60', '90'], label: 'Created in the last days' },
    validity: { own: true, label: 'Validity', inSight: false },
  },
  sort: '-id',
  csv: {
    file: 'cost_center_',
    export: [...file, 'created_at', 'aws_gl', 'gcp_gl', 'azure_gl', 'approved', 'owner_terminated'],
    import: { columns: file, key: 'identifier' },
  },
  owned: { through: ['cloud_contact_id'] },
  messages: messagesFor('cost center'),
});

export type CostCenter = Row<typeof costCenters>;
export type NewCostCenter = Create<typeof costCenters>;

/**
 * The cost center whose owner a new identifier inherits: a WBS element such as `4711/02`
 * belongs to the cost center before its slash. Null for an identifier without a slash.
 */
export function parentIdentifier(identifier: string): string | null {
  const slash = identifier.indexOf('/');
  return slash > 0 ? identifier.slice(0, slash).trim() : null;
}
