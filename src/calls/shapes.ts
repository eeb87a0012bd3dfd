import { z } from 'zod';
import { MONTH, parseWrittenDay } from '#kernel/dates.ts';
import { MAX_ID, parseId } from '#kernel/ids.ts';
import { ownersSee } from '#kernel/owned.ts';
import type { Resource } from '#kernel/resource.ts';

/*
 * Inputs and answers of many calls. The message of a wrong value goes on behind the name of its field: `month must be …`. What
 * begins with a capital letter is a sentence of its own.
 */

const LONGEST_SHOWN = 60;

/** What all calls that answer the list of a model have in common: their handlers check its parameters. */
export const ofList = (resource: Resource) =>
  ({
    tag: resource.label[1],
    topic: resource.name,
    method: 'GET',
    zoned: true,
    checksQuery: 'handler',
    ...byOwnRows(resource),
  }) as const;

/** The member of the calls that read records of a model, where owners get those that are theirs. */
export const byOwnRows = (resource: Resource): { owners?: 'rows' } =>
  ownersSee(resource) ? { owners: 'rows' } : {};

/** The id of a record in a path. @param noun what it is the id of, as in 'Accrual 7 was not found.' */
export const idOf = (noun: string) =>
  z
    .string()
    .describe(`The id of the ${noun.toLowerCase()}.`)
    .transform((written, context) => {
      const id = parseId(written);
      if (id !== null) return id;
      context.addIssue(`${noun} ${written.slice(0, LONGEST_SHOWN)} was not found.`);
      return z.NEVER;
    });

/** The id of a record in a path that is a UUID. @param noun as in `idOf` */
export const uuidOf = (noun: string) =>
  z
    .string()
    .meta({ format: 'uuid', description: `The id of the ${noun.toLowerCase()}.` })
    .refine((written) => z.uuid().safeParse(written).success, {
      error: ({ input }) => `${noun} ${String(input).slice(0, LONGEST_SHOWN)} was not found.`,
    });

const MONTH_WANTED = 'must be a month such as 2026-03.';
/** A month of a request. */
export const monthGiven = z.string(MONTH_WANTED).regex(MONTH, { error: MONTH_WANTED, abort: true });

/** A day of a request, as people write it; YYYY-MM-DD. */
export const dayGiven = z.string().transform((written, context) => {
  const day = parseWrittenDay(written);
  if (day !== null) return day;
  context.addIssue('must be a day such as 2026-03-31.');
  return z.NEVER;
});

/** One of these words. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `must be one of ${words.join(', ')}.`);

/** One of these words in a query; `All` means none of them. */
export const oneOrAll = <const T extends readonly string[]>(words: T) =>
  z
    .enum(['All', ...words], `must be one of ${words.join(', ')}.`)
    .transform((word) => (word === 'All' ? null : (word as T[number])))
    .default(null);

/** The members of a query that may be given without a value: `?aws`. */
export const givenAlone = z.registry<object>();

/** Whether something is wanted, in a query: given alone, or as 1 or true. */
export const queryFlag = (description: string) =>
  z
    .enum(['', '1', 'true', '0', 'false'], 'stands by itself, or is 1 or true.')
    .default('false')
    .transform((given) => given !== '0' && given !== 'false')
    .describe(description)
    .register(givenAlone, {});

/** A text to search for in a query; empty by default. */
export const searchText = z.string().default('');

/** The media type of workbooks. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A whole number in a query. */
export function wholeNumber(most: number, least = 1) {
  const wanted = `must be a whole number from ${least} to ${most}.`;
  const number = z.int(wanted).min(least, wanted).max(most, wanted);
  return z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given),
    number,
  );
}

/** The id of something in a query. */
export const queryId = wholeNumber(999_999_999);

/** The id of a record, or another number that counts from 1. @param wanted what it must be */
export const idGiven = (wanted: string) => z.int(wanted).positive(wanted).max(MAX_ID, wanted);

/** Whether a text can be kept as it is: no database has a NUL, and half a surrogate pair becomes something else. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** A text of one to so many characters, without the white space around it. @param wanted what it must be, as a sentence or behind its name */
export function textGiven(most: number, wanted = `must be a text of 1 to ${most} characters.`) {
  return z
    .string(wanted)
    .trim()
    .refine((text) => text !== '' && text.length <= most && isStorable(text), wanted);
}

/** Whether something is to be done. */
export const flag = z.boolean('must be true or false.');

/** A file in base64, or as a data URL: the member of a body that its call names as `fileMember`. */
export const fileGiven = (z.unknown() as z.ZodType<Uint8Array<ArrayBuffer>, string>)
  .refine((file) => file instanceof Uint8Array && file.length > 0, 'must be the file as base64.')
  .meta({ type: 'string' });

/** The input of `shape`; one sentence says what it must be, whatever part of it is wrong. */
export function asAWhole<T extends z.ZodType>(shape: T, wanted: string): z.ZodType<z.output<T>, z.input<T>> {
  const { $schema: _, ...json } = z.toJSONSchema(shape, { io: 'input' });
  return z
    .unknown()
    .transform((given, context) => {
      const read = shape.safeParse(given);
      if (read.success) return read.data;
      context.addIssue(wanted);
      return z.NEVER;
    })
    .meta(json) as unknown as z.ZodType<z.output<T>, z.input<T>>;
}

/** An amount that is answered. */
export const money = z.string().describe('A decimal with the decimals of its currency.');
export const currency = z.string().describe('Such as EUR');
/** Amounts by currency. */
export const totals = z.array(z.object({ currency, amount: money }));
/** A month that is answered. */
export const month = z.string().describe('YYYY-MM');
/** A day that is answered. */
export const day = z.string().meta({ format: 'date' });
/** A moment that is answered. */
export const moment = z.string().meta({ format: 'date-time' });

export const DEFAULT_PAGE_SIZE = 25;
export const LARGEST_PAGE_SIZE = 1000;
export const LAST_PAGE = 999_999_999;

/** The wanted page of a list; `page` counts from 1. Members of a query. */
export const pageMembers = {
  page: wholeNumber(LAST_PAGE).default(1).meta({ default: 1 }),
  per_page: wholeNumber(LARGEST_PAGE_SIZE).default(DEFAULT_PAGE_SIZE).meta({ default: DEFAULT_PAGE_SIZE }),
};

/** The wanted page of a list that is answered whole where no page is given. Members of a query. */
export const optionalPageMembers = {
  page: wholeNumber(LAST_PAGE).optional(),
  per_page: wholeNumber(LARGEST_PAGE_SIZE).optional(),
};

/** Which page is answered, and how many rows there are in all. */
export const pageMeta = z.object({ total: z.int(), page: z.int(), per_page: z.int() });

/**
 * The query of a list of background work: a page, an order (`-name` for the largest first), a text, a state.
 * Members of a query.
 */
export const workListMembers = <const S extends string, const W extends string>(
  sorted: readonly S[],
  states: readonly W[],
) => ({
  ...pageMembers,
  sort: oneOrAll(sorted.flatMap((name): [S, `-${S}`] => [name, `-${name}`])),
  q: searchText.describe('A text to search for.'),
  by_state: oneOrAll(states),
});

/** The members of the answer of such a list beside its rows. */
export const workListMeta = <const W extends string>(states: readonly W[]) =>
  pageMeta.extend({
    states: z
      .object(Object.fromEntries(states.map((state) => [state, z.int()])) as Record<W, z.ZodInt>)
      .describe('How many there are of each state, whatever the filter by state is.'),
  });
