import { z } from 'zod';
import type { Resource } from '#kernel/resource.ts';
import { LONGEST_REASON, REVIEW_STATES } from '#kernel/review.ts';
import { hasReview } from '#kernel/reviewable.ts';
import { defineCall } from './call.ts';
import { author, historyChange } from './history.ts';
import { flag, idOf, moment, oneOrAll, pageMembers, pageMeta, queryId, textGiven } from './shapes.ts';

/*
 * What people agreed on about changes of a model, and the changes that wait for a second person.
 */

const labels = z.array(z.string().describe('Label'));

const waits = z
  .object({ id: z.int().describe('The change, at /api/waiting_changes'), records: z.int(), fields: labels })
  .describe('The change that waits for a second person; nothing is changed before.');
/** What an answer says of a change that waits. */
export type Waits = z.output<typeof waits>;

/** The other success of a change of records: it waits for a second person, and the records are answered as they are. */
export const thatMayWait = (resource: Resource, data: z.ZodType, meta?: z.ZodType) =>
  hasReview(resource)
    ? ({
        otherSuccess: {
          status: 202,
          success: 'Nothing is changed yet: a second person approves one of the fields, and the change waits',
          answer: z.object({ data, ...(meta && { meta }), waits }),
        },
      } as const)
    : {};

const OF_REVIEW = { tag: 'Peer review', topic: 'waiting_changes', right: 'see_records' } as const;

const state = z.enum(REVIEW_STATES).describe('ended: its record was deleted meanwhile.');

const record = z.object({
  id: z.int(),
  title: z.string().nullable(),
  is: z.enum(['there', 'deleted', 'gone']),
  changes: z.array(historyChange),
});
/** A record of a change that waits, with what is to be changed of it. */
export type WaitingRecord = z.output<typeof record>;

const waitingChange = z
  .object({
    id: z.int(),
    model: z.string().describe('Model'),
    state,
    at: moment,
    by: author,
    reason: z.string().nullable(),
    records: z.array(record).describe('The first of them'),
    total: z.int().describe('How many records it changes'),
    file: z
      .object({
        created: z.int().describe('How many new records it adds beside those that it changes'),
        changes: z
          .array(z.int())
          .nullable()
          .describe(
            'Once it is approved: what takes it back at /api/activity/undo; null where it has no way back, or is not made.',
          ),
      })
      .nullable()
      .describe('Of an import that waits as a whole'),
    undo: z
      .object({
        others: z.int().describe('How many records it deletes or restores beside those that it changes'),
      })
      .nullable()
      .describe('Of an undo that waits as a whole'),
    decided: z
      .object({
        at: moment,
        by: author.nullable().describe('Null where it ended by itself'),
        decision: z.string().nullable().describe('What was said about it'),
      })
      .nullable(),
    may_decide: z.boolean().describe('Whether the person may approve or refuse it.'),
    may_not: z.string().nullable().describe('Why they may not, while it waits'),
    may_withdraw: z.boolean(),
  })
  .meta({ id: 'waiting_change', title: 'Change that waits' });
/** A change that waits for a second person, or did. */
export type WaitingChange = z.output<typeof waitingChange>;

/** The changes that wait. */
export const listWaiting = defineCall({
  ...OF_REVIEW,
  method: 'GET',
  path: '/waiting_changes',
  summary: 'List changes that wait for a second person, or did',
  description: 'Of models whose records the person may see.',
  success: 'The newest first',
  refusals: [404],
  query: z.strictObject({
    by_model: z.string().optional().describe('A model, such as cost_centers.'),
    by_record: queryId.optional().describe('The id of a record of it.'),
    by_state: oneOrAll(REVIEW_STATES),
    ...pageMembers,
  }),
  data: z.array(waitingChange),
  meta: pageMeta,
});

const params = z.strictObject({ id: idOf('Change') });

/** All records of one. */
export const listWaitingRecords = defineCall({
  ...OF_REVIEW,
  method: 'GET',
  path: '/waiting_changes/:id/records',
  summary: 'List the records of a change that waits',
  success: 'By id',
  refusals: [404],
  params,
  query: z.strictObject(pageMembers),
  data: z.array(record),
  meta: pageMeta,
});

const decides = {
  ...OF_REVIEW,
  right: 'decide_on_changes',
  method: 'POST',
  refusals: [404, 409, 422],
  params,
  data: waitingChange,
} as const;

/** Makes a change that waited. */
export const approveChange = defineCall({
  ...decides,
  path: '/waiting_changes/:id/approve',
  summary: 'Approve a change of somebody else: it is made',
  description:
    'Where a field that it changes was changed meanwhile, nothing is changed: 409, and differences says what it is now.',
  success: 'It is made, by one entry of the history that names both persons',
  body: z.strictObject({ decision: textGiven(LONGEST_REASON).optional() }),
});

/** Refuses a change that waits. */
export const refuseChange = defineCall({
  ...decides,
  path: '/waiting_changes/:id/refuse',
  summary: 'Refuse a change of somebody else',
  success: 'Nothing is changed',
  body: z.strictObject({ decision: textGiven(LONGEST_REASON) }),
});

/** Withdraws a request of one’s own. */
export const withdrawChange = defineCall({
  ...decides,
  path: '/waiting_changes/:id/withdraw',
  summary: 'Withdraw a change of one’s own that waits',
  success: 'Nothing is changed',
});

const rule = z.object({
  model: z.string(),
  label: z.string(),
  asks_reason: z.boolean().describe('Whether a change or deletion has to say why'),
  fields: z.array(z.string()).describe('The fields whose changes a second person approves'),
  choices: z
    .array(z.object({ field: z.string(), label: z.string() }))
    .describe('The fields that can be among these'),
  lock_version: z.int().describe('0 where there never was a rule'),
});
/** What people agreed on about changes of a model. */
export type ModelRule = z.output<typeof rule>;

const OF_RULES = { tag: 'Peer review', topic: 'change_rules' } as const;

/** The rules about changes of all models. */
export const listRules = defineCall({
  ...OF_RULES,
  method: 'GET',
  path: '/change_rules',
  right: 'see_records',
  summary: 'List what is agreed on about changes, by model',
  success: 'Of each model that the person may see',
  data: z.array(rule),
});

const FIELDS_WANTED = 'must be a list of fields of the model that can be changed.';

/** Changes the rule of a model. */
export const setRule = defineCall({
  ...OF_RULES,
  method: 'PUT',
  path: '/change_rules/:model',
  right: 'set_change_rules',
  summary: 'Say whether changes of a model need a reason or a second person',
  success: 'The rule as it is now',
  refusals: [404, 409, 422],
  params: z.strictObject({ model: z.string().describe('A model, such as cost_centers.') }),
  body: z.strictObject({
    asks_reason: flag,
    fields: z.array(z.string(FIELDS_WANTED), FIELDS_WANTED).max(200, FIELDS_WANTED),
    lock_version: z.int('must be a whole number.').optional(),
  }),
  data: rule,
});

/** Who changed the rules. */
export const listRuleEvents = defineCall({
  ...OF_RULES,
  method: 'GET',
  path: '/change_rules/events',
  right: 'see_records',
  summary: 'List who changed what is agreed on about changes',
  success: 'The newest first',
  query: z.strictObject(pageMembers),
  data: z.array(
    z.object({
      id: z.int(),
      at: moment,
      by: author,
      model: z.string(),
      label: z.string(),
      changes: z.array(z.string()).describe('In words'),
    }),
  ),
  meta: pageMeta,
});
