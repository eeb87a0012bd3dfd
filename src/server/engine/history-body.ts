import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { COMMENT_ACTIONS } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { LongWork } from '#server/platform/database/limits.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import { AUTHOR, entryOf, NAMED_COLUMNS, type StoredEntry } from './history.ts';
import { inTurns } from './in-turns.ts';
import { noRecord } from './records.ts';
import { quoted } from './sql.ts';

/** How many lines are read at a time; each may have two formatted texts of 50,000 characters. */
const PORTION = 25;

/**
 * Who changed what of a record, the newest first; of deleted records too. It is the body of an answer,
 * `{ data: [...], meta: { total, page, per_page } }`, streamed where the page is long.
 * @param withComments whether the comments on the record are listed, too
 * @throws {Refusal} 404 where there never was such a record.
 */
export async function historyBody(
  runner: Runner,
  resource: Resource,
  id: number,
  page: Page,
  withComments: boolean,
): Promise<string | Readable> {
  const of = 'FROM record_history WHERE resource = $1 AND record_id = $2 AND action <> ALL ($3)';
  const { rows } = await runner.query<{ ids: number[]; total: number }>({
    text: `SELECT to_json(ARRAY(SELECT id ${of} ORDER BY id DESC ${limitOf(page)})) AS ids,
      (SELECT count(*)::integer ${of}) AS total`,
    values: [resource.name, id, withComments ? [] : COMMENT_ACTIONS],
  });
  const { ids, total } = rows[0] ?? { ids: [], total: 0 };
  if (total === 0) {
    const { rowCount } = await runner.query({
      text: `SELECT FROM ${quoted(resource.name)} WHERE id = $1`,
      values: [id],
    });
    if (!rowCount) throw noRecord(resource, id);
  }
  const meta = JSON.stringify({ total, ...page });
  const body = Readable.from(bodyOf(runner, resource, ids, meta), { objectMode: false });
  return ids.length > PORTION ? body : text(body);
}

/** The lines follow as they are read; others are served in between, and no connection is held meanwhile. */
async function* bodyOf(
  runner: Runner,
  resource: Resource,
  ids: readonly number[],
  meta: string,
): AsyncGenerator<string> {
  const work = new LongWork();
  let between = '';
  yield '{"data":[';
  for (let at = 0; at < ids.length; at += PORTION) {
    const { rows } = await work.run(() =>
      runner.query<StoredEntry>({
        text: `SELECT ${NAMED_COLUMNS} FROM record_history h ${AUTHOR} WHERE h.id = ANY($1::bigint[]) ORDER BY h.id DESC`,
        values: [ids.slice(at, at + PORTION)],
      }),
    );
    const lines: string[] = [];
    const add = (line: StoredEntry) => void lines.push(JSON.stringify(entryOf(resource, line)));
    await inTurns(rows, add, { isHeavy: true });
    if (lines.length > 0) yield `${between}${lines.join(',')}`;
    between = ',';
  }
  yield `],"meta":${meta}}`;
}
