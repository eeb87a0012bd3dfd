import { z } from 'zod';
import { ACTIONS } from '#kernel/activity.ts';
import { MOST_COUNTED } from '#kernel/overview.ts';
import { defineCall } from './call.ts';
import { moment, wholeNumber } from './shapes.ts';

/*
 * The overview for the start page: the work that waits, and the changes of others.
 */

const OF_OVERVIEW = { tag: 'Overview', right: 'signed_in' } as const;

const total = z.object({ total: z.int().describe('How many of them are answered.') });
const more = z.boolean().describe(`Whether there are more than ${MOST_COUNTED}.`);

const waitingWork = z.object({
  list: z.string().describe('The model, or what else has a list, such as jobs'),
  filter: z.string().describe('by_<filter> of that list'),
  value: z.string().describe('Its value'),
  label: z.string().describe('What it is called'),
  tone: z.enum(['warning', 'bad', 'good']),
  count: z.int().describe(`Up to ${MOST_COUNTED}.`),
  more,
});
/** Some work that waits: what the list with the filter has. */
export type WaitingWork = z.output<typeof waitingWork>;

/** The work that waits in every model, and elsewhere. */
export const countWaiting = defineCall({
  ...OF_OVERVIEW,
  topic: 'work that waits',
  method: 'GET',
  path: '/waiting',
  summary: 'Count the work that waits',
  description: 'Each number is that of a list with a filter. Nothing is left out: a number may be 0.',
  success: 'The numbers',
  data: z.array(waitingWork),
  meta: total,
});

const change = z.object({
  at: moment,
  by: z.object({ email: z.string().describe('Address'), name: z.string().nullable() }),
  action: z.enum(ACTIONS),
  model: z.string().describe('Model'),
  count: z.int().describe('How many records; of several the last one is named.'),
  more,
  id: z.int(),
  title: z.string().nullable().describe('By what people recognise the record.'),
  fields: z.array(z.string().describe('Label')).describe('What changed, where one record was changed.'),
});
/** The changes of one request to one model. */
export type RecentChange = z.output<typeof change>;

const USUAL_CHANGES = 8;
const MOST_CHANGES = 50;

/** The last changes. */
export const listRecentChanges = defineCall({
  ...OF_OVERVIEW,
  topic: 'recent changes',
  method: 'GET',
  path: '/recent_changes',
  summary: 'List what was changed last, whatever the model',
  description: 'What one request did to several records of a model is one change.',
  success: 'The newest first',
  query: z.strictObject({
    limit: wholeNumber(MOST_CHANGES).default(USUAL_CHANGES).meta({ default: USUAL_CHANGES }),
  }),
  data: z.array(change),
  meta: total,
});
