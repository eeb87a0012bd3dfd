import { ArmError, ok, type Operation } from './arm.ts';
import type { Subscription, Tenant, Turning } from './tenant.ts';

const PATH = String.raw`^\/subscriptions\/([^/]+)\/providers\/Microsoft\.Subscription\/`;

/** How subscriptions are cancelled and enabled. @param untilShown milliseconds until the new state is seen */
export function cancellingOperations(tenant: Tenant, untilShown: number): Operation[] {
  const turn = (one: Subscription, to: Turning['to'], stuck: boolean) => {
    one.turning = { to, at: stuck ? null : Date.now() + untilShown };
    if (to === 'Enabled') delete one.cancelledAt;
    else one.cancelledAt = Date.now();
    tenant.settle();
    return ok({ subscriptionId: one.id });
  };
  const isOff = ({ cancelledAt, state }: Subscription) => cancelledAt !== undefined || state === 'Disabled';
  return [
    {
      name: 'Subscription_Cancel',
      method: 'POST',
      path: new RegExp(`${PATH}cancel$`, 'i'),
      changes: true,
      run: ({ named: [id = ''], stuck }) => {
        const one = tenant.subscription(id);
        if (isOff(one))
          throw new ArmError(409, 'SubscriptionNotActive', `The subscription '${id}' is not active.`);
        return turn(one, 'Disabled', stuck);
      },
    },
    {
      name: 'Subscription_Enable',
      method: 'POST',
      path: new RegExp(`${PATH}enable$`, 'i'),
      changes: true,
      run: ({ named: [id = ''], stuck }) => {
        const one = tenant.subscription(id);
        if (!isOff(one))
          throw new ArmError(409, 'SubscriptionActive', `The subscription '${id}' is active already.`);
        return turn(one, 'Enabled', stuck);
      },
    },
  ];
}
