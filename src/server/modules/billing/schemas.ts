import { BILL_PROVIDERS, CLOUDS, HELD_AGAINST, RUN_STATES } from '#kernel/billing/runs.ts';
import {
  arrayOf,
  integer,
  type JsonSchema,
  moment,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { ADDED_KINDS } from './additions/read-addition.ts';
import { money } from './money.ts';
import { part } from './part-schemas.ts';
import { OPTION_NAMES, OPTION_STATES } from './finalize/options/option.ts';

const day = { type: 'string', format: 'date' };
const dayOrNull = { type: ['string', 'null'], format: 'date' };
const momentOrNull = { type: ['string', 'null'], format: 'date-time' };
const integerOrNull = { type: ['integer', 'null'] };
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

/** A run, as the API answers it. */
export const runSchema = {
  $id: 'billing_run',
  title: 'Billing run',
  ...object({
    id: integer,
    provider: { enum: BILL_PROVIDERS },
    format: { ...textOrNull, description: 'null until the file was recognised.' },
    month: text('YYYY-MM, the month that is charged.'),
    posting_day: { ...day, description: 'The day on which what is charged must be valid.' },
    state: { enum: RUN_STATES },
    file_name: text('File name'),
    file_size: { ...integer, description: 'Bytes, as it was sent.' },
    rules_version: integer,
    lines: { ...integer, description: 'How many lines of the file charge something.' },
    totals: arrayOf(
      object({
        currency: text('Amounts of several currencies are never summed.'),
        invoice: money,
        confirmed,
        held_against: heldAgainst,
        lines: money,
        allocated: money,
        unallocated: money,
        before: {
          ...money,
          description:
            'What earlier runs booked of its invoices, where it books the difference from them; else nothing.',
        },
        postings: { ...money, description: 'Of a difference run, what differs.' },
        bills: money,
        rounding: {
          ...money,
          description: 'What was added to the lines, so that they come to what is stated.',
        },
        spread: { ...money, description: SPREAD },
      }),
    ),
    invoices: arrayOf(
      object({
        n: { ...integer, description: 'By which it is told from the others of the run.' },
        reference: text('Its number, or what stands for it.'),
        provider: cloud,
        currency: text('Such as EUR'),
        invoice: money,
        confirmed,
        confirmed_by: { ...textOrNull, description: 'Who stated it; null where the file does.' },
        confirmed_at: {
          ...momentOrNull,
          description: 'When a person stated it; null where the file does, and where that was not kept.',
        },
        held_against: heldAgainst,
        checked: {
          description: 'Who confirmed the sum of the lines, and how they checked it; null where nobody did.',
          ...orNull(
            object({
              by: text('The address of the person'),
              name: { ...textOrNull, description: 'Their name, where it is known.' },
              at: moment,
              note: text('How they checked it'),
            }),
          ),
        },
        lines: money,
        rounding: money,
        count: { ...integer, description: 'How many lines it has.' },
        invoice_date: dayOrNull,
        due_date: dayOrNull,
      }),
    ),
    parts: {
      description:
        'What its files consist of, such as the CSVs of an archive. `repeated` has the bytes of another part and counts once; `missing` is named by a manifest and was not sent, so that the run cannot become ready.',
      ...arrayOf(part),
    },
    existing_run: {
      ...integerOrNull,
      description:
        'An open or final run that has one of its invoices as well, as long as nobody has said what becomes of both; it cannot become ready before.',
    },
    difference: {
      type: 'boolean',
      description:
        'Whether a person said that it books the difference from what final runs booked of its invoices.',
    },
    corrects: { description: 'The runs that it books the difference from.', ...arrayOf(integer) },
    corrected_by: {
      description: 'The runs that book the difference from it.',
      ...arrayOf(object({ id: integer, state: { enum: RUN_STATES } })),
    },
    additions: {
      description: 'Lines that were typed in.',
      ...arrayOf(
        object({
          id: integer,
          n: { ...integer, description: 'Of the invoice in the run.' },
          reference: text('Invoice number'),
          provider: cloud,
          currency: text('Such as EUR'),
          kind: { enum: ADDED_KINDS },
          amount: money,
          reason: text('Why it was added'),
          created_by: text('Who did'),
          created_at: moment,
        }),
      ),
    },
    exceptions: { ...integer, description: 'How many there are to be worked through.' },
    steps: arrayOf(
      object(
        {
          name: text('What was done'),
          state: { enum: ['running', 'done', 'failed'] },
          started_at: moment,
          finished_at: { type: ['string', 'null'], format: 'date-time' },
          by: { ...textOrNull, description: 'Who decided it; null for what the portal does.' },
          detail: text('What more there is to say of it.'),
        },
        ['detail'],
      ),
    ),
    files: arrayOf(
      object({ id: text('Id'), name: text('File name'), content_type: text('Type'), size: integer }),
    ),
    options: {
      description: 'What was asked for when it was finalized.',
      ...arrayOf(
        object({
          name: { enum: OPTION_NAMES },
          state: { enum: OPTION_STATES },
          note: { ...textOrNull, description: 'What came of it, or why nothing did.' },
          by: text('Who asked for it'),
          asked_at: moment,
          finished_at: { type: ['string', 'null'], format: 'date-time' },
        }),
      ),
    },
    differences: {
      description: 'How the reviewed workbook differs, until somebody accepts it.',
      ...arrayOf(difference),
    },
    finalized_unasked: {
      type: 'boolean',
      description: 'Whether it was finalized before anybody was asked what its invoices are held against.',
    },
    differences_digest: {
      ...textOrNull,
      description:
        'Changes with the differences; finalizing with it accepts no others. null where there are none.',
    },
    repeated_lines: {
      description:
        'How many lines of the file are like an earlier one in all that is read (invoice, account, kind, amount, day, service, description), and what they come to. They are charged as the file says. Empty until the workbook was made.',
      ...arrayOf(object({ currency: text('Such as EUR'), lines: integer, amount: money })),
    },
    has_commitments: {
      type: 'boolean',
      description: 'Whether its lines are about reservations or savings plans.',
    },
    error: { ...textOrNull, description: 'Why it failed.' },
    superseded_by: { ...integerOrNull, description: 'The run that has its invoices now.' },
    job_id: { type: 'string', format: 'uuid', description: 'The last job that worked on it.' },
    created_by: text('Who uploaded the file'),
    created_at: moment,
    changed_at: moment,
  }),
};

export const run = { $ref: `${runSchema.$id}#` };

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
