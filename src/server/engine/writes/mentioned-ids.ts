import type { FieldError } from '#kernel/errors.ts';
import { isWritten, type Mode } from '#kernel/fields/field.ts';
import { mentionsOf } from '#kernel/fields/kinds.ts';
import { mentionedRecord } from '#kernel/fields/mention.ts';
import { checkValue, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { quoted } from '../sql.ts';

/**
 * A body in which records are named that it gives by their ids, so that `cloud_contact_id` may stand for
 * `cloud_contact_email`. An id says more than a name beside it; none at all leaves the name alone.
 * @returns what is wrong with the ids, too
 */
export async function namedByIds(
  runner: Runner,
  resource: Resource,
  body: Values,
  mode: Mode,
): Promise<{ body: Values; errors: FieldError[] }> {
  const given = mentionsOf(resource).filter(
    ([, field]) => Object.hasOwn(body, field.as) && isWritten(field, mode),
  );
  const named = { ...body };
  const errors: FieldError[] = [];
  for (const [name, field] of given) {
    const { as, by, target, label } = field;
    delete named[as];
    const checked = checkValue(mentionedRecord(name, field), body[as], mode);
    if ('error' in checked) errors.push({ field: as, message: checked.error });
    if (!('value' in checked)) continue;
    if (checked.value === null) {
      if (!Object.hasOwn(body, name)) named[name] = null;
      continue;
    }
    const { rows } = await runner.query<{ name: string }>({
      text: `SELECT ${quoted(by)} AS name FROM ${quoted(target)} WHERE id = $1`,
      values: [checked.value],
    });
    if (rows[0]) named[name] = rows[0].name;
    else errors.push({ field: as, message: `${label} does not exist any more. Choose another one.` });
  }
  return { body: named, errors };
}
