import { assignmentsOf } from './assignments.ts';
import type { AwsClients } from './clients.ts';
import { firstPages } from './identity-firsts.ts';
import { instancesOf, severalAtOnce } from './identity-instances.ts';
import type { IdentityCenter } from './interface.ts';
import { describeSet, setsOf } from './permission-sets.ts';

/** Who may do what in the accounts. Listings are repeated by the SDK where AWS was called too often. */
export function identityCenterPart(clients: AwsClients): IdentityCenter {
  return {
    async *permissionSets(signal) {
      for (const instance of await instancesOf(clients, signal))
        yield* severalAtOnce(await setsOf(instance), async (set) => describeSet(instance, set));
    },
    async *assignments(signal) {
      for (const instance of await instancesOf(clients, signal)) yield* assignmentsOf(instance);
    },
    firstPages: firstPages(clients),
  };
}
