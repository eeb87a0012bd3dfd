import { BILL_PROVIDERS, RUN_STATES } from '#kernel/billing/runs.ts';
import { arrayOf, integer, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { PROBLEM_NAMES } from '../runs/problems.ts';
import { money } from '../money.ts';

const currency = text('Such as EUR');
const amounts = arrayOf(object({ currency, amount: money }));
const boolean = { type: 'boolean' };

/** Who bears a part of what is charged for GitHub. */
export const bearer = object({
  account: text('The account of the lines.'),
  identifier: text('By which a cost center is assigned to it.'),
  username: { ...textOrNull, description: 'null where the organization bears it itself.' },
  organization: { ...textOrNull, description: 'null where it is not known.' },
  name: { ...textOrNull, description: 'Of the user.' },
  named: { ...textOrNull, description: 'The cost center that the seat, or the organization, names.' },
  fallback: {
    ...boolean,
    description:
      'Whether the cost center of the organization is charged, since the seat names none that counts.',
  },
  share: text('Of what the account is charged, to six digits.'),
  reference: text('Invoice number'),
  currency,
  amount: text('Its share of the account, to six digits.'),
  posting: { type: ['integer', 'null'], description: 'null for what nobody is charged for.' },
  cost_center: textOrNull,
  wbs_element: textOrNull,
  company_code: textOrNull,
  problem: { enum: [...PROBLEM_NAMES, null] },
});

/** What a run charges for GitHub. */
export const copilotOfRun = object({
  accounts: arrayOf(
    object({
      identifier: text('The account'),
      split: { ...boolean, description: 'Whether it is split by seats.' },
      organization: textOrNull,
      lines: integer,
      currency,
      amount: money,
      seats: { ...integer, description: 'How many users bear it.' },
      fallback_seats: {
        ...integer,
        description: 'How many of them by the cost center of their organization.',
      },
      unplaced: { ...integer, description: 'How many bearers nobody is charged for.' },
      no_seats: { ...boolean, description: 'Whether no seat was known, so that the organization bears it.' },
    }),
  ),
  billed_twice: {
    description:
      'What another run of the month charges for Copilot as well, whether or not somebody has decided on it.',
    ...arrayOf(
      object({
        organization: text('In small letters; * for what names none.'),
        other_run: integer,
        other_provider: { enum: BILL_PROVIDERS },
        other_state: { enum: RUN_STATES },
        reference: text('Invoice number'),
        currency,
        amount: money,
        other_amounts: amounts,
        reason: { ...textOrNull, description: 'Why both are right; null until somebody says so.' },
        decided_by: textOrNull,
        decided_at: { type: ['string', 'null'], format: 'date-time' },
      }),
    ),
  },
});

const runOfCosts = {
  id: integer,
  provider: { enum: BILL_PROVIDERS },
  month: text('YYYY-MM'),
  state: { enum: RUN_STATES },
};

/** What a cost center is charged for Copilot by one run. */
export const copilotCost = object({
  month: text('YYYY-MM, the month that is charged.'),
  cost_center: { ...textOrNull, description: 'null with the WBS element for what nobody is charged for.' },
  wbs_element: textOrNull,
  company_code: textOrNull,
  owner_email: textOrNull,
  business_unit: textOrNull,
  seats: { ...integer, description: 'How many users bear it; one in several organizations counts once.' },
  fallback_seats: { ...integer, description: 'How many of them by the cost center of their organization.' },
  amounts,
  billing_run: object(runOfCosts),
});

/** What all of it comes to. */
export const copilotTotals = object({
  total: integer,
  from: text('YYYY-MM'),
  to: text('YYYY-MM'),
  totals: amounts,
  runs: {
    description: 'The runs, each with what its lines of Copilot come to.',
    ...arrayOf(object({ ...runOfCosts, seats: integer, totals: amounts })),
  },
});
