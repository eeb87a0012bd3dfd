import { z } from 'zod';
import { registry } from '#resources/registry.ts';
import { webhookDeliveries } from '#resources/webhook-deliveries.ts';
import { defineCall } from './call.ts';
import { recordOf } from './records.ts';
import { idOf } from './shapes.ts';

/*
 * The actions on a webhook and on its deliveries, beside reading and changing them.
 */

const webhooks = registry.get('webhooks');
const OF_WEBHOOKS = {
  tag: webhooks.label[1],
  topic: webhooks.name,
  right: { model: webhooks.name, action: 'update' },
} as const;
const webhookParams = z.strictObject({ id: idOf(webhooks.label[0]) });
const delivery = recordOf(webhookDeliveries);

/** Makes a secret for a webhook. */
export const newSecret = defineCall({
  ...OF_WEBHOOKS,
  method: 'POST',
  path: `/${webhooks.name}/:id/new_secret`,
  keyless: true,
  summary: 'Make a new secret for a webhook; the one that it had counts no more',
  description: 'This answer is the only one that has it.',
  success: 'The secret',
  status: 201,
  refusals: [404],
  params: webhookParams,
  data: z.object({
    secret: z.string().describe('Begins with whsec_'),
    webhook: recordOf(webhooks),
  }),
});

/** Sends a webhook an event of which nothing follows. */
export const sendTest = defineCall({
  ...OF_WEBHOOKS,
  method: 'POST',
  path: `/${webhooks.name}/:id/send_test`,
  summary: 'Send a webhook a test event',
  description: 'Answers 202 with a delivery; follow it at /api/webhook_deliveries/{id}.',
  success: 'It waits',
  status: 202,
  refusals: [404, 409, 422],
  params: webhookParams,
  data: delivery,
});

/** Sends a delivery again. */
export const sendDeliveryAgain = defineCall({
  tag: webhookDeliveries.label[1],
  topic: webhookDeliveries.name,
  right: { model: webhookDeliveries.name, action: 'update' },
  method: 'POST',
  path: `/${webhookDeliveries.name}/:id/send_again`,
  summary: 'Send a webhook delivery again, with the id that it had',
  success: 'It waits',
  status: 202,
  refusals: [404, 409, 422],
  params: z.strictObject({ id: idOf(webhookDeliveries.label[0]) }),
  data: delivery,
});
