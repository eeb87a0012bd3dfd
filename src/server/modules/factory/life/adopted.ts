import type { AdoptionPreview } from '#calls/account-life.ts';
import type { Values } from '#kernel/input.ts';
import { adoptedFields } from '#resources/account-adoption.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import { budgetWords } from '../budget.ts';
import type { CheckedAdoption } from './adoption.ts';
import type { CloudTagging, Tags, WantedTag } from './cloud-life.ts';
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
export function valueIn(
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

/** A field of the record that an adoption changes. */
interface Changed {
  field: string;
  before: string | null;
  after: string;
}

/** The fields of the record that an adoption changes. */
export function changesOf({ record }: Pick<LivingAccount, 'record'>, values: Values): Changed[] {
  const shown = (value: unknown) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return Object.entries(recordOf(values)).flatMap(([field, value]) => {
    const before = shown(record[field]);
    const after = shown(value) ?? '';
    return before === after ? [] : [{ field, before, after }];
  });
}

/** Fields by the names that people read. */
const labelOf = (field: string): string =>
  Object.entries(cloudParents.fields).find(([name]) => name === field)?.[1].label ?? field;

/** What becomes of an account, as previews show it. */
export function adoptedParts(
  account: LivingAccount,
  { at, values, named, there }: CheckedAdoption,
): Pick<AdoptionPreview, 'changes' | 'tags' | 'budget'> {
  const wanted = at?.life.tagging.wanted(named) ?? [];
  const lacking = at ? lackingOf(at.life.tagging, there ?? {}, wanted) : [];
  return {
    changes: changesOf(account, values).map(({ field, before, after }) => ({
      label: labelOf(field),
      before,
      after,
    })),
    tags: lacking.map(({ name, value }) => ({
      name,
      before: (at && there ? valueIn(at.life.tagging, there, name) : undefined) ?? null,
      after: value,
    })),
    budget: at ? budgetWords(at.recipe.request, named) : null,
  };
}
