import { type MakeCall, unlessGone } from './calls.ts';
import type { Azure } from './interface.ts';

const scopeOf = (subscriptionId: string) => `subscriptions/${subscriptionId}`;

/** The calls about policies that hold for subscriptions. */
export const policyCalls = (call: MakeCall): Pick<Azure, 'hasPolicy' | 'assignPolicy'> => ({
  hasPolicy: (id, name, signal) =>
    unlessGone(
      false,
      call('look for the assignment of the policy', 'reads', signal, async ({ policies }, options) => {
        await policies.policyAssignments.get(scopeOf(id), name, options);
        return true;
      }),
    ),

  assignPolicy: (id, { name, displayName, definition, parameters }, signal) =>
    call('assign the policy', 'writes', signal, async ({ policies }, options) => {
      const wanted = { displayName, policyDefinitionId: definition, parameters: { ...parameters } };
      await policies.policyAssignments.create(scopeOf(id), name, wanted, options);
    }),
});
