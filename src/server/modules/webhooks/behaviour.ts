import { invalid } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { OutgoingAddresses } from '#server/platform/base/outgoing-addresses.ts';
import { deliveryRoutes, webhookRoutes } from './routes.ts';
import { newSecret } from './signature.ts';
import { DELIVERIES, WEBHOOKS } from './webhook.ts';

/**
 * Webhooks lead only where they may, and get a secret that nobody has seen until somebody asks for another one. What was
 * delivered to one goes with it.
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
      beforeDelete: async ({ tx }, { id }) => {
        await tx.query('DELETE FROM webhook_deliveries WHERE webhook_id = $1', [id]);
      },
      routes: webhookRoutes,
    },
    { resource: DELIVERIES, routes: deliveryRoutes },
  ];
}
