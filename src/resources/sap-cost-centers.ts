import { lookup } from '#kernel/fields/lookup.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { messages } from './messages.ts';

const taken = ['identifier', 'company_code', 'cloud_contact_email'] as const;
/** Those and what its company is booked on. */
const shown = [...taken, 'aws_gl', 'gcp_gl', 'azure_gl'] as const;
/** The columns that distinguish companies which share a code. */
const companyBeside = ['company_location', 'company_gl_type'] as const;

/** The columns of SAP's extract that are taken over, and those that may be beside them. */
export const sapExtract = [...taken, ...companyBeside] as const;

/** A cost center as SAP knows it: what finance may book on, with the company and its GL accounts. */
export const sapCostCenters = defineResource('sap_cost_centers', {
  label: ['SAP Cost Center', 'SAP Cost Centers'],
  title: 'identifier',
  headings: { view: 'SAP Cost Centers Table', crud: 'SAP Cost Center Table' },
  fields: {
    identifier: text('Identifier', { code: true, unique: messages.duplicateIdentifier }),
    companies_id: ref('Company Code', 'companies', { show: 'code', as: 'company_code', none: 'never' }),
    cloud_contact_id: ref('Cloud Contact Email', 'cloud_contacts', {
      show: 'email',
      as: 'cloud_contact_email',
      none: 'always',
    }),
    company_location: lookup('Company Location', 'companies_id', 'country'),
    company_gl_type: lookup('Company GL Type', 'companies_id', 'gl_type'),
    aws_gl: lookup('AWS GL', 'companies_id', 'aws_gl'),
    gcp_gl: lookup('GCP GL', 'companies_id', 'gcp_gl'),
    azure_gl: lookup('Azure GL', 'companies_id', 'azure_gl'),
    owner_terminated: lookup<boolean>('Owner Terminated', 'cloud_contact_id', 'terminated'),
  },
  about: ['company_code', 'cloud_contact_email'],
  columns: [...shown, ...companyBeside, 'owner_terminated'],
  gridColumns: [...shown, ...companyBeside],
  filters: { identifier: 'contains', cloud_contact_email: 'contains' },
  sort: 'identifier',
  csv: {
    file: 'sapCostCenter_',
    export: [...shown, ...companyBeside],
  },
  messages: messagesFor('SAP cost center'),
});

export type SapCostCenter = Row<typeof sapCostCenters>;
