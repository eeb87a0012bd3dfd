import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Field } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import { columnFields, tableShape } from '../../schema/schema.ts';
import type { Registry } from '#kernel/registry.ts';
import { sqlOf } from '../../kinds/sql-of.ts';
import { quoted } from '../../sql.ts';
import { outcomeOf, type Draft } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';
import { portions } from '../portions.ts';
import type { ReadPart } from './read-part.ts';

/** Rows of one statement. */
const BATCH = 2000;

/** Of equal rows of one file the first is the first, the second the second: two equal charges are two. */
const digestOf = (content: string, nth: number) =>
  createHash('sha256').update(`${nth} ${content}`).digest('hex');

type KnownPart = Pick<ReadPart, 'resource' | 'columns' | 'drafts'>;

interface KnownDraft {
  draft: Draft;
  content: string;
  digest: string;
}

/**
 * Finds the rows that are records already: those that came with an earlier file, even where their record was changed
 * since, and those that say the same as a record that came otherwise. Such a row changes nothing. Of equal rows as many
 * are found as there are records.
 */
export async function findKnownRows(tx: pg.PoolClient, registry: Registry, part: KnownPart): Promise<void> {
  const { resource } = part;
  const all = await digested(part);
  const taken = new Set<number>();
  const open: KnownDraft[] = [];
  const ids = await idsByDigest(tx, resource, all);
  await inTurns(all, (known) => {
    const id = ids.get(known.digest);
    if (id === undefined) open.push(known);
    else leaveAlone(known.draft, id, taken);
  });
  const same = await idsByContent(tx, registry, part, open);
  await inTurns(open, ({ draft, content }) => {
    const id = same.get(content)?.find((one) => !taken.has(one));
    if (id !== undefined) leaveAlone(draft, id, taken);
  });
}

function leaveAlone(draft: Draft, id: number, taken: Set<number>): void {
  taken.add(id);
  draft.existing = { id, values: draft.values };
  draft.values = {};
  draft.links.clear();
}

/**
 * Keeps which records the rows of a file became, or were found to be.
 * @param ids those of new records
 */
export async function rememberRows(
  tx: pg.PoolClient,
  part: KnownPart,
  ids: ReadonlyMap<Draft, number>,
): Promise<void> {
  const { resource } = part;
  const all = await digested(part);
  for (const portion of portions(all, BATCH))
    await tx.query(
      `INSERT INTO uploaded_rows (model, digest, record_id)
       SELECT $1, decode(digest, 'hex'), id FROM unnest($2::text[], $3::int[]) AS given(digest, id)
       ON CONFLICT (model, digest) DO UPDATE SET record_id = excluded.record_id
       WHERE uploaded_rows.record_id <> excluded.record_id`,
      [
        resource.name,
        portion.map(({ digest }) => digest),
        portion.map(({ draft }) => ids.get(draft) ?? draft.existing?.id),
      ],
    );
}

/** The fields that a file may fill: what else a record has is no matter of its. */
function filledFields({ resource, columns }: KnownPart): [name: string, field: Field][] {
  const filled = new Set(columns.map(({ name }) => name));
  return columnFields(resource).filter(([name]) => filled.has(name));
}

/** The sound rows, each with what it says. */
async function digested(part: KnownPart): Promise<KnownDraft[]> {
  const { drafts } = part;
  const names = filledFields(part).map(([name]) => name);
  const counts = new Map<string, number>();
  const all: KnownDraft[] = [];
  await inTurns(drafts, (draft) => {
    if (draft.faults.size > 0) return;
    const says = outcomeOf(draft) === 'keep' ? draft.existing?.values : draft.values;
    const content = JSON.stringify(names.map((name) => says?.[name] ?? null));
    const nth = counts.get(content) ?? 0;
    counts.set(content, nth + 1);
    all.push({ draft, content, digest: digestOf(content, nth) });
  });
  return all;
}

async function idsByDigest(
  tx: pg.PoolClient,
  { name }: Resource,
  all: readonly KnownDraft[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const portion of portions(all, BATCH)) {
    const { rows } = await tx.query<{ digest: string; id: number }>(
      `SELECT encode(u.digest, 'hex') AS digest, u.record_id AS id
       FROM unnest($2::text[]) AS given(digest)
       JOIN uploaded_rows u ON u.model = $1 AND u.digest = decode(given.digest, 'hex')
       JOIN ${quoted(name)} t ON t.id = u.record_id`,
      [name, portion.map(({ digest }) => digest)],
    );
    for (const { digest, id } of rows) ids.set(digest, id);
  }
  return ids;
}

/** The records that say the same as rows, by what these say. */
async function idsByContent(
  tx: pg.PoolClient,
  registry: Registry,
  part: KnownPart,
  open: readonly KnownDraft[],
): Promise<Map<string, number[]>> {
  const { resource } = part;
  const types = new Map(tableShape(registry, resource).columns.map(({ name, type }) => [name, type]));
  const fields = filledFields(part);
  const typed = fields.map(([name]) => `${quoted(name)} ${types.get(name)}`).join(', ');
  const same = fields.map(([name, field]) => {
    const column = quoted(name);
    if (name !== resource.title)
      return field.nullable ? `t.${column} IS NOT DISTINCT FROM v.${column}` : `t.${column} = v.${column}`;
    // Names are indexed as they are compared, without regard to case.
    const { unique } = sqlOf(field);
    return `${unique(`t.${column}`)} = ${unique(`v.${column}`)} AND t.${column} = v.${column}`;
  });
  const contents = new Map<string, Draft>();
  await inTurns(open, ({ content, draft }) => void contents.set(content, draft));
  const found = new Map<string, number[]>();
  for (const portion of portions([...contents], BATCH)) {
    const { rows } = await tx.query<{ nth: number; ids: number[] }>(
      `SELECT v.nth, array_agg(t.id ORDER BY t.id) AS ids
       FROM jsonb_to_recordset($1::jsonb) AS v(nth integer, ${typed})
       JOIN ${quoted(resource.name)} t ON ${same.join(' AND ')} GROUP BY v.nth`,
      [JSON.stringify(portion.map(([, { values }], nth) => ({ ...values, nth })))],
    );
    for (const { nth, ids } of rows) {
      const [content] = portion[nth] ?? [];
      if (content !== undefined) found.set(content, ids);
    }
  }
  return found;
}
