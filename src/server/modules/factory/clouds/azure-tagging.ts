import type { Azure } from '#server/providers/azure/interface.ts';
import type { CloudTagging } from '../life/cloud-life.ts';
import { tagsOf } from './azure.ts';
import { azureMeanings } from './tag-meanings.ts';

const USUAL_PAUSE = 5;

/** The tags of subscriptions that are there. One that is cancelled can only be read. */
export const azureTagging = (azure: Azure): CloudTagging => ({
  idName: 'subscription_id',
  meanings: azureMeanings,
  ignoresCase: true,
  whileFrozen: false,
  wanted: (request) => Object.entries(tagsOf(request)).map(([name, value]) => ({ name, value })),
  read: azure.tags,
  write: (account, tags, signal) =>
    azure.addTags(account, Object.fromEntries(tags.map(({ name, value }) => [name, value])), signal),
  lookAgain: azure.reached.simulated ? 1 : USUAL_PAUSE,
});
