import { z } from 'zod';
import { networkOf } from '../base/outgoing-addresses.ts';

/** `10.1.0.0/16, 127.0.0.1` → both. */
const networks = z
  .string()
  .transform((value) => value.split(/[\s,;]+/).filter(Boolean))
  .refine(
    (list) => list.length > 0 && list.every((one) => networkOf(one) !== null),
    'must be networks or addresses separated by commas, such as 10.1.0.0/16, 127.0.0.1',
  );

/** Where webhooks may lead. */
export const webhookSettings = {
  WEBHOOK_NETWORKS: networks
    .optional()
    .describe(
      'Networks of your own that webhooks may lead into, such as 10.1.0.0/16. Default: only the public internet. http:// is taken on this machine alone.',
    ),
};
