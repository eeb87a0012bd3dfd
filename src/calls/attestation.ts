import { z } from 'zod';
import { headingOf } from '#kernel/csv/headings.ts';
import { text } from '#kernel/fields/text.ts';
import { ATTESTATION_STATES, attestedModels } from '#resources/attestation.ts';
import { answered, LONGEST_WORDS } from './attestation-answers.ts';
import { defineCall, defineFileCall } from './call.ts';
import { fieldMembers } from './fields.ts';
import {
  day,
  dayGiven,
  idOf,
  moment,
  oneOf,
  oneOrAll,
  pageMembers,
  pageMeta,
  searchText,
  textGiven,
} from './shapes.ts';

/*
 * Campaigns that ask owners to confirm, hand over or give up what is theirs, as the desk begins them and takes their answers over.
 */

const OF_DESK = { tag: 'Attestation', topic: 'attestations', right: 'run_attestations' } as const;
const integer = z.int();
const textOrNull = z.string().nullable();

/** The models that campaigns can be about, by name. */
export const ATTESTED_MODELS = attestedModels.map(({ name }) => name) as [string, ...string[]];
/** So many days before the last one an owner can be reminded. */
export const MOST_DAYS_BEFORE = 60;
const MOST_REMINDERS = 10;

const leftOut = z.object({
  owner: textOrNull.describe('Whom the things name; null where they name nobody.'),
  name: textOrNull,
  why: z
    .enum(['nobody', 'unknown', 'terminated', 'left', 'no_address'])
    .describe(
      'No owner is named, no contact has this address, the contact is terminated, the person left, or no mail can go to the address.',
    ),
  things: integer,
});
/** An owner who cannot be a recipient, and why. */
export type LeftOut = z.output<typeof leftOut>;

const counts = z.object({
  confirmed: integer,
  handed_over: integer,
  given_up: integer,
  waiting: integer.describe('About which nobody has answered.'),
});

const campaign = z.object({
  id: integer,
  name: z.string(),
  models: z.array(z.string()),
  last_day: day,
  time_zone: z.string().describe('In which the last day ends.'),
  ends_at: moment,
  remind_days: z
    .array(integer)
    .describe('So many days before the last one who has not answered is reminded.'),
  state: z.enum(['starting', 'open', 'closed', 'failed']),
  problem: textOrNull.describe('Why nobody was notified.'),
  begun_by: z.string().describe('The address of who began it'),
  begun_at: moment.nullable(),
  closed_at: moment.nullable(),
  closed_by: textOrNull.describe('Who closed it; null where its last day has passed.'),
  owners: integer.describe('How many recipients it has.'),
  owners_waiting: integer.describe('How many of them have not answered about everything.'),
  counts,
  to_review: integer.describe('Answers that change something and were not dealt with.'),
});
/** A campaign, and how far it is. */
export type Attestation = z.output<typeof campaign>;

/** The campaigns. */
export const listAttestations = defineCall({
  ...OF_DESK,
  method: 'GET',
  path: '/attestations',
  summary: 'List the campaigns that ask owners to confirm what is theirs',
  success: 'The newest first',
  data: z.array(campaign),
  meta: z.object({ total: integer }),
});

const models = z
  .array(oneOf(ATTESTED_MODELS), 'Choose the scope of the campaign.')
  .min(1, 'Choose the scope of the campaign.')
  .transform((names) => [...new Set(names)]);
const DAYS_WANTED = `Reminders must be at most ${MOST_REMINDERS} numbers of days, each from 1 to ${MOST_DAYS_BEFORE}.`;
const remindDays = z
  .array(z.int(DAYS_WANTED).min(1, DAYS_WANTED).max(MOST_DAYS_BEFORE, DAYS_WANTED), DAYS_WANTED)
  .max(MOST_REMINDERS, DAYS_WANTED)
  .transform((days) => [...new Set(days)].toSorted((a, b) => b - a));

/** Begins a campaign, or shows beforehand whom it would ask. */
export const beginAttestation = defineCall({
  ...OF_DESK,
  method: 'POST',
  path: '/attestations',
  summary: 'Ask each owner by mail to confirm, hand over or give up each thing of theirs until a day',
  description: 'A job writes to all of them at once, or to nobody; follow the campaign.',
  success: 'It begins',
  status: 202,
  refusals: [409, 422],
  zoned: true,
  wrapper: 'attestation',
  body: z.strictObject({
    ...fieldMembers({ name: text('Name', { max: 80 }) }, 'create'),
    models,
    last_day: dayGiven.describe('YYYY-MM-DD; today or later.'),
    remind_days: remindDays.default([]),
    dry_run: z.boolean('must be true or false.').default(false),
  }),
  data: campaign,
  preview: {
    success: 'Whom it would ask, and how; nobody is written to',
    answer: z.object({
      data: z.object({
        owners: integer,
        things: integer,
        left_out: z.array(leftOut).describe('The owners who cannot be recipients.'),
        mail: z
          .object({ to: z.string(), subject: z.string(), text: z.string() })
          .nullable()
          .describe('The mail to the first of them, with a link that is none.'),
        mail_leaves: z
          .boolean()
          .describe('false: no mail server is set up, and the mails stay in the outbox.'),
      }),
    }),
  },
});

const params = z.strictObject({ id: idOf('Campaign') });

