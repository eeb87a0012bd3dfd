import { z } from 'zod';
import { LONGEST_SEARCH, SHORTEST_PART } from '#kernel/search.ts';
import { defineCall, type AnswerOf } from './call.ts';
import { wholeNumber } from './shapes.ts';

/*
 * The search through all models.
 */

/** The most hits of each model that can be requested. */
export const LARGEST_LIMIT = 25;
const DEFAULT_LIMIT = 5;

const foundIn = z.object({
  field: z.string().describe('Field'),
  label: z.string().describe('Label'),
  text: z.string().describe('Its value'),
});
/** A text of a record, other than what people call it, in which the words were found. */
export type FoundText = z.output<typeof foundIn>;

/** Finds records of these models, which are named as in the registry, and what else has comments. */
export function findRecords(models: readonly string[]) {
  const model = z.enum(models);
  return defineCall({
    method: 'GET',
    path: '/search',
    right: 'see_records',
    owners: 'rows',
    topic: 'search',
    tag: 'Search',
    summary: 'Find records of any model',
    description: [
      'Titles that are or start with the text come first, then records with all its words in their texts.',
      `Words are found within texts from ${SHORTEST_PART} letters or digits in a row; a shorter text at the start of titles.`,
      'Records are found by the comments on them as well; these come after the others of their model. Billing runs (billing_runs) are found by theirs alone.',
    ].join(' '),
    success: 'The hits, grouped by model',
    query: z.strictObject({
      q: z
        .string('must be the text to search for.')
        .refine((text) => text.length <= LONGEST_SEARCH, 'The parameter q is too long.')
        .meta({ minLength: 1, maxLength: LONGEST_SEARCH }),
      limit: wholeNumber(LARGEST_LIMIT)
        .default(DEFAULT_LIMIT)
        .meta({ default: DEFAULT_LIMIT, description: 'Most hits of each model.' }),
    }),
    data: z.array(
      z.object({
        model,
        id: z.int(),
        title: z.string().describe('By what people recognise the record'),
        about: z.array(z.string().describe('A value')).describe('What else says which one it is.'),
        found_in: foundIn.nullable().describe('The text with the words, where it is not the title.'),
      }),
    ),
    meta: z.object({
      total: z.int().describe('So many hits are answered.'),
      more: z.array(model).describe('The models with further hits.'),
    }),
  });
}
/** Hits grouped by model, the best model first. */
export type SearchAnswer = AnswerOf<ReturnType<typeof findRecords>>;
export type SearchHit = SearchAnswer['data'][number];
