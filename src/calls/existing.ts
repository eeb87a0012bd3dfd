import { z } from 'zod';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { amounts } from './bill-contents.ts';
import { begun, runParams } from './runs.ts';
import { day, oneOf } from './shapes.ts';

/*
 * A further file for an invoice that another billing run has already: both sides, and what becomes of them.
 */

/**
 * The possible answers: a part of that run, the one in its place, or nothing; where that run is final, a run that books the
 * difference.
 */
export const EXISTING = ['add', 'replace', 'leave', 'difference'] as const;
export type Existing = (typeof EXISTING)[number];

/** The word for files that are not booked, and by which commitments are split. */
const AMORTISED = 'amortised';
/** The parameter that says that files are such ones. */
export const split = z.literal(AMORTISED, `must be ${AMORTISED}.`).optional();

const figures = z.object({
  id: z.int().nullable().describe('The run; null for files that no run was begun with.'),
  file_name: z.string().describe('File name'),
  lines: z.int().describe('How many lines charge something.'),
  accounts: z.int().describe('How many accounts, subscriptions or projects they are of.'),
  first_day: day.nullable(),
  last_day: day.nullable(),
  totals: amounts,
});
/** The content of files or a run, by which a person can distinguish two of them. */
export type Figures = z.output<typeof figures>;

const both = z.object({
  file: figures,
  billing_run: figures,
  booked: z.boolean().describe('Whether the other run is final: what differs from it can be booked.'),
});
/** Files, and another run that has one of their invoices as well. */
export type Both = z.output<typeof both>;

/** Compares a run with the other run that has one of its invoices. */
export const compareExisting = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_runs/:id/existing',
  right: 'see_billing',
  weight: 'heavy',
  summary: 'Compare a run with the open or final run that has one of its invoices as well',
  success: 'What both hold',
  refusals: [404, 409],
  params: runParams,
  data: both,
});

/** Says what becomes of both. */
export const answerExisting = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_runs/:id/existing',
  right: 'run_billing',
  summary: 'Say what becomes of a run and the open or final run that has one of its invoices as well',
  description:
    'add makes its files parts of the other run, which is read anew; replace lets it take the place of the other run; leave keeps the other run as it is. ' +
    'Where the other run is final, difference has the run book what differs; leave gives a difference run up, too, as long as it is open.',
  success: 'The run that goes on is worked on',
  status: 202,
  otherSuccess: { status: 200, success: 'The run that goes on as it is' },
  refusals: [404, 409, 422],
  params: runParams,
  body: z.strictObject({
    existing: oneOf(EXISTING),
    split: split.describe(
      'Of Azure, with existing=add: its files are the amortised costs of what the other run bills. They are taken for the split of its commitments, and nothing of them is booked.',
    ),
  }),
  wrapper: 'billing_run',
  data: begun,
});
