import { cloudNames } from '#kernel/clouds.ts';
import { choice } from '#kernel/fields/choice.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { expectedTone, sameTone, type Compared } from '#kernel/tones.ts';
import { businessUnit, costCenter, department, owner } from './mentions.ts';
import { messages } from './messages.ts';

const YES_NO = ['Yes', 'No'] as const;
const yesNo = (label: string) => choice(label, YES_NO, { optional: true });

/** The clouds of cloud parents, as answers name them. */
const CLOUDS = { AwsCloudParent: 'aws', AzureCloudParent: 'azure', GcpCloudParent: 'gcp' } as const;

/** The field of the cloud parent for each answer that may be taken over into it: which account it is stays. */
export const TAKEN_OVER = {
  project_name: 'name',
  distribution_list: 'email',
  account_owner: 'cloud_contact_email',
  business_unit: 'business_unit_name',
  department: 'department',
  cloud_environment: 'environment',
  cost_center: 'cost_center',
  billing_contact: 'billing_contact',
  security_contact: 'security_contact',
  operations_contact: 'operations_contact',
} as const;

/** The answers that a cloud parent holds as well, and the field in which it does. */
const COUNTERPARTS = { identifier: 'identifier', provider: 'provider_type', ...TAKEN_OVER } as const;

/** The value of the cloud parent in place of an answer. */
export const counterpartOf = (answer: keyof typeof COUNTERPARTS): Compared => ({
  record: 'cloud_parent',
  field: COUNTERPARTS[answer],
  whose: 'The cloud parent',
  ...(answer === 'provider' && { words: CLOUDS }),
});

/** The answers that a cloud parent gives by itself. */
export function answersFrom(parent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const [answer, field] of Object.entries(COUNTERPARTS)) answers[answer] = parent[field] ?? null;
  const cloud = Object.entries(CLOUDS).find(([name]) => name === parent['provider_type']);
  return { ...answers, provider: cloud?.[1] ?? null };
}

const columns = [
  'identifier',
  'provider',
  'project_name',
  'account_owner',
  'business_unit',
  'department',
  'cloud_environment',
  'cost_center',
  'still_in_use',
  'can_be_removed',
  'distribution_list',
  'billing_contact',
  'security_contact',
  'operations_contact',
] as const;

/** The answers of a person about an account, which are compared with the inventory. */
export const cloudSurveyResponses = defineResource('cloud_survey_responses', {
  label: ['Survey Response', 'Survey Responses'],
  title: 'identifier',
  fields: {
    cloud_parent_id: ref('Cloud Parent', 'cloud_parents', {
      show: 'identifier',
      as: 'cloud_parent_identifier',
      none: 'always',
      embed: { as: 'cloud_parent', fields: Object.values(COUNTERPARTS), shown: ['name'] },
    }),
    provider: choice('Provider', ['aws', 'azure', 'gcp'], {
      optional: true,
      aliases: CLOUDS,
      names: cloudNames(['aws', 'azure', 'gcp']),
      files: 'names',
    }),
    identifier: text('Identifier', { code: true }),
    project_name: text('Project Name', { optional: true }),
    distribution_list: text('Distribution List', { optional: true }),
    account_owner: owner('Account Owner'),
    business_unit: businessUnit(),
    department: department(),
    cloud_environment: text('Cloud Environment', { optional: true }),
    cost_center: costCenter(),
    still_in_use: yesNo('Still In Use'),
    can_be_removed: yesNo('Can Be Removed'),
    billing_contact: text('Billing Contact', { optional: true }),
    security_contact: text('Security Contact', { optional: true }),
    operations_contact: text('Operations Contact', { optional: true }),
    project_summary: longText('Project Summary', { optional: true }),
  },
  tones: {
    ...Object.fromEntries(
      (Object.keys(COUNTERPARTS) as (keyof typeof COUNTERPARTS)[]).map((answer) => [
        answer,
        sameTone(counterpartOf(answer)),
      ]),
    ),
    still_in_use: expectedTone('Yes'),
    can_be_removed: expectedTone('No'),
  },
  about: ['project_name', 'account_owner', 'cloud_environment'],
  columns: [...columns, 'created_at'],
  gridColumns: ['cloud_parent_identifier', ...columns, 'project_summary'],
  filters: {
    identifier: 'contains',
    still_in_use: 'equals',
    can_be_removed: 'equals',
  },
  sort: '-created_at',
  csv: {
    file: 'cloudSurveyResponse_',
    export: [...columns, 'project_summary', 'created_at'],
  },
  owned: { through: ['cloud_parent_id'] },
  messages: messagesFor('survey response', {
    addFailed: messages.surveyFailed,
    updateFailed: messages.surveyFailed,
    submitFailed: messages.surveyFailed,
    copyFailed: messages.surveyFailed,
  }),
});

export type CloudSurveyResponse = Row<typeof cloudSurveyResponses>;
