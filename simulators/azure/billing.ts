import { simulatorAccess } from '#server/providers/common/simulator-access.ts';
import { ArmError, ok, type Operation } from './arm.ts';
import type { Tenant } from './tenant.ts';

/** The one place that subscriptions of the tenant can be charged to. */
export const BILLING_SCOPE = simulatorAccess.billingScope;

const PREFIX = '^(/providers/Microsoft\\.Billing/billingAccounts/';

const unknownScope = (scope: string) =>
  new ArmError(404, 'NotFound', `The billing scope '${scope}' was not found.`);

/** The place that subscriptions are charged to, and the application's rights there. */
export const billingOperations = ({ state }: Tenant): Operation[] => [
  {
    name: 'BillingScope_Get',
    method: 'GET',
    path: new RegExp(`${PREFIX}[^/]+/(?:(?!billingPermissions).)+)$`),
    run: ({ named: [scope = ''] }) => {
      if (scope !== BILLING_SCOPE) throw unknownScope(scope);
      return ok({ id: scope, name: scope.split('/').at(-1), type: 'Microsoft.Billing/billingAccounts' });
    },
  },
  {
    name: 'BillingPermissions_List',
    method: 'GET',
    path: new RegExp(`${PREFIX}.+)/billingPermissions$`),
    run: ({ named: [scope = ''] }) => {
      if (scope !== BILLING_SCOPE) throw unknownScope(scope);
      return ok({ value: [{ actions: state.billingActions, notActions: [] }] });
    },
  },
];
