import type { AdoptionPreview } from '#calls/account-life.ts';
import type { Values } from '#kernel/input.ts';
import { adoptedFields } from '#resources/account-adoption.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import { budgetWords } from '../budget.ts';
import type { CheckedAdoption } from './adoption.ts';
import type { CloudTagging, Tags, WantedTag } from './cloud-life.ts';
import { changesOf, inWords } from './record-changes.ts';
import type { LivingAccount } from './store.ts';

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

/** What becomes of an account, as previews show it. */
export function adoptedParts(
  account: LivingAccount,
  { at, values, named, there }: CheckedAdoption,
): Pick<AdoptionPreview, 'changes' | 'tags' | 'budget'> {
  const wanted = at?.life.tagging.wanted(named) ?? [];
  return {
    changes: inWords(changesOf(account, recordOf(values))),
    tags: at ? writtenTags(at.life.tagging, there, wanted) : [],
    budget: at ? budgetWords(at.recipe.request, named) : null,
  };
}
