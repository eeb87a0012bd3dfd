import type { AwsProvider } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Ids, Step, StepAnswer } from '../../ledger/step.ts';
import { accountIn, keptIn, type CloudLife, type SeenAccount } from '../../life/cloud-life.ts';
import { lookAgain } from './parts.ts';
import { placeOf } from './place.ts';
import { awsPlaces } from './places.ts';
import { awsTagging } from './tagging.ts';

/** So long AWS keeps a closed account. */
const KEPT_DAYS = 90;
const USUAL_PAUSE = 15;
/** How often it is looked whether AWS closes accounts again. */
const QUOTA_PAUSE = 600;
/** The quota is one of 30 days: after these the first of the closures no longer counts. */
const QUOTA_PATIENCE = 31 * 24 * 3600;
const QUOTA =
  'AWS closes no more than a tenth of the accounts within 30 days (at least 10, at most 1,000), and that many were closed. ' +
  'The portal asks again by itself; until then this can be cancelled.';

/** What can be done with accounts of an organization of AWS. @param quarantine the name of the unit for frozen ones */
export function awsLife(provider: AwsProvider, quarantine: string): CloudLife {
  const frozenIn = async () => placeOf(provider, quarantine);
  const look = async (account: string): Promise<SeenAccount> => {
    const found = await provider.account(account);
    if (!found) return { state: 'gone', words: 'AWS Organizations does not know it.' };
    const words = `AWS lists it as ${found.status}.`;
    if (found.status !== 'ACTIVE') return { state: 'closed', words };
    const place = await frozenIn();
    const isFrozen = typeof place !== 'string' && (await provider.parentOf(account)) === place.id;
    return isFrozen ? { state: 'frozen', words: `It lies in ${place.path}.` } : { state: 'in_use', words };
  };
  const unitLacks = async () => {
    const place = await frozenIn();
    return typeof place === 'string' ? place : null;
  };
  return {
    cloud: 'aws',
    called: 'AWS',
    look,
    tagging: awsTagging(provider),
    places: awsPlaces(provider, quarantine),
    deeds: {
      freeze: {
        steps: [freezeStep(provider, frozenIn)],
        effects: [
          `The account is moved to the organizational unit ${quarantine}: what the policies of that unit deny stops, and nothing is deleted.`,
          'Machines and stored data go on, and cost what they cost, where the policies do not stop them.',
        ],
        wayBack: 'Release moves it back to the unit it came from, at any time.',
        days: null,
        check: unitLacks,
      },
      release: {
        steps: [releaseStep(provider)],
        effects: [
          'The account is moved back to the unit it came from, and the policies of that unit hold again.',
        ],
        wayBack: 'It can be frozen again at any time.',
        days: null,
        check: async ({ came_from: unit }) => {
          const { root, units } = await provider.units();
          const isThere = unit !== undefined && (unit === root || units.some(({ id }) => id === unit));
          return isThere
            ? null
            : 'The organizational unit that it came from is not there any more. Move the account in AWS Organizations.';
        },
      },
      close: {
        steps: [closeStep(provider)],
        effects: [
          'Nobody signs in to the account any more, and everything in it stops.',
          'What is left in it is deleted 90 days later. Reserved instances and subscriptions of the marketplace may cost until they end.',
        ],
        wayBack: 'AWS has no call for the way back: its support reopens the account within 90 days.',
        days: KEPT_DAYS,
        check: async () => null,
      },
    },
  };
}

/** Moves the account into quarantine, and keeps where it came from. What is there already stays. */
const freezeStep = (provider: AwsProvider, frozenIn: () => ReturnType<typeof placeOf>): Step => ({
  name: 'freeze_account',
  label: 'Move it to quarantine',
  isPointOfNoReturn: true,
  input: async ({ request }) => ({ came_from: await provider.parentOf(accountIn(request)) }),
  call: async ({ request }, { came_from: from }) => {
    const account = accountIn(request);
    const place = await frozenIn();
    if (typeof place === 'string') throw new ProviderFailure('refused', place, { code: 'NO_SUCH_UNIT' });
    const parent = await provider.parentOf(account);
    if (parent !== place.id) await provider.moveAccount(account, parent, place.id);
    // Where somebody had moved it by hand, nobody knows from where.
    const ids: Ids = from === place.id ? {} : { came_from: String(from) };
    const note = parent === place.id && from === place.id ? `It was in ${place.path} already.` : place.path;
    return { state: 'done', ids, note };
  },
});

const releaseStep = (provider: AwsProvider): Step => ({
  name: 'release_account',
  label: 'Move it back to its organizational unit',
  isPointOfNoReturn: true,
  input: async ({ request }) => ({ to: keptIn(request)['came_from'] ?? '' }),
  call: async ({ request }, { to }) => {
    const account = accountIn(request);
    const unit = String(to);
    const parent = await provider.parentOf(account);
    if (parent !== unit) await provider.moveAccount(account, parent, unit);
    return { state: 'done', ids: {}, note: parent === unit ? 'It was there already.' : unit };
  },
});

/** Closes the account, and waits until AWS has. Each call looks first: what is closed is not closed again. */
function closeStep(provider: AwsProvider): Step {
  const seen = async (account: string): Promise<StepAnswer | null> => {
    const found = await provider.account(account);
    if (!found) return { state: 'done', note: 'AWS does not know the account any more.' };
    if (found.status === 'PENDING_CLOSURE')
      return {
        state: 'waiting',
        note: 'AWS closes the account.',
        lookAgain: lookAgain(provider, USUAL_PAUSE),
      };
    return found.status === 'ACTIVE' ? null : { state: 'done', note: `AWS lists it as ${found.status}.` };
  };
  return {
    name: 'close_account',
    label: 'Close the account',
    isPointOfNoReturn: true,
    patienceSeconds: QUOTA_PATIENCE,
    input: async ({ request }) => ({ account: accountIn(request) }),
    find: async ({ request }) => seen(accountIn(request)),
    call: async ({ request }) => {
      const account = accountIn(request);
      const before = await seen(account);
      if (before) return before;
      try {
        await provider.closeAccount(account);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.code !== 'CLOSE_ACCOUNT_QUOTA_EXCEEDED') throw error;
        return { state: 'later', note: QUOTA, lookAgain: QUOTA_PAUSE };
      }
      return {
        state: 'waiting',
        note: 'AWS closes the account.',
        lookAgain: lookAgain(provider, USUAL_PAUSE),
      };
    },
    look: async ({ request }) => seen(accountIn(request)),
  };
}
