import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { choice } from '#kernel/fields/choice.ts';
import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { isEmailAddress } from '#kernel/reading/email.ts';
import { requestPages } from './pages.ts';
import {
  baselinePart,
  budgetPart,
  businessUnits,
  charged,
  contacts,
  departments,
  ownerTag,
  refusedBy,
  requestMessages,
} from './parts.ts';

const LONGEST_TAG = 256;
/** The signs in the values of tags beside letters, digits and spaces of any language. */
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
/** A value as a tag of AWS has it: names of departments and business units often have an ampersand, which it refuses. */
export const asTag = (value: string): string => value.replaceAll('&', '+');
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

const tags = {
  cost_center: 'costCenterTag',
  department: 'departmentTag',
  owner: 'ownerTag',
  project_name: 'projectNameTag',
  business_unit: 'businessUnitTag',
} as const;

const budget = budgetPart({
  amount: 'budgetAmount',
  currency: 'budgetCurrency',
  thresholds: 'budgetThresholds',
});
const baseline = baselinePart('baselineTemplate', 'aws_account');

const contact = (label: string) => text(label, { format: 'email', max: 254 });

/** An account in an organization of AWS. */
export const awsAccount: CloudRequest = {
  name: 'aws_account',
  cloud: 'aws',
  path: '/account/create',
  ...requestPages.aws_account,
  wrapper: 'account',
  // Who pays comes first: owner, units and contacts follow from the cost center.
  groups: [
    {
      label: 'Tags',
      fields: [
        'costCenterTag',
        'ownerTag',
        'departmentTag',
        'businessUnitTag',
        'projectNameTag',
        'missingTagsEmails',
      ],
    },
    { label: 'Account', fields: ['accountEmail', 'accountName', 'ou', 'regions'] },
    { label: 'Contacts', fields: ['billingContact', 'operationsContact', 'securityContact'] },
    budget.group,
    baseline.group,
  ],
  title: 'accountName',
  twins: ['accountName', 'accountEmail'],
  fields: {
    accountEmail: text('Account Email', {
      format: 'email',
      max: 64,
      hint: 'An address that no other AWS account has: its root user signs in with it.',
    }),
    accountName: text('Account Name', { max: 50 }),
    ou: choice('OU', ['sandbox', 'development', 'test', 'production'], { default: 'sandbox' }),
    costCenterTag: text('Cost Center', { max: LONGEST_TAG }),
    departmentTag: text('Department', { max: LONGEST_TAG }),
    ownerTag: ownerTag(),
    projectNameTag: text('Project Name', { max: LONGEST_TAG }),
    businessUnitTag: text('Business Unit', { max: LONGEST_TAG }),
    missingTagsEmails: textList('Missing Tags Emails', {
      optional: true,
      most: 10,
      max: LONGEST_TAG,
      commas: true,
      hint: 'Who is mailed of resources that lack tags; several addresses are separated by commas.',
    }),
    billingContact: contact('Billing Contact'),
    operationsContact: contact('Operations Contact'),
    securityContact: contact('Security Contact'),
    regions: textList('Regions', {
      optional: true,
      most: 50,
      max: 30,
      commas: true,
      hint: 'Chosen, or separated by commas, such as us-east-1, eu-central-1.',
    }),
    ...budget.fields,
    ...baseline.fields,
  },
  choices: {
    costCenterTag: charged,
    departmentTag: departments,
    businessUnitTag: businessUnits,
    ownerTag: contacts,
    billingContact: contacts,
    operationsContact: contacts,
    securityContact: contacts,
    regions: { path: '/aws-regions', several: true },
    ...baseline.choices,
  },
  hyphenated: [],
  tags,
  budget: budget.names,
  baseline: baseline.name,
  contacts: ['billingContact', 'operationsContact', 'securityContact'],
  inventory: {
    ou: 'environment',
    billingContact: 'billing_contact',
    operationsContact: 'operations_contact',
    securityContact: 'security_contact',
  },
  refused: (values) => [
    ...refusedBy(values, 'accountEmail', [
      [(email) => email.length >= 6, 'AWS takes addresses of 6 to 64 characters.'],
      [(email) => /^[\x21-\x7e]+$/.test(email), 'AWS takes addresses of ASCII characters only.'],
    ]),
    ...refusedBy(values, 'accountName', [
      [(name) => /^[\x20-\x7e]+$/.test(name), 'AWS takes names of ASCII characters only.'],
    ]),
    ...Object.values(tags).flatMap((field) =>
      refusedBy(values, field, [
        [
          (value) => TAG.test(asTag(value)),
          'A tag of AWS may have letters, digits, spaces and _ . : / = + - @ only.',
        ],
      ]),
    ),
    ...refusedEmails(values['missingTagsEmails']),
    ...refusedRegions(values['regions']),
    ...budget.refused(values),
  ],
  messages: requestMessages,
};

function refusedEmails(emails: unknown) {
  const given: string[] = Array.isArray(emails) ? emails.map(String) : [];
  const refuse = (message: string) => [{ field: 'missingTagsEmails', message }];
  const wrong = given.find((email) => !isEmailAddress(email) || !TAG.test(email));
  if (wrong !== undefined) return refuse(`'${wrong}' is not an email address that a tag of AWS may have.`);
  return given.join(' ').length > LONGEST_TAG
    ? refuse(`A tag of AWS has at most ${LONGEST_TAG} characters, all addresses together.`)
    : [];
}

function refusedRegions(regions: unknown) {
  const given: unknown[] = Array.isArray(regions) ? regions : [];
  const wrong = given.find((region) => !REGION.test(String(region)));
  return wrong === undefined
    ? []
    : [{ field: 'regions', message: `'${String(wrong)}' is not a region of AWS, such as eu-central-1.` }];
}
