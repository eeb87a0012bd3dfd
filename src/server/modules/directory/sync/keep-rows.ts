import type { PoolClient } from 'pg';

/** The tables of what was read, with the types of their columns; the first ones, as many as `key` says, are the key. */
const tables = {
  ad_read_people: {
    key: 1,
    columns: {
      external_id: 'text',
      name: 'text',
      email: 'text',
      user_principal_name: 'text',
      enabled: 'boolean',
      gone: 'boolean',
    },
  },
  ad_read_groups: {
    key: 1,
    columns: {
      external_id: 'text',
      name: 'text',
      description: 'text',
      email: 'text',
      dynamic: 'boolean',
      synced_elsewhere: 'boolean',
      gone: 'boolean',
    },
  },
  ad_read_members: {
    key: 3,
    columns: { group_id: 'text', role: 'text', member_id: 'text', kind: 'text', removed: 'boolean' },
  },
} as const;

/** Rows of one statement. */
const PORTION = 2000;

/** Puts rows down; of several with the same key the last one counts, as the directory may return a thing twice. */
export async function keepRows<Table extends keyof typeof tables>(
  tx: PoolClient,
  table: Table,
  rows: readonly Readonly<Record<keyof (typeof tables)[Table]['columns'], unknown>>[],
): Promise<void> {
  const columns = Object.entries<string>(tables[table].columns);
  const names = columns.map(([name]) => name);
  const keyed = names.slice(0, tables[table].key);
  const facts = names.slice(tables[table].key);
  const last = new Map<string, Readonly<Record<string, unknown>>>();
  for (const row of rows as readonly Readonly<Record<string, unknown>>[])
    last.set(keyed.map((name) => String(row[name])).join('\n'), row);
  const kept = [...last.values()];
  const statement = `INSERT INTO ${table} (${names.join(', ')})
    SELECT * FROM unnest(${columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')})
    ON CONFLICT (${keyed.join(', ')}) DO UPDATE SET ${facts.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  for (let from = 0; from < kept.length; from += PORTION) {
    const portion = kept.slice(from, from + PORTION);
    await tx.query(
      statement,
      names.map((name) => portion.map((row) => row[name])),
    );
  }
}
