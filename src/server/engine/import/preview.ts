import type pg from 'pg';
import { importColumns, type ImportPreviewRow } from '#kernel/csv-import.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { Joins, quoted } from '../sql.ts';
import type { Draft } from './draft.ts';

/** Shows rows as they would be created: the defaults filled in, references by what they show. */
export async function previewRows(
  tx: pg.PoolClient,
  registry: Registry,
  resource: Resource,
  drafts: readonly Draft[],
): Promise<ImportPreviewRow[]> {
  const columns = importColumns(resource);
  const shown = new Map<string, Map<unknown, unknown>>();
  for (const { property, name, field: own, narrows } of columns) {
    const field = asReference(own);
    if (!field) continue;
    const ids = drafts.flatMap(({ values }) => (typeof values[name] === 'number' ? [values[name]] : []));
    shown.set(property, await shownById(tx, registry, field, narrows ?? field.show, ids));
  }
  return drafts.map((draft) => ({
    row: draft.row,
    values: Object.fromEntries(
      columns.map(({ property, name, field: own, narrows }) => {
        const field = asReference(own);
        if (!field) return [property, draft.values[name] ?? null];
        const link = draft.links.get(name);
        return [
          property,
          (link ? link.values[narrows ?? field.show] : shown.get(property)?.get(draft.values[name])) ?? null,
        ];
      }),
    ),
  }));
}

async function shownById(
  tx: pg.PoolClient,
  registry: Registry,
  field: RefField,
  name: string,
  ids: readonly number[],
): Promise<Map<unknown, unknown>> {
  const target = registry.get(field.target);
  const property = registry.properties(target).get(name);
  if (!property || ids.length === 0) return new Map();
  const joins = new Joins(registry, target);
  const column = joins.answer(property);
  const { rows } = await tx.query<{ id: number; shown: unknown }>(
    `SELECT t.id, ${column} AS shown FROM ${quoted(target.name)} t${joins.sql} WHERE t.id = ANY($1::int[])`,
    [ids],
  );
  return new Map(rows.map(({ id, shown }) => [id, shown]));
}
