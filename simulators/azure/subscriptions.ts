import { ok, type Operation, page } from './arm.ts';
import { seenTags } from './tags.ts';
import type { Subscription, Tenant } from './tenant.ts';

const SUBSCRIPTIONS_OF_A_PAGE = 100;

/** The subscriptions that are there. `untilTagged`: milliseconds until the tags of a new one are seen. */
export function subscriptionOperations(tenant: Tenant, untilTagged: number): Operation[] {
  const subscription = (one: Subscription) => ({
    id: `/subscriptions/${one.id}`,
    subscriptionId: one.id,
    tenantId: tenant.root,
    displayName: one.displayName,
    state: one.state,
    tags: seenTags(one, untilTagged),
  });
  return [
    {
      name: 'Subscriptions_List',
      method: 'GET',
      path: /^\/subscriptions$/i,
      run: (call) =>
        page(tenant.state.subscriptions.map(subscription), SUBSCRIPTIONS_OF_A_PAGE, '/subscriptions', call),
    },
    {
      name: 'Subscriptions_Get',
      method: 'GET',
      path: /^\/subscriptions\/([^/]+)$/i,
      run: ({ named: [id = ''] }) => ok(subscription(tenant.subscription(id))),
    },
  ];
}
