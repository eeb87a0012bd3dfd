import { gcpBudgets } from './budgets.ts';
import { GcpCalls } from './calls.ts';
import type { GcpAccess, GcpProvider } from './interface.ts';
import { gcpInventory } from './inventory.ts';
import { gcpPlaces } from './places.ts';
import { gcpPolicies } from './policies.ts';
import { gcpProjects } from './projects.ts';
import { gcpServices } from './services.ts';

const CALL_SECONDS = 30;

/**
 * Google Cloud by Google's own libraries.
 * @param callSeconds after which a call that is not answered is given up
 */
export function openGcp(access: GcpAccess, callSeconds = CALL_SECONDS): GcpProvider {
  const { organization, billingAccount, simulated } = access;
  const calls = new GcpCalls(access, callSeconds);
  return {
    reached: { simulated, place: simulated ? 'Simulator' : `organization ${organization}` },
    billingAccount,
    ...gcpProjects(calls, billingAccount),
    ...gcpBudgets(calls, billingAccount),
    ...gcpPolicies(calls),
    ...gcpServices(calls),
    ...gcpPlaces(calls, organization),
    ...gcpInventory(calls),
  };
}
