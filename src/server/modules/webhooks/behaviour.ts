import { invalid } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { OutgoingAddresses } from '#server/platform/base/outgoing-addresses.ts';
import { deliveryRoutes, webhookRoutes } from './routes.ts';
import { newSecret } from './signature.ts';
import { DELIVERIES, giveUp, WEBHOOKS } from './webhook.ts';

/** The history, from which a webhook comes back, has no secrets. */
const RESTORED =
  'It was deleted, and its secret with it. Make a new secret, give it to the receiver, and switch it on.';

/**
 * Webhooks lead only where they may, and get a secret that nobody has seen until somebody requests another one. Deliveries
 * to a deleted one are given up, and can be sent again once it is back.
 */
export function webhookBehaviours(addresses: OutgoingAddresses): Behaviour[] {
  /** @throws {Refusal} 422 */
  const demandAllowed = ({ url }: Values) => {
    const problem = typeof url === 'string' ? addresses.problem(url) : null;
    if (problem) throw invalid([{ field: 'url', message: `URL ${problem}.` }]);
  };
  return [
    {
      resource: WEBHOOKS,
      beforeCreate: async ({ actor }, values) => {
        demandAllowed(values);
        return { ...values, secret: newSecret(), made_by: actor.email };
      },
      beforeUpdate: async (_context, { values }) => {
        demandAllowed(values);
        return values['active'] === true ? { ...values, trouble: null } : values;
      },
      beforeDelete: ({ tx }, { id }) => giveUp(tx, id, 'The webhook was deleted.'),
      beforeRestore: async (_context, { values }) => ({ ...values, active: false, trouble: RESTORED }),
      routes: webhookRoutes,
    },
    { resource: DELIVERIES, routes: deliveryRoutes },
  ];
}
