import type { Azure } from '#server/providers/azure/interface.ts';
import type { CloudPlaces } from '../life/cloud-places.ts';
import { pathBelowRoot, type GroupTree } from './azure-groups.ts';

const USUAL_PAUSE = 5;

/** The management groups of Azure as places of subscriptions. */
export function azurePlaces(azure: Azure, tree: GroupTree): CloudPlaces {
  const all = async () =>
    (await tree.groups()).map(({ id, name, above }) => ({ id, path: pathBelowRoot({ name, above }) }));
  return {
    called: 'management group',
    all,
    of: async (account, signal) => {
      const group = await azure.groupOf(account, signal);
      if (group === null) return null;
      const found = await tree.find(group);
      return { id: group, path: found ? pathBelowRoot(found) : group };
    },
    isIn: azure.isIn,
    move: azure.place,
    lookAgain: azure.reached.simulated ? 1 : USUAL_PAUSE,
  };
}
