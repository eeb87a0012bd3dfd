import type { FastifyRequest } from 'fastify';
import type { SearchAnswer, SearchHit } from '#calls/search.ts';
import { BILLING_RUNS } from '#kernel/comments/comments.ts';
import { plainWords } from '#kernel/comments/markdown.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { readableRecords } from '../readable-records.ts';
import type { EngineServices } from '../services.ts';
import { mayMatchSql } from './found-texts.ts';
import type { SearchRequest } from './search-statement.ts';

/** So many of the newest comments with the words are looked at. */
const CANDIDATES = 200;
/** So many characters around the first of the words are shown. */
const AROUND = 60;

/** The hits of each model, at most so many of them: first those of the records themselves, then those by a comment on one. */
export function withComments(
  answer: SearchAnswer,
  byComment: readonly SearchHit[],
  limit: number,
): SearchAnswer {
  const groups = Map.groupBy(answer.data, ({ model }) => model);
  const more = new Set(answer.meta.more);
  for (const hit of byComment) {
    const hits = groups.get(hit.model) ?? [];
    groups.set(hit.model, hits);
    if (hits.some(({ id }) => id === hit.id)) continue;
    if (hits.length < limit) hits.push(hit);
    else more.add(hit.model);
  }
  const data = [...groups.values()].flat();
  return { data, meta: { total: data.length, more: [...more] } };
}

/**
 * Records and billing runs with a comment that has all the words, the one with the newest comment first. Who may not read one finds none
 * of its comments.
 * @param names the models and what else is looked through, of which the person may read some at least
 */
export async function recordsWithComments(
  services: EngineServices,
  runner: Runner,
  request: FastifyRequest,
  { text, parts, keys, pieces }: SearchRequest,
  names: readonly string[],
): Promise<SearchHit[]> {
  if (parts.length === 0) return [];
  const values: unknown[] = [names];
  const given = (value: string) => `$${values.push(value)}`;
  const indexed =
    pieces.length > 0
      ? [mayMatchSql('', pieces.map(given))]
      : keys.map((key) => `t.search LIKE lower(${given(key)}::text)`);
  const others = parts.map((part) => `t.search || '' LIKE lower(${given(part)}::text)`);
  const { rows } = await runner.query<{ model: string; id: number; text: string }>({
    text: `SELECT t.model, t.record_id AS id, t.text FROM comments t
      WHERE t.deleted_at IS NULL AND ${[...indexed, ...others].join(' AND ')} AND t.model = ANY ($1)
      ORDER BY t.id DESC LIMIT ${CANDIDATES}`,
    values,
  });
  const newest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const name = `${row.model} ${row.id}`;
    if (!newest.has(name)) newest.set(name, row);
  }
  const all = [...newest.values()];
  const records = all.filter(({ model }) => model !== BILLING_RUNS);
  const found = (await readableRecords(services, runner, request, records)).filter(
    ({ is }) => is === 'there',
  );
  // They are never deleted, and whoever may see one sees all of them.
  const runs = all.flatMap(({ model, id }) =>
    model === BILLING_RUNS ? [{ model, id, title: `Billing Run ${id}` }] : [],
  );
  return [...found, ...runs].map(({ model, id, title }) => ({
    model,
    id,
    title: title ?? String(id),
    about: [],
    found_in: {
      field: 'comment',
      label: 'Comment',
      text: excerpt(newest.get(`${model} ${id}`)?.text ?? '', text),
    },
  }));
}

/** The words of a comment around the first that was looked for, in one line. */
function excerpt(markdown: string, sought: string): string {
  const words = plainWords(markdown).replaceAll(/\s+/g, ' ');
  const lowered = words.toLowerCase();
  const places = sought
    .toLowerCase()
    .split(' ')
    .map((word) => lowered.indexOf(word))
    .filter((at) => at >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const from = Math.max(0, first - AROUND);
  const until = from + 3 * AROUND;
  return `${from > 0 ? '…' : ''}${words.slice(from, until)}${until < words.length ? '…' : ''}`;
}
