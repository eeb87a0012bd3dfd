import { MOST_LOOKED } from '#calls/adopt-many.ts';
import type { Values } from '#kernel/input.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import type { FactoryParts } from '../parts.ts';
import { askCloud, checkAdoption, knownIn, type CheckedAdoption } from './adoption.ts';
import { busyWords, underWayAmong, type LivingAccount } from './store.ts';

type Parts = Pick<FactoryParts, 'db' | 'clouds'>;

/** So many calls to clouds run at a time. */
const AT_ONCE = 8;

/** An account that is to be adopted, and the values that it is to get. */
interface Wanted {
  account: LivingAccount;
  given: Values;
  /** The deployment that adopts it, where there is one: it stands against nothing. */
  own?: number;
}

/** One of several adoptions with all that stands against it. */
export interface HeldAdoption {
  account: LivingAccount;
  checked: CheckedAdoption;
  /** Whether its cloud was called, and answered. */
  looked: boolean;
}

/**
 * Holds several adoptions against portal and reference data, and then the first of those that passed against their clouds. A cloud that
 * does not answer is not called again. Called without a transaction.
 * @param most of accounts for which clouds are called
 */
export async function checkMany(
  parts: Parts,
  wanted: readonly Wanted[],
  most = MOST_LOOKED,
): Promise<HeldAdoption[]> {
  const known = knownIn(parts.db);
  const busy = await underWayAmong(
    parts.db,
    wanted.map(({ account }) => account.identifier),
  );
  const held: HeldAdoption[] = [];
  for (const { account, given, own } of wanted) {
    const center = textOf(given, 'cost_center').trim() || account.cost_center;
    const values = { ...given, cost_center: center };
    const checked = await checkAdoption(parts, account, values, {
      known,
      owner: account.reachable,
      callsCloud: false,
    });
    const underWay = busy.get(account.identifier);
    if (underWay?.deployment !== own) checked.problems.unshift(...busyWords(underWay));
    held.push({ account, checked, looked: false });
  }
  return askClouds(held, most);
}

/** Calls the clouds about the first adoptions that nothing stands against, several at a time. */
async function askClouds(held: readonly HeldAdoption[], most: number): Promise<HeldAdoption[]> {
  const seen = new Map<HeldAdoption, CheckedAdoption>();
  const silent = new Set<string>();
  const passed = held.filter(({ checked }) => checked.at !== null && checked.problems.length === 0);
  for (let from = 0; from < Math.min(passed.length, most); from += AT_ONCE) {
    const turn = passed
      .slice(from, Math.min(from + AT_ONCE, most))
      .filter(({ checked }) => !silent.has(checked.at?.cloud ?? ''));
    await Promise.all(
      turn.map(async (one) => {
        const checked = await askCloud(one.checked, one.account);
        if (checked.unchecked !== null) silent.add(checked.at?.cloud ?? '');
        seen.set(one, checked);
      }),
    );
  }
  return held.map((one) => {
    const checked = seen.get(one);
    return checked ? { ...one, checked, looked: checked.unchecked === null } : one;
  });
}
