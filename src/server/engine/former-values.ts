import { conflict } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';

/**
 * The values of a record before the change that made this version, of these fields.
 * @throws {Refusal} 409 where that change was none of them
 */
export async function formerValues(
  tx: Runner,
  resource: Pick<Resource, 'name' | 'label'>,
  id: number,
  version: number,
  fields: readonly string[],
): Promise<Values> {
  const { rows } = await tx.query<{ changes: Record<string, { from?: unknown }> }>({
    text: `SELECT changes FROM record_history
      WHERE resource = $1 AND record_id = $2 AND lock_version = $3 AND action = 'update'`,
    values: [resource.name, id, version],
  });
  const changed = Object.entries(rows[0]?.changes ?? {}).filter(([name]) => fields.includes(name));
  if (changed.length === 0)
    throw conflict(`There is no such change of the ${resource.label[0].toLowerCase()} to take back.`);
  return Object.fromEntries(changed.map(([name, { from = null }]) => [name, from]));
}
