import type { Database } from '#server/platform/database/database.ts';

/** The tables of what was read, with their columns and types. */
const tables = {
  inventory_read_accounts: { identifier: 'text', name: 'text', email: 'text', active: 'boolean' },
  inventory_read_machines: {
    resource_id: 'text',
    identifier: 'text',
    name: 'text',
    state: 'text',
    location: 'text',
    resource_type: 'text',
  },
} as const;

/** A table of what was read. */
export type ReadTable = keyof typeof tables;

/** Rows of one statement: small pages of a cloud are collected until there are as many. */
const PORTION = 1000;

/** The database and the signal of a reading. */
export interface Reading {
  db: Database;
  signal: AbortSignal;
}

/**
 * Reads all pages into the table of what was read, in the place of what was there of this cloud. No more than a page and
 * a portion are held at a time. @returns how many rows were put down, which are demanded when they are taken over
 */
export async function readInto<Table extends ReadTable>(
  { db, signal }: Reading,
  table: Table,
  providerType: string,
  pages: AsyncIterable<readonly Readonly<Record<keyof (typeof tables)[Table], unknown>>[]>,
): Promise<number> {
  const columns = Object.entries(tables[table]);
  const names = columns.map(([name]) => name).join(', ');
  const lists = columns.map(([, type], at) => `$${at + 2}::${type}[]`).join(', ');
  const insert = `INSERT INTO ${table} (provider_type, ${names})
    SELECT $1, * FROM unnest(${lists}) ON CONFLICT DO NOTHING`;
  await db.query(`DELETE FROM ${table} WHERE provider_type = $1`, [providerType]);
  let waiting: Readonly<Record<string, unknown>>[] = [];
  let read = 0;
  const keep = async () => {
    const lists = columns.map(([name]) => waiting.map((row) => row[name]));
    const { rowCount } = await db.query(insert, [providerType, ...lists]);
    read += rowCount ?? 0;
    waiting = [];
  };
  for await (const page of pages) {
    signal.throwIfAborted();
    waiting.push(...page);
    if (waiting.length >= PORTION) await keep();
  }
  if (waiting.length > 0) await keep();
  return read;
}
