import { CLOUDS, HELD_AGAINST } from '#kernel/billing/runs.ts';
import {
  arrayOf,
  integer,
  type JsonSchema,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { money } from './money.ts';

export const cloud = { enum: [...CLOUDS, null] };
const confirmed = {
  type: 'boolean',
  description: 'Whether `invoice` is stated, and not the sum of the lines.',
};

const heldAgainst = {
  enum: HELD_AGAINST,
  description:
    'What the lines are held against: a total that is stated by the file or a person, a person who has checked them ' +
    'without one, or nothing. Of several invoices, what the weakest is held against.',
};

const SPREAD =
  'What of the lines is of the invoice as such (tax, credits, adjustments, rounding) and was split by the others.';

const place = object({
  company_code: text('Company code'),
  gl_account: text('GL account'),
  cost_center: textOrNull,
  wbs_element: textOrNull,
  amount: money,
});

/** One posting that a reviewed workbook changes. */
export const difference = object(
  {
    posting: { ...integer, description: 'The id of the posting.' },
    provider: { ...cloud, description: 'The cloud of the posting.' },
    reference: text('Invoice number'),
    currency: text('Such as EUR'),
    was: place,
    now: { description: 'Several where it was split, none where it was left out.', ...arrayOf(place) },
    message: text('The difference as a sentence.'),
  },
  ['provider'],
);

export const run = { $ref: 'billing_run#' };

/** What begins a run answers: the run, and the job that works on it while that is known. */
export const begun = object({ data: object({ billing_run: run, job: orNull({ $ref: 'job#' }) }) });

/** What of an invoice is where. */
export const reconciled = object({
  reference: text('Invoice number'),
  currency: text('Such as EUR'),
  invoice: money,
  confirmed,
  held_against: heldAgainst,
  lines: money,
  rounding: money,
  spread: { ...money, description: SPREAD },
  before: { ...money, description: 'What earlier runs booked of it, where the run books the difference.' },
  postings: money,
  unallocated: money,
  bills: { ...money, description: 'What is booked, less what was taken back.' },
  difference: { ...money, description: 'The invoice less what is booked before and its postings.' },
});

const compared = {
  currency: text('Such as EUR'),
  this_month: { ...money, description: 'Of a difference run, what is booked with it.' },
  last_month: { ...money, description: 'Of a difference run, what was booked before it.' },
  difference: money,
};

/** What an owner is told of a run. */
export const statement = object({
  owner_email: { ...textOrNull, description: 'null for what has no known owner.' },
  sent: { type: 'boolean', description: 'Whether it is mailed.' },
  why: { ...textOrNull, description: 'Why it is not.' },
  totals: arrayOf(object(compared)),
  cost_centers: arrayOf(object({ identifier: text('Cost center or WBS element'), ...compared })),
  services: {
    description: 'The largest, without what is split by the others.',
    ...arrayOf(object({ service: text('Service'), currency: text('Such as EUR'), amount: money })),
  },
});

/** The address of one run. */
export const runParams: JsonSchema = object({ id: text('The id of the run.') });
