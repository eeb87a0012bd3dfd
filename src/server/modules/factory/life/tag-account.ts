import { taggedFields } from '#resources/account-tags.ts';
import type { FactoryParts } from '../parts.ts';
import { writtenTags } from './adopted.ts';
import { livingCloudOf, namedFor, UNSEEN, refusedOf, seenIn } from './adoption.ts';
import { taggingSteps } from './adopt-steps.ts';
import { NOT_CONNECTED, NOTHING_SHOWN, type PlannedChange } from './change.ts';
import { againstIt, nameOf, type LivingAccount } from './store.ts';

/** What it means to write the tags of an account that its record says, held against its cloud. Called without a transaction. */
export async function planTags(
  parts: Pick<FactoryParts, 'db' | 'clouds'>,
  account: LivingAccount,
): Promise<PlannedChange> {
  const at = livingCloudOf(parts, account);
  const own = againstIt(account, 'tag') ?? (at ? null : NOT_CONNECTED);
  const plan = { deed: 'tag', account, at, changes: [] as PlannedChange['changes'] } as const;
  if (!at || own !== null)
    return {
      ...plan,
      request: {},
      shown: NOTHING_SHOWN,
      problems: own === null ? [] : [own],
      unchecked: null,
    };
  const { request, tagging } = { request: at.recipe.request, tagging: at.life.tagging };
  const values = Object.fromEntries(taggedFields.map((field) => [field, account[field]]));
  const named = namedFor(request, account, values);
  const wanted = tagging.wanted(named);
  const refused = refusedOf(request, named);
  const seen = refused.length === 0 ? await seenIn(at.life, account, 'tagged') : { ...UNSEEN, there: null };
  const tags = writtenTags(tagging, seen.there, wanted);
  const nothing =
    seen.there !== null && tags.length === 0
      ? [`The tags of '${nameOf(account)}' say what its record says.`]
      : [];
  return {
    ...plan,
    request: named,
    shown: {
      ...NOTHING_SHOWN,
      effects: ['Other tags of it stay as they are.'],
      tags,
      steps: taggingSteps(at.life).map(({ label }) => label),
    },
    problems: [...refused, ...seen.problems, ...nothing],
    unchecked: seen.unchecked,
  };
}
