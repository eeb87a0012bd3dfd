import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Create, type Row } from '#kernel/resource.ts';

/** A legal entity that books cloud spend, with one GL account per cloud vendor. */
export const companies = defineResource('companies', {
  label: ['Company', 'Companies'],
  title: 'code',
  fields: {
    code: text('Code', { code: true, max: 20 }),
    country: text('Location', { optional: true }),
    aws_gl: text('AWS GL', { optional: true, format: 'digits', max: 20 }),
    gcp_gl: text('GCP GL', { optional: true, format: 'digits', max: 20 }),
    azure_gl: text('Azure GL', { optional: true, format: 'digits', max: 20 }),
    gl_type: text('GL Type', { optional: true, hint: 'Cloud Services, Hardware or Other' }),
    riOrReno: choice('RI or Reno', ['RI', 'Reno'], { optional: true }),
    clearing_gl: text('Clearing GL', {
      optional: true,
      format: 'digits',
      max: 10,
      hint: 'What journal entries are balanced against in SAP, such as accrued liabilities',
    }),
  },
  unique: [
    {
      fields: ['code', 'country', 'gl_type'],
      message: 'A company with this code, location and GL type exists already.',
    },
  ],
  about: ['country', 'gl_type'],
  columns: ['code', 'country', 'aws_gl', 'gcp_gl', 'azure_gl', 'gl_type', 'riOrReno', 'created_at'],
  sort: 'code',
  csv: {
    file: 'company_',
    export: ['code', 'country', 'aws_gl', 'gcp_gl', 'azure_gl', 'gl_type', 'riOrReno', 'created_at'],
  },
  messages: messagesFor('company'),
});

export type Company = Row<typeof companies>;
export type NewCompany = Create<typeof companies>;

/** Companies whose cloud spend is booked on the accounts of Reno. */
const RENO_CODES = new Set(['1000', '3100', '3500', '5200', '3800', '3750']);

/** The GL accounts, and the house they belong to, that a company code implies. */
export function glDefaults(
  code: string,
): Required<Pick<NewCompany, 'aws_gl' | 'gcp_gl' | 'azure_gl' | 'riOrReno'>> {
  return RENO_CODES.has(code.trim())
    ? { aws_gl: '784031', gcp_gl: '784033', azure_gl: '784032', riOrReno: 'Reno' }
    : { aws_gl: '520084', gcp_gl: '520110', azure_gl: '520109', riOrReno: 'RI' };
}
