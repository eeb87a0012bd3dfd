import type { Azure } from '#server/providers/azure/interface.ts';
import type { Step } from '../ledger/step.ts';
import { accountIn, type CloudLife, type DeedRecipe } from '../life/cloud-life.ts';
import type { GroupTree } from './azure-groups.ts';
import { azurePlaces } from './azure-places.ts';
import { azureTagging } from './azure-tagging.ts';
import { stateStep } from './state-step.ts';

/** Azure deletes what was cancelled no earlier than after 30 days, and no later than after 90. */
const SURE_DAYS = 30;
const GRACE_DAYS = 60;
const USUAL_PAUSE = 30;

const EFFECTS = [
  'Azure cancels the subscription: machines are deallocated, services stop, and data can only be read.',
  'Nothing is charged from then on but what was used before.',
];

/** Whether a subscription was cancelled: Azure only warns for some days, while everything in it is off. */
const isCancelled = (state: string): boolean => /^(disabled|warned|deleted)$/i.test(state);

/** What can be done with subscriptions. Azure has one call to stop one, so that freezing and closing differ by what is meant. */
export function azureLife(azure: Azure, groups: GroupTree): CloudLife {
  const enable = enableStep(azure);
  const back = {
    days: null,
    effects: [
      'Azure enables the subscription. Machines that were deallocated have to be started by their owner.',
    ],
  };
  const stopped = (wayBack: string): Omit<DeedRecipe, 'steps'> => ({
    effects: EFFECTS,
    wayBack,
    days: SURE_DAYS,
    graceDays: GRACE_DAYS,
    listedInactive: true,
  });
  return {
    cloud: 'azure',
    called: 'Azure',
    tagging: azureTagging(azure),
    places: azurePlaces(azure, groups),
    look: async (account) => {
      const state = await azure.stateOf(account);
      if (state === null)
        return { state: 'gone', words: 'Azure does not know it, or the portal may not see it.' };
      const words = `Azure lists it as ${state}.`;
      if (/^deleted$/i.test(state)) return { state: 'closed', words };
      return { state: isCancelled(state) ? 'frozen' : 'in_use', words };
    },
    deeds: {
      freeze: {
        ...stopped(
          'Release enables it again. Azure keeps it for 30 days for sure, and deletes it within 90.',
        ),
        steps: [cancelStep(azure, 'freeze_account', 'Cancel the subscription')],
      },
      release: { ...back, steps: [enable], wayBack: 'It can be frozen again at any time.' },
      close: {
        ...stopped('Reopen enables it again. Azure keeps it for 30 days for sure, and deletes it within 90.'),
        steps: [cancelStep(azure, 'close_account', 'Cancel the subscription for good')],
      },
      reopen: { ...back, steps: [enable], wayBack: 'It can be closed again at any time.' },
    },
  };
}

/** Brings a subscription into a state, which Azure shows some minutes late. */
const subscriptionStep = (
  azure: Azure,
  {
    isThere,
    ...step
  }: Pick<Step, 'name' | 'label'> & {
    /** What is said of a state that is as it should be; null of any other. */
    isThere: (state: string | null) => string | null;
    call: (account: string, signal: AbortSignal) => Promise<void>;
  },
): Step =>
  stateStep({
    ...step,
    input: async ({ request }) => ({ subscription: accountIn(request) }),
    seen: async (account, signal) => {
      const note = isThere(await azure.stateOf(account, signal));
      return note === null ? null : { state: 'done', note };
    },
    meanwhile: {
      note: 'Azure does not show it yet.',
      lookAgain: azure.reached.simulated ? 1 : USUAL_PAUSE,
    },
  });

const cancelStep = (azure: Azure, name: string, label: string): Step =>
  subscriptionStep(azure, {
    name,
    label,
    isThere: (state) => {
      if (state === null) return 'Azure does not know the subscription any more.';
      return isCancelled(state) ? `Azure lists it as ${state}.` : null;
    },
    call: azure.cancelSubscription,
  });

const enableStep = (azure: Azure): Step =>
  subscriptionStep(azure, {
    name: 'enable_account',
    label: 'Enable the subscription',
    isThere: (state) => (state !== null && !isCancelled(state) ? `Azure lists it as ${state}.` : null),
    call: azure.enableSubscription,
  });
