import type { QueryClient } from '@tanstack/react-query';
import type { RefField } from '#kernel/fields/ref.ts';
import { NONE_ID } from '#kernel/ids.ts';
import { ApiError } from '#web/data/client.ts';
import { listQuery } from '#web/data/queries.ts';
import { mustBeFilled } from '../input-props.ts';
import { isCalledShortly, noneWords, optionLabel, optionOf } from './ref-options.ts';

/** The result for a typed text: one record by its id, or why it names none. */
export type Named = { id: number } | { problem: string };

/** The sentence where a text is in place of a record. */
export const openReference = (text: string): string =>
  `'${text}' is none of the choices yet. Choose one from the list.`;

/** As many as may bear the same name before it is no name at all. */
const LOOKED_AT = 50;

/**
 * Looks up which record a text names that was typed and not chosen: the only one that is called so, in full or shortly, or the
 * only one that the search finds.
 */
export async function nameReference(
  queries: QueryClient,
  field: RefField,
  typed: string,
  mode: 'create' | 'update',
): Promise<Named> {
  const text = typed.toLowerCase();
  if (noneWords(field).includes(text) && !mustBeFilled(field, mode)) return { id: NONE_ID };
  try {
    // The whole name may say more than the text that the server searches in.
    const query = { q: typed.split(' · ')[0], page: 1, per_page: LOOKED_AT, sort: field.show };
    const { data, meta } = await queries.fetchQuery({ ...listQuery(field.target, query), staleTime: 5_000 });
    const options = data.map((record) => optionOf(field, record));
    const called = options.filter(
      (option) => option.main.toLowerCase() === text || optionLabel(option).toLowerCase() === text,
    );
    const shortly = options.filter((option) => isCalledShortly(option, typed));
    const named = called.length > 0 ? called : shortly;
    const [only, ...others] = named.length > 0 ? named : options;
    if (only && others.length === 0 && (named.length > 0 || meta.total === 1)) return { id: only.id };
    const why = only ? 'fits several choices' : 'is none of the choices';
    return { problem: `'${typed}' ${why}. Choose one from the list.` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: `'${typed}' could not be looked up. ${error.message}` };
  }
}