const event = z.object({
  id: integer,
  at: moment,
  by: z.string().describe('The address of who did it'),
  what: z.string().describe('What happened, as a sentence'),
});

/** One campaign. */
export const readAttestation = defineCall({
  ...OF_DESK,
  method: 'GET',
  path: '/attestations/:id',
  summary: 'Read a campaign, with what happened to it and whom it could not ask',
  success: 'As it is now',
  refusals: [404],
  params,
  data: campaign.extend({
    left_out: z.array(leftOut),
    events: z.array(event).describe('The newest first: reminders, changes, its end.'),
  }),
});
/** A campaign with what happened to it. */
export type AttestationInFull = z.output<typeof readAttestation.data>;

const item = z.object({
  ...answered,
  owner: z.string().describe('The address of the recipient'),
  owner_name: textOrNull,
  answered_at: moment.nullable(),
  answered_by: textOrNull.describe('The address of who answered.'),
  settled_at: moment.nullable(),
  settled_by: textOrNull,
  note: textOrNull.describe('Whose it is now, or what was done.'),
});
/** A question of a campaign. */
export type AttestationItem = z.output<typeof item>;

const states = Object.keys(ATTESTATION_STATES) as (keyof typeof ATTESTATION_STATES)[];
const itemFilters = {
  by_answer: oneOrAll([...states, 'to_review']).describe(
    'An answer, those without one, or those to be dealt with.',
  ),
  q: searchText.describe('A part of the address or name of an owner, or of what a thing is called.'),
};

/** What a campaign asks about. */
export const listAttestationItems = defineCall({
  ...OF_DESK,
  method: 'GET',
  path: '/attestations/:id/items',
  summary: 'List what a campaign asks about, with the answers',
  success: 'A page of it, by owner',
  refusals: [404],
  params,
  query: z.strictObject({ ...pageMembers, ...itemFilters }),
  data: z.array(item),
  meta: pageMeta,
});

/** The columns of their file. */
export const ATTESTATION_COLUMNS = [
  'owner',
  'owner_name',
  'model',
  'title',
  'answer',
  'to_person',
  'reason',
  'answered_at',
  'answered_by',
  'settled',
  'settled_at',
  'settled_by',
  'note',
] as const satisfies (keyof AttestationItem)[];

/** The same as a file. */
export const attestationCsv = defineFileCall({
  ...OF_DESK,
  method: 'GET',
  path: '/attestations/:id/items.csv',
  weight: 'limited',
  summary: 'Download what a campaign asks about, with the answers, as CSV',
  success: 'CSV',
  refusals: [404],
  params,
  query: z.strictObject(itemFilters),
  file: 'text/csv',
  columns: ATTESTATION_COLUMNS.map(headingOf),
});

/** Moves the last day of a campaign, or its reminders. */
export const extendAttestation = defineCall({
  ...OF_DESK,
  method: 'PUT',
  path: '/attestations/:id',
  summary: 'Move the last day of a campaign that is under way, or its reminders',
  success: 'As it is now',
  refusals: [404, 409, 422],
  zoned: true,
  params,
  wrapper: 'attestation',
  body: z.strictObject({ last_day: dayGiven.optional(), remind_days: remindDays.optional() }),
  data: campaign,
});

/** Ends a campaign before its last day. */
export const closeAttestation = defineCall({
  ...OF_DESK,
  method: 'POST',
  path: '/attestations/:id/close',
  summary: 'End a campaign before its last day: its links end, and what nobody answered about becomes drift',
  success: 'It is closed',
  refusals: [404, 409],
  params,
  data: campaign,
});

/** Reminds who has not answered, beside the days of a campaign. */
export const remindNow = defineCall({
  ...OF_DESK,
  method: 'POST',
  path: '/attestations/:id/remind',
  summary: 'Remind everybody by mail who has not answered about everything',
  success: 'The mails are being written',
  status: 202,
  refusals: [404, 409],
  params,
  data: campaign,
});

const itemParams = z.strictObject({ id: idOf('Campaign'), item: idOf('Answer') });
const OF_ITEM = {
  ...OF_DESK,
  method: 'POST',
  refusals: [404, 409, 422],
  params: itemParams,
  data: item,
} as const;

/** Does what an owner answered: gives a record to somebody else. */
export const takeOverAnswer = defineCall({
  ...OF_ITEM,
  path: '/attestations/:id/items/:item/take_over',
  summary: 'Give a record to whom its owner handed it over, or to somebody else',
  success: 'Whose it is now',
  body: z.strictObject({
    to: z
      .string('must be an address or a name.')
      .max(254, 'must be an address or a name.')
      .nullish()
      .describe('The address or the name of who is to be the owner; whom the owner named by default.'),
  }),
});

const NOTE_WANTED = `Say what was done, in at most ${LONGEST_WORDS} characters.`;

/** Notes that an answer is dealt with. */
export const settleAnswer = defineCall({
  ...OF_ITEM,
  path: '/attestations/:id/items/:item/settle',
  summary: 'Note what was done about an answer; it becomes a comment on the record',
  success: 'It is noted',
  body: z.strictObject({ note: textGiven(LONGEST_WORDS, NOTE_WANTED) }),
});

/** Answers in place of an owner. */
export const confirmForOwner = defineCall({
  ...OF_ITEM,
  path: '/attestations/:id/items/:item/confirm',
  summary: 'Confirm in place of its owner what nobody has answered about',
  success: 'It is confirmed',
});
