import { type MakeCall, unlessGone } from './calls.ts';
import type { Azure, ManagementGroup } from './interface.ts';

/** The calls about management groups and the subscriptions that lie in them. */
export const groupCalls = (call: MakeCall): Pick<Azure, 'groups' | 'isIn' | 'groupOf' | 'place'> => ({
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

  groupOf: (id, signal) =>
    call('find where the subscription lies', 'reads', signal, async ({ groups }, options) => {
      const filter = `name eq '${id}'`;
      for await (const one of groups.entities.list({ ...options, filter }))
        if (one.name?.toLowerCase() === id.toLowerCase()) return one.parent?.id?.split('/').at(-1) ?? null;
      return null;
    }),

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
