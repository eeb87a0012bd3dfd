import type pg from 'pg';
import { asWholeName, namingFields } from '#kernel/whole-names.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import type { Registry } from '#kernel/registry.ts';
import { Joins, literal, quoted } from '../../sql.ts';
import { portions } from '../portions.ts';

/** A record that a text may stand for. */
export interface NamedRecord {
  id: number;
  /** The values of its naming fields, the shown one first. */
  parts: (string | null)[];
  /** The values that may be beside it in a file, by field, as the database compares it. */
  beside: Record<string, string | null>;
}

/**
 * Texts as the database compares them: without regard to case, kinds of blanks and what nobody sees, by its own rules rather
 * than by those of JavaScript, so that an import and a unique index never disagree.
 */
export async function foldTexts(tx: pg.PoolClient, texts: readonly string[]): Promise<Map<string, string>> {
  const folded = new Map<string, string>();
  for (const portion of portions(texts)) {
    // As JSON both ways, which is read many times as fast as a list of the database's own form.
    const { rows } = await tx.query<{ folded: string[] | null }>(
      'SELECT json_agg(look_alike(text) ORDER BY at) AS folded FROM json_array_elements_text($1::json) WITH ORDINALITY AS given(text, at)',
      [JSON.stringify(portion)],
    );
    for (const [at, text] of portion.entries()) folded.set(text, rows[0]?.folded?.[at] ?? text);
  }
  return folded;
}

/**
 * The records that each text may stand for: those that show it, else those of which it is the whole name, or its
 * beginning, else the one that is called so shortly.
 * @param besides fields of the target of which the answers have the values
 */
export async function findNamed(
  tx: pg.PoolClient,
  registry: Registry,
  field: RefField,
  texts: readonly string[],
  besides: readonly string[],
): Promise<Map<string, NamedRecord[]>> {
  const target = registry.get(field.target);
  const joins = new Joins(registry, target);
  const column = (name: string) => {
    const property = registry.properties(target).get(name);
    if (!property) throw new Error(`Resource ${target.name} has no ${name}, by which a file tells it apart.`);
    return `${joins.answer(property)}::text`;
  };
  const parts = namingFields(target, field.show).map(column);
  const [shown = ''] = parts;
  const folded = besides.map((name) => `${literal(name)}, look_alike(${column(name)})`);
  const answer = `json_build_object('id', t.id, 'parts', json_build_array(${parts.join(', ')}), 'beside', json_build_object(${folded.join(', ')}))`;
  const found = new Map<string, NamedRecord[]>();
  const find = async (name: string, given: readonly (readonly [text: string, name: string])[]) => {
    for (const portion of portions(given)) {
      const { rows } = await tx.query<{ text: string; records: NamedRecord[] }>(
        `SELECT given.text, json_agg(${answer} ORDER BY t.id) AS records FROM ${quoted(target.name)} t${joins.sql}` +
          ' JOIN (SELECT pair ->> 0 AS text, pair ->> 1 AS name FROM json_array_elements($1::json) AS pair) given' +
          ` ON look_alike(${name}) = look_alike(given.name) GROUP BY given.text`,
        [JSON.stringify(portion)],
      );
      for (const { text, records } of rows) found.set(text, records);
    }
  };
  await find(
    shown,
    texts.map((text) => [text, text]),
  );
  for (let length = parts.length; length > 1; length -= 1) {
    const whole = texts.flatMap((text) => {
      const name = found.has(text) ? null : asWholeName(text);
      return name === null ? [] : [[text, name] as const];
    });
    const name = parts.slice(0, length).map((part) => `coalesce(${part}, '–')`);
    if (whole.length > 0) await find(name.join(` || ' · ' || `), whole);
  }
  if (field.short !== undefined) {
    const others = texts.filter((text) => !found.has(text));
    await find(
      column(field.short),
      others.map((text) => [text, text]),
    );
    // What several records are called shortly is the name of none.
    for (const text of others) if ((found.get(text)?.length ?? 0) > 1) found.delete(text);
  }
  return found;
}
