import { followingFrom, withHyphens, type CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { adoptionBudget } from '#resources/account-adoption.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Charged } from '#calls/factory.ts';
import { findCharged } from '../charged.ts';
import type { CloudAtHand } from '../ledger/cloud.ts';
import type { FactoryParts } from '../parts.ts';
import type { CloudLife, Tags } from './cloud-life.ts';
import { cloudOf } from './preview.ts';
import { againstIt, nameOf, type LivingAccount } from './store.ts';

type Parts = Pick<FactoryParts, 'db' | 'clouds'>;

/** A cloud that is connected, and says what can be done with accounts that are there. */
export type LivingCloud = Extract<CloudAtHand, { recipe: object }> & { life: CloudLife };

/** The values of an adoption by the names of its own fields, as its deployment keeps them. */
export const adoptedIn = (request: Values): Values => (request['adopted'] ?? {}) as Values;

/** What an account is to be, and all that stands against that. */
export interface CheckedAdoption {
  at: LivingCloud | null;
  /** With what follows from the cost center. */
  values: Values;
  /** The same by the fields of the cloud's own form, so that its tags and its budget are made as those of a request. */
  named: Values;
  /** The tags that the cloud has; null where it was not called, or did not answer. */
  there: Tags | null;
  problems: string[];
  /** Why it could not be checked with the cloud; null where it was. */
  unchecked: string | null;
}

/** How an adoption is held against portal and cloud. */
interface Checking {
  /** What is known by now of cost centers and owners: of several adoptions each is looked up once. */
  known?: Known;
  /** The owner where neither the person nor the cost center names one. */
  owner?: string | null;
  /** Whether the cloud is called; it is by default. */
  callsCloud?: boolean;
}

/** Holds an adoption against the portal's knowledge, the reference data and the cloud. Called without a transaction. */
export async function checkAdoption(
  parts: Parts,
  account: LivingAccount,
  given: Values,
  { known = knownIn(parts.db), owner = null, callsCloud = true }: Checking = {},
): Promise<CheckedAdoption> {
  const at = livingCloudOf(parts, account);
  const { values, problems } = await filledIn(known, given, owner);
  const own = againstIt(account, 'adopt');
  if (own !== null) problems.unshift(own);
  if (at === null) {
    const why = 'Its cloud is not connected, so that its tags cannot be written.';
    return { at, values, named: {}, there: null, problems: [...problems, why], unchecked: null };
  }
  const { request } = at.recipe;
  const named = namedFor(request, account, values);
  problems.push(...refusedOf(request, named));
  const checked = { at, values, named, ...UNSEEN, problems };
  return callsCloud && own === null ? askCloud(checked, account) : checked;
}

/** The same with what its cloud says of the account. */
export async function askCloud(checked: CheckedAdoption, account: LivingAccount): Promise<CheckedAdoption> {
  if (checked.at === null) return checked;
  const seen = await seenIn(checked.at.life, account);
  return { ...checked, ...seen, problems: [...checked.problems, ...seen.problems] };
}

export const UNSEEN = { there: null, problems: [], unchecked: null };

/** The cloud of an account; null where it is not connected. */
export function livingCloudOf(parts: Pick<Parts, 'clouds'>, account: LivingAccount): LivingCloud | null {
  const at = cloudOf(parts, account);
  return at?.recipe && at.life ? { ...at, life: at.life } : null;
}

/** The cloud that a deployment is about. @throws {Refusal} 409 where it is not connected */
export function livingCloudIn({ clouds }: Pick<Parts, 'clouds'>, request: Values): LivingCloud {
  const at = clouds.find((one) => one.cloud === request['cloud']);
  if (at?.recipe && at.life) return { ...at, life: at.life };
  throw new Refusal(409, 'The cloud of this account is not connected to the portal at the moment.');
}

/** What the reference data says of cost centers and owners, each looked up once. */
interface Known {
  charged: (center: string) => Promise<Charged | null>;
  isReachable: (email: string) => Promise<boolean>;
}

/** @param runner where it is looked up */
export function knownIn(runner: Runner): Known {
  const once = <T>(look: (name: string) => Promise<T>) => {
    const found = new Map<string, Promise<T>>();
    return (name: string): Promise<T> => {
      const last = found.get(name) ?? look(name);
      found.set(name, last);
      return last;
    };
  };
  return {
    charged: once((center) => findCharged(runner, center, true)),
    isReachable: once((email) => isReachable(runner, email)),
  };
}

/** What is left empty follows from the cost center. */
async function filledIn(
  known: Known,
  given: Values,
  otherOwner: string | null,
): Promise<{ values: Values; problems: string[] }> {
  const values: Values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => typeof value === 'string' && value.trim() !== ''),
  );
  const center = textOf(values, 'cost_center').trim();
  const charged = center === '' ? null : await known.charged(center);
  const problems: string[] = [];
  if (center === '') problems.push('Name the cost center that pays for it.');
  else if (!charged)
    problems.push(`Cost Center '${center}' is not known, or no longer valid. Choose another one.`);
  if (charged) {
    values['cost_center'] = charged.identifier;
    for (const name of ['owner', 'department', 'business_unit'] as const)
      if (values[name] === undefined && charged[name] !== null) values[name] = charged[name];
  }
  if (values['owner'] === undefined && otherOwner !== null) values['owner'] = otherOwner;
  const owner = textOf(values, 'owner').trim();
  if (owner === '') problems.push('Name its owner: the cost center has none that is in use.');
  else if (!(await known.isReachable(owner)))
    problems.push(
      `Owner '${owner}' is not known among the cloud contacts, or has left. Choose somebody else.`,
    );
  return { values, problems };
}

