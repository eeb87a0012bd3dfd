import { z } from 'zod';
import { choice } from '#kernel/fields/choice.ts';
import { businessUnits } from '#resources/business-units.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { environmentBuckets, OTHER, unitOptions, wordPattern } from '#resources/posture.ts';
import type { ListMeta, ListParameter } from '#server/engine/lists/list-additions.ts';
import { literal } from '#server/engine/sql.ts';

/** Every bucket of every cloud, in the order in which they are answered. */
const places = Object.entries(environmentBuckets).flatMap(([provider, buckets]) =>
  [...buckets.map(([first]) => first), OTHER].map((bucket) => ({ provider, bucket })),
);

/** The name of an environment without one. */
const UNNAMED = 'none';

/** Whether one of the words is in a text by itself. */
const hasWord = (text: string, words: readonly string[]): string =>
  `${text} ~* ${literal(wordPattern(words, '[[:alnum:]]'))}`;

/**
 * The bucket of the environment of an account. Environments are few however many accounts there are: each is looked at
 * once, and never each account.
 */
function bucketOf(row: string): string {
  const environment = `coalesce(${row}.environment, ${literal(UNNAMED)})`;
  const clouds = Object.entries(environmentBuckets).map(([provider, buckets]) => {
    const found = buckets.map((words) => `WHEN ${hasWord(environment, words)} THEN ${literal(words[0])}`);
    return `WHEN ${literal(provider)} THEN CASE ${found.join(' ')} ELSE ${literal(OTHER)} END`;
  });
  return `CASE ${row}.provider_type ${clouds.join(' ')} END`;
}

/** The words by which accounts and business units name an option. */
const words = unitOptions
  .flatMap(({ code, name }) => [code, ...(name ? [name] : [])].map((word) => [code, word.toLowerCase()]))
  .map((pair) => `(${pair.map(literal).join(', ')})`)
  .join(', ');
const codes = unitOptions.map(({ code }) => code);

const allCodes = `ARRAY[${codes.map(literal).join(', ')}]`;

/** Whether an account is of one of some units. @param chosen an array of their codes */
const isOf = (row: string, chosen: string) => `lower(btrim(${row}.business_unit_name)) IN (
      SELECT word FROM (VALUES ${words}) o(code, word) WHERE code = ANY(${chosen}::text[])
      UNION
      SELECT lower(btrim(u.name)) FROM ${businessUnits.name} u
        JOIN (VALUES ${words}) o(code, word) ON word IN (lower(btrim(u.abbreviation)), lower(btrim(u.name)))
        WHERE code = ANY(${chosen}::text[]))`;

export const unitsParameter: ListParameter = {
  name: 'by_units',
  summary: `Accounts of these business units, with commas between: ${codes.join(', ')}. Each matches the abbreviation or the name of a unit. With all six nothing is left out, otherwise accounts without a unit are; ${OTHER} is those that are of none of the six.`,
  field: choice('Business Unit', [...codes, OTHER]),
  several: true,
  where: (row, value) => `${value}::text[] @> ${allCodes} OR ${isOf(row, value)}
    OR (${literal(OTHER)} = ANY(${value}::text[]) AND NOT coalesce(${isOf(row, allCodes)}, false))`,
};

export const bucketParameter: ListParameter = {
  name: 'by_environment_bucket',
  summary: 'Accounts whose environment counts as this.',
  field: choice('Environment', [...new Set(places.map(({ bucket }) => bucket))]),
  where: (row, value) => `(${row}.provider_type, coalesce(${row}.environment, '')) IN (
    SELECT e.provider_type, coalesce(e.environment, '')
    FROM (SELECT DISTINCT provider_type, environment FROM ${cloudParents.name}) e
    WHERE ${bucketOf('e')} = ${value}::text)`,
};

export const environmentCount: ListMeta = {
  name: 'environment_count',
  requestedBy: unitsParameter.name,
  answer: z
    .record(z.string(), z.record(z.string(), z.int()))
    .describe(
      'Cloud parents of the list that are not terminated, by cloud and by what their environment counts as. There where by_units is given.',
    ),
  select: (rows) => {
    const all = places.map(({ provider, bucket }, at) => `(${at}, ${literal(provider)}, ${literal(bucket)})`);
    return `SELECT json_object_agg(provider, counts ORDER BY first) FROM (
      SELECT p.provider, min(p.place) AS first,
        json_object_agg(p.bucket, coalesce(c.n, 0) ORDER BY p.place) AS counts
      FROM (VALUES ${all.join(', ')}) p(place, provider, bucket)
      LEFT JOIN (
        SELECT g.provider_type, ${bucketOf('g')} AS bucket, sum(g.n)::integer AS n
        FROM (SELECT provider_type, environment, count(*) AS n FROM ${rows} WHERE NOT terminated GROUP BY 1, 2) g
        GROUP BY 1, 2
      ) c ON c.provider_type = p.provider AND c.bucket = p.bucket
      GROUP BY p.provider) clouds`;
  },
};
