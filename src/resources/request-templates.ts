import { choice } from '#kernel/fields/choice.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { money } from '#kernel/fields/money.ts';
import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { BUDGET_PRESETS } from './budgets.ts';
import { requestPages } from './cloud-requests/pages.ts';
import { businessUnit, costCenter, department, owner } from './mentions.ts';

/** The requests that may begin from a template. */
const templateKinds = ['aws_account', 'azure_subscription', 'gcp_project'] as const;

const kindNames = Object.fromEntries(Object.entries(requestPages).map(([name, { label }]) => [name, label]));

const ONLY_AWS = 'AWS accounts only.';
const contact = (label: string) => text(label, { format: 'email', max: 254, optional: true, hint: ONLY_AWS });

const columns = [
  'name',
  'kind',
  'description',
  'placed_in',
  'cost_center',
  'cloud_contact_email',
  'business_unit_name',
  'department',
  'project_name',
  'billing_contact',
  'operations_contact',
  'security_contact',
  'missing_tags_emails',
  'regions',
  'budget_amount',
  'budget_currency',
  'budget_thresholds',
] as const;

/**
 * What requests for accounts of one kind begin with, so that a team fills in a name and little else. All but name and kind may be
 * left out, and a request may say otherwise.
 */
export const requestTemplates = defineResource('request_templates', {
  label: ['Request Template', 'Request Templates'],
  title: 'name',
  fields: {
    name: text('Name', { max: 100, unique: 'A request template with this name exists already.' }),
    kind: choice('Kind', templateKinds, { names: kindNames, files: 'names' }),
    description: longText('Description', {
      optional: true,
      max: 1000,
      hint: 'When it is chosen, in words of whoever asks.',
    }),
    placed_in: text('Place', {
      optional: true,
      max: 90,
      hint: 'The OU of AWS, the id of a management group of Azure, or the id of a folder of Google Cloud.',
    }),
    cost_center: costCenter(),
    cloud_contact_email: owner(),
    business_unit_name: businessUnit(),
    department: department(),
    project_name: text('Project Name', { optional: true, max: 255, hint: 'As accounts are tagged with it.' }),
    billing_contact: contact('Billing Contact'),
    operations_contact: contact('Operations Contact'),
    security_contact: contact('Security Contact'),
    missing_tags_emails: textList('Missing Tags Emails', {
      optional: true,
      most: 10,
      max: 254,
      commas: true,
      hint: ONLY_AWS,
    }),
    regions: textList('Regions', {
      optional: true,
      most: 50,
      max: 30,
      commas: true,
      hint: `${ONLY_AWS} Such as us-east-1, eu-central-1.`,
    }),
    budget_amount: money('Budget', {
      optional: true,
      currency: 'budget_currency',
      positive: true,
      hint: 'What an account may cost each month. Leave it empty for no budget.',
    }),
    budget_currency: text('Budget Currency', { format: 'currency', default: BUDGET_PRESETS.currency }),
    budget_thresholds: text('Budget Thresholds', {
      format: 'percents',
      default: BUDGET_PRESETS.thresholds,
      hint: 'Per cent of the budget at which the owner is notified, such as 50, 80, 100.',
    }),
  },
  about: ['kind', 'placed_in', 'cost_center'],
  columns: [
    'name',
    'kind',
    'placed_in',
    'cost_center',
    'cloud_contact_email',
    'budget_amount',
    'description',
  ],
  gridColumns: columns,
  filters: { name: 'contains', kind: 'equals', cost_center: 'contains', cloud_contact_email: 'contains' },
  sort: 'name',
  csv: { file: 'requestTemplates_', export: columns, import: { key: 'name', columns } },
  messages: messagesFor('request template'),
});

export type RequestTemplate = Row<typeof requestTemplates>;
