import type pg from 'pg';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { Joins, quoted } from '../sql.ts';
import type { Draft } from './draft.ts';
import { portions } from './portions.ts';
import type { ReadRows } from './read-rows.ts';

/**
 * Texts as the database compares them: without regard to case, by its own rules rather than by those of
 * JavaScript, so that an import and a unique index never disagree.
 */
export async function foldTexts(tx: pg.PoolClient, texts: readonly string[]): Promise<Map<string, string>> {
  const folded = new Map<string, string>();
  for (const portion of portions(texts)) {
    // As JSON both ways, which is read many times as fast as a list of the database's own form.
    const { rows } = await tx.query<{ folded: string[] | null }>(
      'SELECT json_agg(lower(btrim(text)) ORDER BY at) AS folded FROM json_array_elements_text($1::json) WITH ORDINALITY AS given(text, at)',
      [JSON.stringify(portion)],
    );
    for (const [at, text] of portion.entries()) folded.set(text, rows[0]?.folded?.[at] ?? text);
  }
  return folded;
}

/** The ids of the records that show each text, found in one statement. */
async function idsByShown(
  tx: pg.PoolClient,
  registry: Registry,
  field: RefField,
  texts: readonly string[],
): Promise<Map<string, number[]>> {
  const target = registry.get(field.target);
  const shown = registry.properties(target).get(field.show);
  if (!shown || texts.length === 0) return new Map();
  const joins = new Joins(registry, target);
  const column = joins.column(shown);
  const found = new Map<string, number[]>();
  for (const portion of portions(texts)) {
    const { rows } = await tx.query<{ text: string; ids: number[] }>(
      `SELECT given.text, array_agg(t.id ORDER BY t.id) AS ids FROM ${quoted(target.name)} t${joins.sql}` +
        ` JOIN json_array_elements_text($1::json) AS given(text) ON lower(btrim(${column}::text)) = lower(btrim(given.text))` +
        ' GROUP BY given.text',
      [JSON.stringify(portion)],
    );
    for (const { text, ids } of rows) found.set(text, ids);
  }
  return found;
}

/** The word that tables and forms use for a reference that is not there. */
const NONE_WORD = 'none';

/**
 * Turns what the file shows of other records into their ids, without regard to case; a record may also be
 * another row of the same file. What is missing or stands for several records is a problem of its row.
 */
export async function resolveReferences(
  tx: pg.PoolClient,
  registry: Registry,
  resource: Resource,
  read: ReadRows,
): Promise<void> {
  for (const [name, byText] of read.shown) {
    const field = resource.fields[name];
    if (field?.kind !== 'ref' || byText.size === 0) continue;
    const texts = [...byText.keys()];
    const ids = await idsByShown(tx, registry, field, texts);
    // Where the value is unique, a second row that shows it is reported as a duplicate already.
    const unique = registry.get(field.target).fields[field.show]?.unique !== undefined;
    const rows = field.target === resource.name ? await rowsByShown(tx, field, texts, read.drafts) : null;
    for (const [text, drafts] of byText) {
      const found = ids.get(text) ?? [];
      const linked = rows?.(text) ?? [];
      const [id] = found;
      const [link] = linked;
      const all = found.length + linked.length;
      const count = unique ? Math.min(all, 1) : all;
      for (const draft of drafts) {
        if (count === 1 && id !== undefined) draft.values[name] = id;
        else if (count === 1 && link) draft.links.set(name, link);
        else if (count > 1) read.problems.add(draft, name, ambiguous(registry, field, text, count));
        else if (text.toLowerCase() === NONE_WORD && field.none !== 'never') draft.values[name] = null;
        else read.problems.add(draft, name, missing(registry, field, text));
      }
    }
  }
}

/** Finds the rows of the file that will show a text. */
async function rowsByShown(
  tx: pg.PoolClient,
  field: RefField,
  texts: readonly string[],
  drafts: readonly Draft[],
): Promise<(text: string) => Draft[]> {
  const shows = drafts.flatMap((draft) => {
    const value = draft.values[field.show];
    return typeof value === 'string' || typeof value === 'number' ? [{ draft, text: String(value) }] : [];
  });
  const folded = await foldTexts(tx, [...new Set([...texts, ...shows.map(({ text }) => text)])]);
  const wanted = new Map<string, Draft[]>(texts.map((text) => [folded.get(text) ?? text, []]));
  for (const { draft, text } of shows) wanted.get(folded.get(text) ?? text)?.push(draft);
  return (text) => wanted.get(folded.get(text) ?? text) ?? [];
}

const manyOf = (registry: Registry, field: RefField) => registry.get(field.target).noun[1];

function ambiguous(registry: Registry, field: RefField, text: string, count: number): string {
  return `${field.label} '${text}' stands for ${count} of the ${manyOf(registry, field)}, so it is not clear which one is meant.`;
}

function missing(registry: Registry, field: RefField, text: string): string {
  const shown = registry.properties(registry.get(field.target)).get(field.show)?.field;
  const read = shown && kindOf(shown).parseCell({ ...shown, label: field.label }, text);
  if (read && 'error' in read) return read.error;
  return `${field.label} '${text}' was not found among the ${manyOf(registry, field)}.`;
}
