import { BILL_PROVIDERS, RUN_STATES } from '#kernel/billing/runs.ts';
import { arrayOf, integer, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { money } from './money.ts';
import { PROBLEM_NAMES } from './runs/problems.ts';
import { cloud } from './schemas.ts';

const dayOrNull = { type: ['string', 'null'], format: 'date' };
const integerOrNull = { type: ['integer', 'null'] };

const chain = {
  description: 'What was named first, and what it led to in the end.',
  ...arrayOf(
    object({
      what: { enum: ['project', 'network', 'wbs_element', 'cost_center'] },
      id: integer,
      identifier: text('What it is called'),
      valid: { type: 'boolean', description: 'On the posting day.' },
      backup: { type: 'boolean', description: 'Whether it was come to as a backup.' },
    }),
  ),
};

export const posting = object({
  id: integer,
  reference: text('Invoice number'),
  company_code: text('Company code'),
  gl_account: text('GL account'),
  cost_center: { ...textOrNull, description: 'Either this or the WBS element.' },
  wbs_element: textOrNull,
  amount: money,
  currency: text('Such as EUR'),
  text: text('What it says'),
  business_unit: textOrNull,
  owner_email: textOrNull,
});

export const explained = {
  named: { ...textOrNull, description: 'What the cloud parent says that it is charged to.' },
  cloud_parent_id: integerOrNull,
  chain,
  problem: { enum: [...PROBLEM_NAMES, null] },
  message: { ...textOrNull, description: 'The problem as a sentence.' },
};

/** Where an account may belong that nobody is charged for. */
const suggested = {
  owner_email: {
    ...textOrNull,
    description:
      'Who owns the account by the inventory, else by its tags, else who was charged for it before.',
  },
  suggestions: {
    description: 'Where it may belong, the best ones first.',
    ...arrayOf(
      object({
        cost_center_id: integer,
        cost_center: text('Its identifier'),
        owner_email: { ...textOrNull, description: 'Who owns the cost center.' },
        reason: { enum: ['tag', 'earlier_months', 'owner', 'department'] },
        message: text('The reason as a sentence.'),
      }),
    ),
  },
};

export const exception = object({
  id: integer,
  identifier: {
    ...textOrNull,
    description:
      'The account, subscription or project. Of a purchase or usage without one, the place that the file gives, such as `No account: Billing account 7000008, invoice section S`. null for what is of the invoice as such.',
  },
  provider: cloud,
  reference: text('Invoice number'),
  currency: text('Such as EUR'),
  amount: money,
  lines: integer,
  assignable: {
    type: 'boolean',
    description:
      'Whether it finds a place once somebody assigns a cost center; else the invoice has to be looked at.',
  },
  ...explained,
  ...suggested,
});

/** An account that nobody is charged for, in all open runs. */
export const unallocated = object({
  identifier: {
    ...textOrNull,
    description:
      'The account, subscription or project; null for what belongs to none, which is told run by run.',
  },
  provider: cloud,
  cloud_parent_id: { ...integerOrNull, description: 'null where the inventory has none.' },
  problems: arrayOf(
    object({ problem: { enum: PROBLEM_NAMES }, message: text('The problem as a sentence.') }),
  ),
  amounts: arrayOf(object({ currency: text('Such as EUR'), amount: money })),
  lines: integer,
  references: arrayOf(text('Invoice number')),
  runs: arrayOf(
    object({
      id: integer,
      provider: { enum: BILL_PROVIDERS },
      month: text('YYYY-MM'),
      state: { enum: RUN_STATES },
    }),
  ),
  ...suggested,
});

export const share = text(
  'How much of it is charged there, 1 for all; other shares come from a reviewed workbook that splits.',
);

export const LINE_KINDS = ['usage', 'tax', 'credit', 'adjustment', 'rounding'];

export const line = object({
  line: { ...integer, description: 'Its row in the file; 0 for one that was not in it.' },
  identifier: textOrNull,
  provider: cloud,
  reference: text('Invoice number'),
  currency: text('Such as EUR'),
  amount: text('A decimal with all the digits that the file has.'),
  kind: { enum: LINE_KINDS },
  day: dayOrNull,
  service: textOrNull,
  description: textOrNull,
  rule: {
    enum: ['account', 'seats', 'proportional', 'named', 'rounding'],
    description:
      'By its account, by the seats of GitHub Copilot, split in proportion to the others, to the cost center that was named, or as the difference of the total.',
  },
  company_code: textOrNull,
  cost_center: textOrNull,
  wbs_element: textOrNull,
  posting: {
    ...integerOrNull,
    description: 'The posting that it is a part of; null for what is split, or has no place.',
  },
  parts: {
    description: 'Every posting that it is a part of, the largest share first.',
    ...arrayOf(object({ posting: integer, share })),
  },
  ...explained,
});
