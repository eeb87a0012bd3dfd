import { z } from 'zod';
import { longText } from '#kernel/fields/long-text.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { defineCall } from './call.ts';
import { fieldGiven } from './fields.ts';

/*
 * What a webhook answers that an account waits for.
 */

const OUTCOMES = ['done', 'failed'] as const;
const LONGEST_NOTE = 1000;

/** Takes the answer of a webhook to a question about an account. */
export const answerQuestion = defineCall({
  tag: 'Cloud Factory',
  topic: cloudDeployments.name,
  method: 'POST',
  path: '/webhook_answers/:answer_id',
  right: 'public',
  keyless: true,
  summary: 'Answer a question of the portal to a webhook about an account that was made',
  description:
    'For the receiver of a webhook that an account waits for, which got this address as data.answer.url of ' +
    'cloud_request.answer_wanted. The answer is signed as the portal signs its webhooks, with the secret of the webhook: webhook-id is ' +
    'data.answer.id, webhook-timestamp the time in seconds, not more than five minutes off, and webhook-signature v1, and the HMAC-SHA256 over ' +
    'id.timestamp.body in base64. It counts once, until data.answer.by; the same answer again gets the same reply.',
  success: 'The account goes on',
  refusals: [403, 409, 413, 422, 429],
  params: z.strictObject({ answer_id: z.string().max(200).describe('As data.answer.id has it.') }),
  body: z.strictObject({
    outcome: z.enum(OUTCOMES).describe('failed: the step fails, and can be tried again.'),
    note: fieldGiven('note', longText('Note', { max: LONGEST_NOTE, optional: true }))
      .optional()
      .describe('For people: what was done, or why it failed.'),
  }),
  data: z.object({ outcome: z.enum(OUTCOMES) }),
});
