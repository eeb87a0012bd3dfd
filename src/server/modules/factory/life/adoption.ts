import { followingFrom, withHyphens, type CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { adoptedFields, adoptionBudget } from '#resources/account-adoption.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { findCharged } from '../charged.ts';
import type { CloudAtHand } from '../ledger/cloud.ts';
import type { FactoryParts } from '../parts.ts';
import type { CloudLife, CloudTagging, Tags, WantedTag } from './cloud-life.ts';
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
  /** The tags that the cloud has; null where it was not asked, or did not answer. */
  there: Tags | null;
  problems: string[];
  /** Why the cloud could not be asked; null where it was. */
  unchecked: string | null;
}

/** Holds an adoption against the portal's knowledge, the reference data and the cloud. Called without a transaction. */
export async function checkAdoption(
  parts: Parts,
  account: LivingAccount,
  given: Values,
): Promise<CheckedAdoption> {
  const at = livingCloudOf(parts, account);
  const { values, problems } = await filledIn(parts.db, given);
  const own = againstIt(account, 'adopt');
  if (own !== null) problems.unshift(own);
  if (at === null) {
    const why = 'Its cloud is not connected, so that its tags cannot be written.';
    return { at, values, named: {}, there: null, problems: [...problems, why], unchecked: null };
  }
  const { request } = at.recipe;
  const named = namedFor(request, account, values);
  problems.push(...refusedOf(request, named));
  const seen = own === null ? await seenIn(at.life, account) : NOT_ASKED;
  return { at, values, named, ...seen, problems: [...problems, ...seen.problems] };
}

export const NOT_ASKED = { there: null, problems: [], unchecked: null };

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

/** What is left empty follows from the cost center. */
async function filledIn(db: Runner, given: Values): Promise<{ values: Values; problems: string[] }> {
  const values: Values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => typeof value === 'string' && value.trim() !== ''),
  );
  const center = textOf(values, 'cost_center').trim();
  const charged = center === '' ? null : await findCharged(db, center, true);
  const problems: string[] = [];
  if (center === '') problems.push('Name the cost center that pays for it.');
  else if (!charged)
    problems.push(`Cost Center '${center}' is not known, or no longer valid. Choose another one.`);
  if (charged) {
    values['cost_center'] = charged.identifier;
    for (const name of ['owner', 'department', 'business_unit'] as const)
      if (values[name] === undefined && charged[name] !== null) values[name] = charged[name];
  }
  const owner = textOf(values, 'owner').trim();
  if (owner === '') problems.push('Name its owner: the cost center has none that is in use.');
  else if (!(await isReachable(db, owner)))
    problems.push(
      `Owner '${owner}' is not known among the cloud contacts, or has left. Choose somebody else.`,
    );
  return { values, problems };
}

const isReachable = async (db: Runner, email: string): Promise<boolean> => {
  const { rowCount } = await db.query({
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
    if (!isFine) return { ...NOT_ASKED, problems: [`'${nameOf(account)}' cannot be ${what} now: ${words}`] };
    return { ...NOT_ASKED, there: await tagging.read(account.identifier) };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { ...NOT_ASKED, unchecked: error.message };
  }
}

/** What the record of an account is to have. */
export function recordOf(values: Values): Values {
  const named = Object.entries(adoptedFields).flatMap(([field, name]) => {
    const value = textOf(values, name).trim();
    return value === '' ? [] : [[field, value] as const];
  });
  return { ...Object.fromEntries(named), managed: true };
}

/** The value that a cloud has of a tag; undefined where it has none of this name. */
function valueIn(
  { ignoresCase }: Pick<CloudTagging, 'ignoresCase'>,
  there: Tags,
  name: string,
): string | undefined {
  const found = Object.entries(there).find(([one]) =>
    ignoresCase ? one.toLowerCase() === name.toLowerCase() : one === name,
  );
  return found?.[1];
}

/** The tags that an account lacks, or has with another value. */
export const lackingOf = (
  tagging: Pick<CloudTagging, 'ignoresCase'>,
  there: Tags,
  wanted: readonly WantedTag[],
): WantedTag[] =>
  wanted.filter(({ name, value, instead }) => {
    const isThere = valueIn(tagging, there, name) === value;
    return !isThere && !(instead && valueIn(tagging, there, instead.name) === instead.value);
  });

/** The tags that are written to an account, with the values that they have now. @param there null where the cloud did not say */
export const writtenTags = (
  tagging: Pick<CloudTagging, 'ignoresCase'>,
  there: Tags | null,
  wanted: readonly WantedTag[],
): { name: string; before: string | null; after: string }[] =>
  lackingOf(tagging, there ?? {}, wanted).map(({ name, value }) => ({
    name,
    before: (there ? valueIn(tagging, there, name) : undefined) ?? null,
    after: value,
  }));