const isReachable = async (runner: Runner, email: string): Promise<boolean> => {
  const { rowCount } = await runner.query({
    text: `SELECT 1 FROM cloud_contacts k WHERE lower(btrim(k.email)) = lower(btrim($1)) AND NOT k.terminated
      AND NOT EXISTS (SELECT FROM departed_people d WHERE d.key = lower(btrim(k.email)))`,
    values: [email],
  });
  return rowCount !== 0;
};

/** The values by the fields of the cloud's own form. */
export function namedFor(request: CloudRequest, account: LivingAccount, values: Values): Values {
  const { tags, budget, title } = request;
  const [amount, currency, thresholds] = [budget.amount, budget.currency, budget.thresholds];
  const ours = adoptionBudget.names;
  const center = textOf(values, 'cost_center');
  const follows = followingFrom(request, {
    owner: textOf(values, 'owner') || null,
    department: textOf(values, 'department') || null,
    business_unit: textOf(values, 'business_unit') || null,
  });
  const named: Values = {
    ...follows,
    ...(tags.cost_center !== undefined && { [tags.cost_center]: center }),
    [amount]: values[ours.amount],
    [currency]: values[ours.currency],
    [thresholds]: values[ours.thresholds],
  };
  const given = Object.entries(named).filter(([, value]) => typeof value === 'string');
  return { ...withHyphens(request, Object.fromEntries(given)), [title]: nameOf(account) };
}

/** What the cloud would refuse of tags and budget; the name of an account that is there is the cloud's own. */
export function refusedOf(request: CloudRequest, named: Values): string[] {
  const { [request.title]: _, ...others } = named;
  return [...new Set(request.refused(others).map(({ message }) => message))];
}

/** What the cloud says of the account, and which tags it has. @param what such as 'adopted' */
export async function seenIn(
  { look, tagging }: CloudLife,
  account: LivingAccount,
  what = 'adopted',
): Promise<Pick<CheckedAdoption, 'there' | 'problems' | 'unchecked'>> {
  try {
    const { state, words } = await look(account.identifier);
    const isFine = state === 'in_use' || (state === 'frozen' && tagging.whileFrozen);
    if (!isFine) return { ...UNSEEN, problems: [`'${nameOf(account)}' cannot be ${what} now: ${words}`] };
    return { ...UNSEEN, there: await tagging.read(account.identifier) };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { ...UNSEEN, unchecked: error.message };
  }
}
