import type { BudgetFields, ChoiceSource, CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { money } from '#kernel/fields/money.ts';
import { text } from '#kernel/fields/text.ts';
import type { Values } from '#kernel/input.ts';
import { BUDGET_PRESETS } from '../budgets.ts';
import { messages } from '../messages.ts';

/** The common parts of the requests for accounts of the three clouds. */

export const OWNER_HINT = "Give the user's email, not the distribution list.";

export const requestMessages = { done: messages.requestSubmitted, failed: messages.reportFailed };

/** Whoever may be charged: a cost center that is valid today, a network, or a project. */
export const charged: ChoiceSource = {
  models: [
    { model: 'cost_centers', by: 'identifier', valid: true, query: { by_validity: 'valid' } },
    { model: 'cost_center_networks', by: 'identifier' },
    { model: 'project_ids', by: 'identifier' },
  ],
};

export const contacts: ChoiceSource = { models: [{ model: 'cloud_contacts', by: 'email' }], open: true };
/** Names that the inventory keeps whether it knows them or not; those that it does not are work that waits there. */
const units = (model: string): ChoiceSource => ({
  models: [{ model, by: 'name', short: 'abbreviation' }],
  open: true,
});
export const departments = units('departments');
export const businessUnits = units('business_units');

export const ownerTag = () => text('Owner', { format: 'email', max: 254, hint: OWNER_HINT });

/** The part of a request with what the account may cost each month. All of it may be left out, as callers of before do. */
export const budgetPart = (names: BudgetFields) => ({
  names,
  group: { label: 'Budget', fields: [names.amount, names.currency, names.thresholds] },
  fields: {
    [names.amount]: money('Budget', {
      optional: true,
      currency: names.currency,
      positive: true,
      hint: 'What it may cost each month. Leave it empty for no budget.',
    }),
    [names.currency]: text('Budget Currency', {
      optional: true,
      format: 'currency',
      hint: `That of the cloud's bill; ${BUDGET_PRESETS.currency} where nothing is given.`,
    }),
    [names.thresholds]: text('Budget Thresholds', {
      optional: true,
      format: 'percents',
      hint: `Per cent of the budget at which the owner is notified; ${BUDGET_PRESETS.thresholds} where nothing is given.`,
    }),
  } satisfies Readonly<Record<string, Field>>,
  /** The error of a currency or of thresholds without the amount that they are about. */
  refused: (values: Values): FieldError[] => {
    const others = [names.currency, names.thresholds];
    if (textOf(values, names.amount) !== '' || others.every((one) => textOf(values, one) === '')) return [];
    return [
      { field: names.amount, message: 'Give the amount of the budget, or leave its other fields empty.' },
    ];
  },
});

/** The part of a request with the template whose baseline the account gets. @param kind that of the request */
export const baselinePart = (name: string, kind: string) => ({
  name,
  group: { label: 'Baseline', fields: [name] },
  fields: {
    [name]: text('Baseline', {
      optional: true,
      max: 100,
      hint: 'A request template with steps that follow: access of groups, resource providers, policies or services, a webhook that is waited for.',
    }),
  } satisfies Readonly<Record<string, Field>>,
  choices: {
    [name]: { models: [{ model: 'request_templates', by: 'name', query: { by_kind: kind } }] },
  } satisfies Readonly<Record<string, ChoiceSource>>,
});

/** What an account may cost each month. */
export interface RequestedBudget {
  /** A decimal such as 1000.00. */
  amount: string;
  currency: string;
  /** Such as `50, 80, 100`. */
  thresholds: string;
}

/** The budget that is made with an account; null where the request names no amount. */
export function requestedBudget(
  { budget }: Pick<CloudRequest, 'budget'>,
  values: Values,
): RequestedBudget | null {
  const amount = textOf(values, budget.amount);
  if (amount === '') return null;
  return {
    amount,
    currency: textOf(values, budget.currency) || BUDGET_PRESETS.currency,
    thresholds: textOf(values, budget.thresholds) || BUDGET_PRESETS.thresholds,
  };
}

/** A text of the values; empty where there is none. */
export const textOf = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

/** One error where a text is there and a rule refuses it. */
export function refusedBy(
  values: Values,
  name: string,
  rules: readonly (readonly [isFine: (text: string) => boolean, message: string])[],
): FieldError[] {
  const value = textOf(values, name);
  const broken = value === '' ? undefined : rules.find(([isFine]) => !isFine(value));
  return broken ? [{ field: name, message: broken[1] }] : [];
}
