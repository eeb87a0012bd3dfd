import type pg from 'pg';
import type { ImportColumn, ImportPreviewRow } from '#kernel/csv/csv-import.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import type { Registry } from '#kernel/registry.ts';
import { Joins, quoted } from '../sql.ts';
import { resulting, type Draft } from './draft.ts';
import type { ImportPart } from './part.ts';

/** Shows rows as they would be: the defaults filled in, references by what they show, and what updates change. */
export async function previewRows(
  tx: pg.PoolClient,
  registry: Registry,
  { columns }: Pick<ImportPart, 'columns'>,
  drafts: readonly Draft[],
): Promise<ImportPreviewRow[]> {
  const show = await shownIn(tx, registry, columns, drafts);
  const resultOf = (draft: Draft, column: ImportColumn) => {
    const { name, narrows } = column;
    const field = asReference(column.field);
    const link = draft.links.get(name);
    return link && field
      ? (link.values[narrows ?? field.show] ?? null)
      : show(column, resulting(draft, name));
  };
  return drafts.map((draft) => {
    const { row, existing, values, links } = draft;
    const changed = columns.filter(({ name }) => Object.hasOwn(values, name) || links.has(name));
    const before = changed.map((column) => [column.property, show(column, existing?.values[column.name])]);
    return {
      row,
      values: Object.fromEntries(columns.map((column) => [column.property, resultOf(draft, column)])),
      ...(existing && { before: Object.fromEntries(before) as Record<string, unknown> }),
    };
  });
}

/** How the values of rows and of their records are shown: of references what these show. */
export async function shownIn(
  tx: pg.PoolClient,
  registry: Registry,
  columns: readonly ImportColumn[],
  drafts: readonly Draft[],
): Promise<(column: ImportColumn, value: unknown) => unknown> {
  const shown = new Map<ImportColumn, Map<unknown, unknown>>();
  for (const column of columns) {
    const { name, narrows } = column;
    const field = asReference(column.field);
    if (!field) continue;
    const ids = drafts
      .flatMap((draft) => [resulting(draft, name), draft.existing?.values[name]])
      .filter((id) => typeof id === 'number');
    shown.set(column, await shownById(tx, registry, field, narrows ?? field.show, ids));
  }
  return (column, value) => (shown.has(column) ? shown.get(column)?.get(value) : value) ?? null;
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
