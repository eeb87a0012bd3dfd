import { z } from 'zod';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudSurveyResponses, TAKEN_OVER } from '#resources/cloud-survey-responses.ts';
import { defineCall } from './call.ts';
import { recordOf, recordParams } from './records.ts';
import { asAWhole } from './shapes.ts';

/*
 * What becomes of the answers to the survey of accounts.
 */

const { name, singular, label } = cloudSurveyResponses;
const OF_RESPONSE = {
  tag: label[1],
  topic: name,
  method: 'POST',
  right: { model: name, action: 'update' },
  success: 'The cloud parent',
  refusals: [404, 409, 422],
  params: recordParams(cloudSurveyResponses),
  wrapper: [singular, name],
  data: recordOf(cloudParents),
} as const;

// The keys of a literal are its words.
const ANSWERS = Object.keys(TAKEN_OVER) as (keyof typeof TAKEN_OVER)[];

/** Writes answers into the account that they are about. */
export const takeAnswersOver = defineCall({
  ...OF_RESPONSE,
  path: `/${name}/:id/take_over`,
  summary: 'Take answers over into the Cloud Parent',
  body: z.strictObject({
    answers: asAWhole(z.array(z.enum(ANSWERS)).min(1), `must be a list of some of ${ANSWERS.join(', ')}.`),
  }),
});

/** Undoes that. */
export const takeAnswersBack = defineCall({
  ...OF_RESPONSE,
  path: `/${name}/:id/take_back`,
  summary: 'Give the Cloud Parent back what it said before answers were taken over',
  body: z.strictObject({
    lock_version: z
      .int('must be a whole number.')
      .describe('That of the cloud parent since they were taken over.'),
  }),
});
