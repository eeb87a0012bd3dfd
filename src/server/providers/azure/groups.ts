import { type MakeCall, unlessGone } from './calls.ts';
import type { Azure, ManagementGroup } from './interface.ts';

/** The calls about management groups and the subscriptions that lie in them. */
export const groupCalls = (call: MakeCall): Pick<Azure, 'groups' | 'isIn' | 'place'> => ({
  groups: (signal) =>
    call('list its management groups', 'reads', signal, async ({ groups }, options) => {
      const found: ManagementGroup[] = [];
      for await (const { name, displayName, parentDisplayNameChain = [] } of groups.entities.list({
        ...options,
        view: 'GroupsOnly',
      }))
        if (name !== undefined)
          found.push({ id: name, name: displayName ?? name, above: parentDisplayNameChain });
      return found;
    }),

  isIn: (id, groupId, signal) =>
    unlessGone(
      false,
      call(
        'read where the subscription lies',
        'reads',
        signal,
        async ({ groups: { managementGroupSubscriptions: placed } }, options) => {
          await placed.getSubscription(groupId, id, options);
          return true;
        },
      ),
    ),

  place: (id, groupId, signal) =>
    call(
      'move the subscription into its management group',
      'writes',
      signal,
      async ({ groups: { managementGroupSubscriptions: placed } }, options) => {
        await placed.create(groupId, id, options);
      },
    ),
});
