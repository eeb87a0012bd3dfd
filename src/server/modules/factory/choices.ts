import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { quoted } from '#server/engine/sql.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** As requests have words that must have no white space, and as the database compares them. */
const folded = (text: string) => `lower(regexp_replace(btrim(${text}), '\\s+', '-', 'g'))`;

const VALID = 'active_at <= today() AND (expired_at IS NULL OR expired_at >= today())';

/** The names in the reference data of the values that a request has, by field. */
export type Chosen = ReadonlyMap<string, string>;

/** Looks for what the fields of a request name; what is none of the choices is an error. */
export async function readChoices(
  runner: Runner,
  { choices, fields }: CloudRequest,
  values: Values,
): Promise<{ chosen: Chosen; errors: FieldError[] }> {
  const chosen = new Map<string, string>();
  const errors: FieldError[] = [];
  for (const [name, source] of Object.entries(choices)) {
    const value = values[name];
    if (!('models' in source) || typeof value !== 'string' || value === '') continue;
    const found = source.models.map(({ model, by, valid }, at) => {
      const where = `${folded(quoted(by))} = ${folded('$1::text')}${valid ? ` AND ${VALID}` : ''}`;
      return `(SELECT ${at} AS at, ${quoted(by)} AS name FROM ${quoted(model)} WHERE ${where} LIMIT 1)`;
    });
    const { rows } = await runner.query<{ name: string }>({
      text: `SELECT name FROM (${found.join(' UNION ALL ')}) found ORDER BY at LIMIT 1`,
      values: [value],
    });
    if (rows[0]) chosen.set(name, rows[0].name);
    else if (!source.open) {
      const { label } = fields[name] ?? { label: name };
      errors.push({
        field: name,
        message: `${label} '${value.slice(0, 60)}' is not known, or no longer valid. Choose another one.`,
      });
    }
  }
  return { chosen, errors };
}
