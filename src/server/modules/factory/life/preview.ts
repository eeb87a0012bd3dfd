import { dayAfter } from '#kernel/dates.ts';
import type { DeedPreview } from '#calls/account-life.ts';
import { deedKinds, type CloudDeed } from '#resources/account-life.ts';
import { today } from '#server/platform/database/today.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { CloudAtHand } from '../ledger/cloud.ts';
import { isApproved, type FactoryParts } from '../parts.ts';
import { providerTypes } from '../provider-types.ts';
import type { CloudLife, DeedRecipe } from './cloud-life.ts';
import { costsOf, countedIn } from './costs.ts';
import { ownerAndDesk } from './mails.ts';
import { againstIt, nameOf, type LivingAccount } from './store.ts';

type Parts = Pick<FactoryParts, 'db' | 'config' | 'clouds' | 'lastCosts'>;

/** The cloud that an account is in; undefined where the portal has none of this kind. */
export const cloudOf = (
  { clouds }: Pick<Parts, 'clouds'>,
  { provider_type: type }: Pick<LivingAccount, 'provider_type'>,
): CloudAtHand | undefined => clouds.find(({ cloud }) => providerTypes[cloud] === type);

/** What its cloud can do with an account, or why nothing. */
export function recipeFor(
  parts: Pick<Parts, 'clouds'>,
  account: LivingAccount,
  deed: CloudDeed,
): { life: CloudLife; recipe: DeedRecipe } | string {
  const at = cloudOf(parts, account);
  if (!at) return 'The portal knows no cloud of this kind.';
  if (at.recipe === null) return `Nothing can be done with it here. ${at.missing}`;
  const { life } = at;
  const recipe = life?.deeds[deed];
  if (!life) return 'Nothing can be done with accounts of this cloud here.';
  if (!recipe)
    return `${life.called} has no call to ${deed} an account. ${life.deeds.close?.wayBack ?? ''}`.trim();
  return { life, recipe };
}

/** What an account is checked against before something is done with it. */
export interface Checked {
  problems: string[];
  /** Why it could not be checked with the cloud; null where it was. */
  unchecked: string | null;
}

/** What stands against it by what the portal knows, and then by what its cloud says. Called without a transaction. */
export async function checkDeed(
  parts: Pick<Parts, 'clouds'>,
  account: LivingAccount,
  deed: CloudDeed,
): Promise<Checked> {
  const found = recipeFor(parts, account, deed);
  const own = againstIt(account, deed) ?? (typeof found === 'string' ? found : null);
  if (own !== null || typeof found === 'string')
    return { problems: own === null ? [] : [own], unchecked: null };
  const { life, recipe } = found;
  try {
    const { state, words } = await life.look(account.identifier);
    if (deed !== 'close' && (state === 'gone' || (state === 'closed' && deed !== 'reopen')))
      return {
        problems: [`'${nameOf(account)}' is not as the portal has it: ${words} Read the inventory again.`],
        unchecked: null,
      };
    const problem = (await recipe.check?.(account.kept)) ?? null;
    return { problems: problem === null ? [] : [problem], unchecked: null };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { problems: [], unchecked: error.message };
  }
}

/** Whether somebody else at the desk decides: always of what ends an account, and of what the settings name. */
export const isDecided = ({ config }: Pick<Parts, 'config'>, deed: CloudDeed): boolean =>
  deed === 'close' || isApproved(config.approvals, deedKinds[deed]);

/** What would become of an account. */
export async function previewDeed(
  parts: Parts,
  account: LivingAccount,
  deed: CloudDeed,
): Promise<{ data: DeedPreview; meta: { unchecked: string | null } }> {
  const found = recipeFor(parts, account, deed);
  const recipe = typeof found === 'string' ? null : found.recipe;
  const { problems, unchecked } = await checkDeed(parts, account, deed);
  const isEnd = deed === 'close';
  const days = recipe?.days ?? null;
  const decides = [
    ...(isEnd
      ? [
          account.reachable === null
            ? 'It has no owner who can agree, so that the desk decides alone.'
            : `${account.reachable}, who owns it, under My Cloud.`,
        ]
      : []),
    ...(isDecided(parts, deed) ? ['Somebody else at the desk, on the page of the deployment.'] : []),
  ];
  return {
    data: {
      effects: [...(recipe?.effects ?? [])],
      way_back: recipe?.wayBack ?? '',
      last_day: days === null ? null : dayAfter(today(), days),
      told: ownerAndDesk(account.reachable, parts),
      decides,
      costs: await costsOf(parts, account),
      counted: await countedIn(parts.db, account),
      steps: recipe?.steps.map(({ label }) => label) ?? [],
      problems,
    },
    meta: { unchecked },
  };
}
