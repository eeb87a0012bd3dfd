import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  ROLE_REFUSED,
  type AwsAccount,
  type AwsProvider,
  type Progress,
} from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Ids, Step, StepAnswer, StepContext } from '../ledger/step.ts';

/** How many accounts are read at a time. */
const TOGETHER = 4;
const USUAL_PAUSE = 10;
/** So many accounts are named in a sentence. */
const MOST_NAMED = 20;

const placesOf = z.array(z.object({ id: z.string(), name: z.string() }));
type Place = z.infer<typeof placesOf>[number];
const inputOf = z.object({ token: z.string() });

/** The state of an account, kept as text among the ids: `done`, or why it failed and in which round. */
const keyOf = ({ id }: Place) => `account_${id}`;
const DONE = 'done';
const FAILED = 'failed: ';

/**
 * Finds the accounts that have the product. An account that does not let the portal in is skipped, and named; one that
 * cannot be read for another reason counts as well, so that its update fails with that reason.
 */
export function findAccounts(provider: AwsProvider): Step {
  return {
    name: 'find_accounts',
    label: 'Find the accounts that have it',
    input: async () => ({}),
    call: async ({ ids, signal }) => {
      const product = ids['product'] ?? '';
      const active: AwsAccount[] = [];
      for await (const page of provider.accounts())
        active.push(...page.filter(({ status }) => status === 'ACTIVE'));
      const found = new Set<string>();
      const closed = new Set<string>();
      await together(active, signal, async ({ id }) => {
        try {
          const provisioned = await provider.catalog.provisionedIn(id, product);
          if (provisioned.length > 0) found.add(id);
        } catch (error) {
          if (!isRefused(error)) throw error;
          (error.code === ROLE_REFUSED ? closed : found).add(id);
        }
      });
      const places = placesAmong(active, found);
      const skipped = placesAmong(active, closed);
      const note = [
        places.length === 0 ? 'None has it' : named(places),
        ...(skipped.length === 0
          ? []
          : [`Skipped, since the portal may not take on its role there: ${named(skipped)}`]),
      ];
      return {
        state: 'done',
        ids: { accounts: JSON.stringify(places), skipped: String(skipped.length) },
        note: `${note.join('. ')}.`,
      };
    },
  };
}

/**
 * Brings the latest version to every account that has the product. What fails in one does not stop the others; Retry
 * goes on with those that failed. Tokens are made of the deployment, so that no update begins twice.
 */
export function updateAccounts(provider: AwsProvider): Step {
  return {
    name: 'update_accounts',
    label: 'Update it in every account',
    input: async ({ deployment }) => ({ token: `sky-${deployment}-${randomUUID().slice(0, 8)}` }),
    call: async (context, input) => {
      // Failed accounts are tried anew with a token of their own, since the old one leads back to the failed update.
      const round = Number(context.ids['round'] ?? 0) + 1;
      const token = `${inputOf.parse(input).token}-${round}`;
      return advance(provider, context, token, {
        ...context.ids,
        ...afresh(context.ids),
        round: String(round),
      });
    },
    look: async (context, input) => {
      const { ids } = context;
      const places = placesIn(ids);
      const failed = places.filter((place) => ids[keyOf(place)]?.startsWith(FAILED));
      const isOver = places.every((place) => ids[keyOf(place)] !== undefined && ids[keyOf(place)] !== '');
      if (isOver && failed.length > 0) throw failure(places, failed, ids);
      const token = `${inputOf.parse(input).token}-${ids['round'] ?? '1'}`;
      return advance(provider, context, token, ids);
    },
  };
}

/** The ids with failed accounts as not begun. */
function afresh(ids: Ids): Record<string, string> {
  const failed = placesIn(ids).filter((place) => ids[keyOf(place)]?.startsWith(FAILED));
  return Object.fromEntries(failed.map((place) => [keyOf(place), '']));
}

