import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { money } from '#kernel/fields/money.ts';
import { number } from '#kernel/fields/number.ts';
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
  'group_access',
  'resource_providers',
  'azure_policies',
  'google_services',
  'awaited_webhook',
  'answer_hours',
  'baseline_required',
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
      hint: 'When to choose it, in the words of the people who request accounts.',
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
    group_access: textList('Access of Groups', {
      optional: true,
      most: 20,
      max: 255,
      commas: true,
      hint:
        'A permission set of AWS, or a role of Azure or Google Cloud, and the group by its id, at Google by its address: ' +
        'Reader for 1c5e8a52-0d3b-4f6e-9a51-7f2d9c4b8e10, roles/viewer for team@example.com.',
    }),
    resource_providers: textList('Resource Providers', {
      optional: true,
      most: 50,
      max: 100,
      commas: true,
      hint: 'Azure subscriptions only. Such as Microsoft.Network, Microsoft.Compute.',
    }),
    azure_policies: longText('Azure Policies', {
      optional: true,
      format: 'policies',
      hint:
        'Azure subscriptions only. One a line: the id of a policy or an initiative, and behind it its parameters as JSON, such as ' +
        '{"listOfAllowedLocations": {"value": ["westeurope"]}}.',
    }),
    google_services: textList('Google Services', {
      optional: true,
      most: 50,
      max: 100,
      commas: true,
      hint: 'GCP projects only. Such as compute.googleapis.com, bigquery.googleapis.com.',
    }),
    awaited_webhook: text('Waits for Webhook', {
      optional: true,
      max: 255,
      hint: 'The name of a webhook: it receives what was made, and the account waits for its signed answer.',
    }),
    answer_hours: number('Hours to Answer', {
      min: 1,
      max: 168,
      default: 24,
      hint: 'How long the webhook has for its answer.',
    }),
    baseline_required: boolean('Baseline Required', {
      default: false,
      hint: 'The account is made only with all of its baseline. Otherwise what fails of it is skipped, and Retry takes it again.',
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
