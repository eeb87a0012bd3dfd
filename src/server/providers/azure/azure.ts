import { billingCalls } from './billing.ts';
import { budgetCalls } from './budgets.ts';
import { openCalls } from './calls.ts';
import { foundMachines, foundSubscriptions } from './graph.ts';
import { foundRoleAssignments, foundRoles } from './graph-roles.ts';
import { groupCalls } from './groups.ts';
import type { Azure, AzureAccess } from './interface.ts';
import { lifeCalls } from './life.ts';
import { policyCalls } from './policies.ts';
import { registrationCalls } from './registrations.ts';
import { roleCalls } from './roles.ts';
import { subscriptionCalls } from './subscriptions.ts';

const DEFAULT_CALL_SECONDS = 30;

/**
 * Azure through its official SDK, which is loaded with the first call.
 * @param callSeconds how long one call may take
 */
export function openAzure(access: AzureAccess, callSeconds = DEFAULT_CALL_SECONDS): Azure {
  const { call, readRows } = openCalls(access, callSeconds);
  return {
    reached:
      access.kind === 'simulator'
        ? { simulated: true, place: 'Simulator' }
        : { simulated: false, place: `Tenant ${access.tenantId}` },
    billingScope: access.billingScope,
    ...subscriptionCalls(call, access.billingScope),
    ...lifeCalls(call),
    ...groupCalls(call),
    ...roleCalls(call),
    ...budgetCalls(call),
    ...registrationCalls(call),
    ...policyCalls(call),
    ...billingCalls(call, access.billingScope),
    subscriptions: (signal) => readRows('list its subscriptions', signal, foundSubscriptions),
    machines: (signal) => readRows('list its virtual machines', signal, foundMachines),
    roles: (signal) => readRows('list its roles', signal, foundRoles),
    roleAssignments: (signal) => readRows('list who has which role', signal, foundRoleAssignments),
  };
}
