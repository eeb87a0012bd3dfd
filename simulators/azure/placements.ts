import { ArmError, busy, type Call, ok, type Operation } from './arm.ts';
import { GROUP_TYPE, GROUPS, groupId, knownGroup } from './groups.ts';
import { type Group, TENANT_ID, type Tenant } from './tenant.ts';

const PLACE = new RegExp(`^${GROUPS}/([^/]+)/subscriptions/([^/]+)$`, 'i');

/** Where subscriptions lie in the tree of management groups. */
export function placementOperations(tenant: Tenant): Operation[] {
  const placed = (group: Group, subscriptionId: string) => {
    const { id, displayName, state } = tenant.subscription(subscriptionId);
    return ok({
      id: `${groupId(group.name)}/subscriptions/${id}`,
      type: `${GROUP_TYPE}/subscriptions`,
      name: id,
      properties: { displayName, parent: { id: groupId(group.name) }, state, tenant: TENANT_ID },
    });
  };

  const lies = ({ named: [name, subscriptionId = ''] }: Call) => {
    const group = knownGroup(tenant, name);
    if (tenant.subscription(subscriptionId).group !== group.name)
      throw new ArmError(404, 'NotFound', `'${subscriptionId}' was not found in the management group.`);
    return placed(group, subscriptionId);
  };

  const place = ({ named: [name, subscriptionId = ''] }: Call) => {
    const group = knownGroup(tenant, name);
    tenant.subscription(subscriptionId).group = group.name;
    return placed(group, subscriptionId);
  };

  return [
    { name: 'ManagementGroupSubscriptions_GetSubscription', method: 'GET', path: PLACE, run: lies },
    { name: 'ManagementGroupSubscriptions_Create', method: 'PUT', path: PLACE, run: place, conflict: busy },
  ];
}
