import { asMention, asReference, mentionsOf } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { quoted } from './sql.ts';

/** How the records of a model are named in full and shortly. */
interface Naming {
  target: string;
  /** The field with the whole name. */
  by: string;
  /** The field with the short one. */
  short: string;
}

const folded = (text: string) => `lower(btrim(${text}))`;

/**
 * The whole names of the records that some texts name shortly, by text. A text that is a whole name itself, or the short name of
 * several records, is none of them.
 */
async function wholeNames(
  runner: Runner,
  { target, by, short }: Naming,
  texts: readonly string[],
): Promise<Map<string, string>> {
  if (texts.length === 0) return new Map();
  const { rows } = await runner.query<{ text: string; name: string }>({
    text: `SELECT given.text, min(t.${quoted(by)}) AS name FROM unnest($1::text[]) given(text)
      JOIN ${quoted(target)} t ON ${folded(`t.${quoted(short)}`)} = ${folded('given.text')}
      WHERE NOT EXISTS (SELECT FROM ${quoted(target)} n WHERE ${folded(`n.${quoted(by)}`)} = ${folded('given.text')})
      GROUP BY given.text HAVING count(*) = 1`,
    values: [texts],
  });
  return new Map(rows.map(({ text, name }) => [text, name]));
}

/** Puts whole names where the values of records name others shortly. */
export async function nameInFull(
  runner: Runner,
  resource: Resource,
  records: readonly Values[],
): Promise<void> {
  for (const [field, { target, by, short }] of mentionsOf(resource)) {
    if (short === undefined) continue;
    const given = new Set<string>();
    for (const { [field]: name } of records) if (typeof name === 'string') given.add(name);
    const names = await wholeNames(runner, { target, by, short }, [...given]);
    if (names.size === 0) continue;
    for (const record of records) record[field] = names.get(String(record[field])) ?? record[field];
  }
}

/** How the records are named whose names a property has, where they have short ones, too. */
export function namingOf(registry: Registry, resource: Resource, property: Property): Naming | null {
  let from = resource;
  for (const [at, step] of property.path.entries()) {
    const reference = asReference(from.fields[step]);
    const mention = asMention(from.fields[step]);
    const field = reference ?? mention;
    const by = reference?.show ?? mention?.by;
    if (!field || by === undefined) return null;
    const isLast = at === property.path.length - 1;
    if (isLast && field.short !== undefined && property.column === by)
      return { target: field.target, by, short: field.short };
    from = registry.get(field.target);
  }
  const own = property.path.length === 0 ? asMention(property.field) : null;
  return own?.short === undefined ? null : { target: own.target, by: own.by, short: own.short };
}

/** The whole names, as they are compared, of the records of a short name. */
export async function namesBehind(
  runner: Runner,
  { target, by, short }: Naming,
  text: string,
): Promise<string[]> {
  const { rows } = await runner.query<{ name: string }>({
    text: `SELECT ${folded(quoted(by))} AS name FROM ${quoted(target)} WHERE ${folded(quoted(short))} = ${folded('$1::text')}`,
    values: [text],
  });
  return rows.map(({ name }) => name);
}
