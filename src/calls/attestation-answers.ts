import { z } from 'zod';
import { attestedAnswers } from '#resources/attestation.ts';
import { defineCall } from './call.ts';
import { day, idGiven, isStorable, oneOf } from './shapes.ts';

/*
 * The questions of campaigns, and the answers of owners: by the link of a mail, and the same for who is signed in.
 */

const integer = z.int();
const textOrNull = z.string().nullable();
/** So many characters may say why something is given up, or what was done. */
export const LONGEST_WORDS = 500;

/** What is answered about one thing, to the desk and to its owner alike. */
export const answered = {
  id: integer,
  model: z.string(),
  record_id: integer,
  title: z.string().describe('By what people recognise it.'),
  answer: z.enum(attestedAnswers).nullable().describe('null: nobody has answered.'),
  to_person: textOrNull.describe('Whose it should be, as the owner wrote it.'),
  reason: textOrNull.describe('Why it is given up.'),
  settled: z.enum(['taken_over', 'noted']).nullable().describe('What the desk did about the answer.'),
};

const TO_WANTED = 'Say whose it should be, by address or name, in at most 254 characters.';
const REASON_WANTED = `Say why you give it up, in at most ${LONGEST_WORDS} characters.`;
const given = z.strictObject({
  item: idGiven('must be the id of an open question of yours.'),
  answer: oneOf(attestedAnswers),
  to_person: z.string(TO_WANTED).trim().max(254, TO_WANTED).nullish(),
  reason: z.string(REASON_WANTED).trim().max(LONGEST_WORDS, REASON_WANTED).nullish(),
});
/** An answer as it is given. */
export type GivenAnswer = z.output<typeof given>;

/** So many answers are given at once. */
const MOST_ANSWERS = 1000;
const ANSWERS_WANTED = `must be 1 to ${MOST_ANSWERS} answers, or leave them out and say remaining.`;
const answersBody = z.strictObject({
  answers: z
    .array(
      given.superRefine(({ answer, to_person: to, reason }, context) => {
        const refuse = (message: string) => context.addIssue(message);
        if (answer === 'handed_over' && (!to || !isStorable(to))) refuse(TO_WANTED);
        if (answer === 'given_up' && (!reason || !isStorable(reason))) refuse(REASON_WANTED);
      }),
      ANSWERS_WANTED,
    )
    .max(MOST_ANSWERS, ANSWERS_WANTED)
    .optional(),
  remaining: z
    .literal('confirmed', 'must be confirmed, or be left out.')
    .optional()
    .describe('Confirms all that wait.'),
});
export type GivenAnswers = z.output<typeof answersBody>;

const thing = z.object({
  ...answered,
  kind: z.string().describe('What it is'),
  facts: z.array(z.object({ label: z.string(), value: z.string() })).describe('What says which one it is.'),
  cost: textOrNull.describe('What it cost in the last final month, in words; null where that is not known.'),
  changeable: z.boolean().describe('Whether the answer can be given or changed.'),
});
/** A question of a campaign, as its recipient sees it. */
export type AttestedThing = z.output<typeof thing>;

const questions = {
  waiting: integer.describe('Of how many nobody has answered.'),
  things: z.array(thing),
};

const OF_LINK = {
  tag: 'Attestation',
  topic: 'attestations',
  right: 'public',
  query: z.strictObject({ credential: z.string().max(200).default('').describe('That of the link') }),
} as const;
const linked = z.object({
  ...questions,
  campaign: z.string(),
  name: z.string().describe('The recipient'),
  last_day: day,
  total: integer.describe('Of how many things; at most a thousand are listed.'),
});
/** The questions of a link. */
export type Linked = z.output<typeof linked>;

/** The content of a link; it changes nothing. */
export const lookAtAttestation = defineCall({
  ...OF_LINK,
  method: 'GET',
  path: '/attest',
  summary: 'Read the questions of the link of a mail; it changes nothing',
  success: 'Their things',
  refusals: [403, 429],
  data: linked,
});

/** Answers by a link. */
export const answerByLink = defineCall({
  ...OF_LINK,
  method: 'POST',
  path: '/attest',
  summary: 'Answer by the link of a mail; answers can be changed until they are taken over',
  success: 'Their things, with the answers',
  refusals: [403, 409, 422, 429],
  needsBody: true,
  body: answersBody,
  data: linked,
});

/** Uses a link up. */
export const finishByLink = defineCall({
  ...OF_LINK,
  method: 'POST',
  path: '/attest/finish',
  summary: 'Say that all is answered: the link is good for nothing from then on',
  success: 'It is used up',
  refusals: [403, 409, 429],
  data: z.object({ answered: integer }),
});

const OF_MINE = { tag: 'My cloud', topic: 'my cloud', right: 'signed_in', owners: 'self' } as const;
const mine = z.object(questions);
/** The questions to the person who is signed in. */
export type MyAttestation = z.output<typeof mine>;

/** What one has to confirm. */
export const readMyAttestation = defineCall({
  ...OF_MINE,
  method: 'GET',
  path: '/my_cloud/attestation',
  summary: 'List what one has to confirm, hand over or give up',
  success: 'The open questions, also those that are overdue',
  data: mine,
});

/** Answers such questions. */
export const answerMyAttestation = defineCall({
  ...OF_MINE,
  method: 'POST',
  path: '/my_cloud/attestation',
  summary: 'Confirm, hand over or give up what the questions are about',
  success: 'The questions, with the answers',
  refusals: [409, 422],
  needsBody: true,
  body: answersBody,
  data: mine,
});
