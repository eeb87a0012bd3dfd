import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { quoted } from '#server/engine/sql.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** As requests have words that must have no white space, and as the database compares them. */
export const folded = (text: string) => `lower(regexp_replace(btrim(${text}), '\\s+', '-', 'g'))`;

/** The condition of a cost center that may be charged today. */
export const VALID = 'active_at <= today() AND (expired_at IS NULL OR expired_at >= today())';

/** The place of short names, behind all whole ones. */
const SHORTLY = 100;

/** The names in the reference data of the values that a request has, by field. */
export type Chosen = ReadonlyMap<string, string>;

/**
 * Looks for what the fields of a request name; what is none of the choices is an error. A record of a short name is meant where
 * none has it as its whole name.
 */
export async function readChoices(
  runner: Runner,
  { choices, fields }: CloudRequest,
  values: Values,
): Promise<{ chosen: Chosen; meant: Values; errors: FieldError[] }> {
  const meant: Values = {};
  const chosen = new Map<string, string>();
  const errors: FieldError[] = [];
  for (const [name, source] of Object.entries(choices)) {
    const value = values[name];
    if (!('models' in source) || typeof value !== 'string' || value === '') continue;
    const found = source.models.flatMap(({ model, by, short, valid }, at) => {
      const named = (column: string) => `${folded(quoted(column))} = ${folded('$1::text')}`;
      const where = `${named(by)}${valid ? ` AND ${VALID}` : ''}`;
      const shortly = `SELECT ${at + SHORTLY}, min(${quoted(by)}) FROM ${quoted(model)}`;
      return [
        `(SELECT ${at} AS at, ${quoted(by)} AS name FROM ${quoted(model)} WHERE ${where} LIMIT 1)`,
        ...(short === undefined ? [] : [`(${shortly} WHERE ${named(short)} HAVING count(*) = 1)`]),
      ];
    });
    const { rows } = await runner.query<{ name: string; shortly: boolean }>({
      text: `SELECT name, at >= ${SHORTLY} AS shortly FROM (${found.join(' UNION ALL ')}) found ORDER BY at LIMIT 1`,
      values: [value],
    });
    if (rows[0]) chosen.set(name, rows[0].name);
    if (rows[0]?.shortly) meant[name] = rows[0].name;
    if (!rows[0] && !source.open) {
      const { label } = fields[name] ?? { label: name };
      errors.push({
        field: name,
        message: `${label} '${value.slice(0, 60)}' is not known, or no longer valid. Choose another one.`,
      });
    }
  }
  return { chosen, meant, errors };
}
