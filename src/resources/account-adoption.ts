import { longText } from '#kernel/fields/long-text.ts';
import { text } from '#kernel/fields/text.ts';
import type { cloudParents } from './cloud-parents.ts';
import { budgetPart } from './cloud-requests/parts.ts';
import { businessUnit, costCenter, department, owner } from './mentions.ts';

/** The fields with what an adopted account may cost each month. */
export const adoptionBudget = budgetPart({
  amount: 'budget_amount',
  currency: 'budget_currency',
  thresholds: 'budget_thresholds',
});

/** The input of an adoption. What is left empty follows from the cost center, or stays as it is. */
export const adoptionFields = {
  cost_center: costCenter(),
  owner: owner(),
  department: department(),
  business_unit: businessUnit(),
  environment: text('Environment', { optional: true, max: 255 }),
  ...adoptionBudget.fields,
  reason: longText('Reason', {
    max: 2000,
    optional: true,
    hint: 'Why it is adopted: the history, the line of time and the mails have it.',
  }),
} as const;

/** What the record of an account has of an adoption, by the names of its fields. */
export const adoptedFields = {
  cloud_contact_email: 'owner',
  cost_center: 'cost_center',
  department: 'department',
  business_unit_name: 'business_unit',
  environment: 'environment',
} as const satisfies Partial<Record<keyof typeof cloudParents.fields, keyof typeof adoptionFields>>;