/** Reads every account that is not done, and answers the state of all. */
async function advance(
  provider: AwsProvider,
  { signal }: StepContext,
  token: string,
  known: Ids,
): Promise<StepAnswer> {
  const product = known['product'] ?? '';
  const places = placesIn(known);
  const latest = places.length > 0 ? await provider.catalog.latestArtifact(product) : null;
  if (!latest) return { state: 'skipped', note: places.length > 0 ? 'It has no version.' : nowhere(known) };
  const ids = ownOf(places, known);
  const open = places.filter((place) => (ids[keyOf(place)] ?? '') === '');
  await together(open, signal, async (place) => {
    const state = await updateIn(provider, place, { product, artifact: latest.id, token });
    if (state !== null) ids[keyOf(place)] = state;
  });
  const over = places.filter((place) => (ids[keyOf(place)] ?? '') !== '');
  const failed = over.filter((place) => ids[keyOf(place)] !== DONE);
  const note = `${over.length - failed.length} of ${places.length} accounts have ${latest.name}.`;
  // Failures are saved before they are thrown, so that Retry knows which accounts are left.
  if (over.length === places.length && failed.length === 0) return { state: 'done', ids, note };
  const pause = provider.reached.simulated || over.length === places.length ? 1 : USUAL_PAUSE;
  return { state: 'waiting', ids, note, lookAgain: pause };
}

/** The ids of this step: the round, and the state of each account. */
function ownOf(places: readonly Place[], known: Ids): Record<string, string> {
  const keys = ['round', ...places.map(keyOf)].filter((key) => known[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, known[key] ?? '']));
}

/** How the product of one account is: `done`, why it failed, or null while it is under way. */
async function updateIn(
  { catalog }: AwsProvider,
  { id: accountId }: Place,
  { product, artifact, token }: { product: string; artifact: string; token: string },
): Promise<string | null> {
  try {
    const outdated = (await catalog.provisionedIn(accountId, product)).filter(
      (one) => one.artifact !== artifact,
    );
    const under: Progress[] = [];
    for (const provisioned of outdated) {
      const update = { accountId, provisioned, product, artifact, token: `${token}-${provisioned.id}` };
      const begun = await catalog.update(update);
      under.push(begun.state === 'IN_PROGRESS' ? await catalog.progress(accountId, begun.id) : begun);
    }
    const failed = under.find(({ state }) => state === 'FAILED');
    if (failed) return `${FAILED}${failed.failure ?? 'AWS does not say why.'}`;
    return under.every(({ state }) => state === 'SUCCEEDED') ? DONE : null;
  } catch (error) {
    if (isRefused(error)) return `${FAILED}${error.message}`;
    // Too many calls, or AWS cannot be reached: this account is read again with the next look.
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}

function failure(places: readonly Place[], failed: readonly Place[], ids: Ids): ProviderFailure {
  const shown = failed
    .slice(0, MOST_NAMED)
    .map((place) => `${place.name} (${place.id}): ${(ids[keyOf(place)] ?? '').slice(FAILED.length)}`);
  const others = failed.length > MOST_NAMED ? [`and ${failed.length - MOST_NAMED} more`] : [];
  return new ProviderFailure(
    'refused',
    `${failed.length} of ${places.length} accounts were not updated. ${[...shown, ...others].join(' ')} Retry goes on with them.`,
  );
}

const placesAmong = (all: readonly AwsAccount[], ids: ReadonlySet<string>): Place[] =>
  all.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ id, name }));

/** That no account has the product, as far as the portal could look. */
const nowhere = (ids: Ids): string =>
  Number(ids['skipped'] ?? 0) === 0
    ? 'No account has it.'
    : 'No account that the portal may look into has it.';

const placesIn = (ids: Ids): Place[] => placesOf.parse(JSON.parse(ids['accounts'] ?? '[]'));

const isRefused = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && error.kind === 'refused';

function named(places: readonly Place[]): string {
  const names = places.slice(0, MOST_NAMED).map(({ id, name }) => `${name} (${id})`);
  const others = places.length > MOST_NAMED ? ` and ${places.length - MOST_NAMED} more` : '';
  return `${names.join(', ')}${others}`;
}

/** Works on a few at a time; ends early where the portal does. */
async function together<T>(
  all: readonly T[],
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = all.values();
  const worker = async () => {
    for (const one of waiting) {
      signal.throwIfAborted();
      await work(one);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
}
