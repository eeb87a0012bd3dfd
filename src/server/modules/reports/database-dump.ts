import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import type { FieldError } from '#kernel/errors.ts';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { abilities, hasRight, LEAST_ROLE, rightFor } from '#kernel/rights.ts';
import { systemFields } from '#kernel/system-fields.ts';
import { shownFields } from '#server/engine/schema/schema.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { quoted } from '#server/engine/sql.ts';
import type { Database } from '#server/platform/database/database.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/platform/files/csv.ts';
import type { ContentParts, ReportFile } from './served.ts';

/** Rows that are read and written at a time. */
const PORTION = 1000;

/** The first role that opens the mail of somebody else, and what is attached to it. */
const READERS = LEAST_ROLE[abilities.see_work_of_all.right];

/** The tables without those that some who can open the mail may not see, such as webhooks. */
const tablesOf = ({ registry }: EngineServices): readonly Resource[] =>
  registry.all.filter(
    (resource) =>
      resource.source === 'table' &&
      ['read', 'export'].every((action) => hasRight(READERS, rightFor(resource, action))),
  );

const wantedTables = (values: Values): readonly string[] =>
  Array.isArray(values['tables']) ? values['tables'].map(String) : [];

/** Errors for requested tables that a dump does not have. */
export function unknownTables(values: Values, services: EngineServices): readonly FieldError[] {
  const known = new Set(tablesOf(services).map(({ name }) => name));
  return wantedTables(values)
    .filter((name) => !known.has(name))
    .map((name) => ({ field: 'tables', message: `A dump has no table ${name.slice(0, 60)}.` }));
}

/** A file for each requested table, all of them by default. */
export async function dumpFiles({ services, db, values }: ContentParts): Promise<readonly ReportFile[]> {
  const wanted = new Set(wantedTables(values));
  return tablesOf(services)
    .filter(({ name }) => wanted.size === 0 || wanted.has(name))
    .map((resource) => ({
      name: `${resource.name}.csv`,
      content: (onRows) => dump(db, resource, onRows),
    }));
}

/** Every row of a table with its columns as they are kept, references as ids; what is secret is none of them. */
async function* dump(
  db: Database,
  resource: Resource,
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  const columns: [string, Field][] = [...shownFields(resource), ...Object.entries(systemFields)];
  const names = ['id', ...columns.map(([name]) => name)];
  yield Buffer.from(BYTE_ORDER_MARK + csvLines([names]));
  const text = `SELECT ${names.map(quoted).join(', ')} FROM ${quoted(resource.name)}
    WHERE id > $1 ORDER BY id LIMIT ${PORTION}`;
  let after = 0;
  let count = 0;
  for (;;) {
    const { rows } = await db.query<{ id: number } & Values>({ text, values: [after] });
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    count += rows.length;
    onRows(count);
    const cells = rows.map((row) => [
      String(row.id),
      ...columns.map(([name, field]) => cellOf(field, row[name])),
    ]);
    yield Buffer.from(csvLines(cells));
  }
  onRows(count);
}

const cellOf = (field: Field, value: unknown): string =>
  value === null || value === undefined ? '' : neutraliseCell(kindOf(field).formatCell(value, field));
