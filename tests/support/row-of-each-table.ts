import type { Database } from '#server/platform/database/database.ts';

/** What stands in a column that must have a value, by its type as SQL; texts with what a format could trip over. */
const SAMPLES: Record<string, string> = {
  bigint: '1',
  boolean: 'true',
  bytea: String.raw`'\x000aff5c2e0a'`,
  date: `'2026-03-01'`,
  integer: '1',
  json: String.raw`'{"a\\b": "\"🏔\""}'`,
  jsonb: String.raw`'{"a\\b": "\"🏔\""}'`,
  numeric: '12.345',
  smallint: '1',
  text: String.raw`E'tab\tback\\slash \\.\n🏔'`,
  'text[]': `'{a,"b, c"}'`,
  'timestamp with time zone': `'2999-01-01'`,
  uuid: 'gen_random_uuid()',
};

/** Columns that may be empty, but of which the table wants this one or another. */
const ONE_OF_SEVERAL = [
  'ad_assignments.ad_person_id',
  'billing_accrual_postings.cost_center',
  'billing_postings.cost_center',
];

/** What triggers make of the rows of other tables, which they do here as well. */
const MADE_BY_TRIGGERS = ['change_authors', 'change_sets', 'cloud_bill_sums', 'record_counts'];

interface Column {
  name: string;
  type: string;
  /** A value that another table has, as SQL, of a reference. */
  reference: string | null;
  /** One of the few words that a check of the column takes. */
  word: string | null;
}

/**
 * Adds a row to each table of the portal that has none, whichever tables there are, by what the database says of their
 * columns. Rows stand for themselves: they need not make sense together.
 * @throws {Error} that names a table for which no row could be made, and why
 */
export async function fillEveryTable(db: Database): Promise<void> {
  // The lines of a billing run lie in a part of their table that is made with the run.
  await db.query('CREATE TABLE IF NOT EXISTS billing_lines_1 PARTITION OF billing_lines FOR VALUES IN (1)');
  const columns = await columnsByTable(db);
  let empty: string[] = [];
  for (const name of columns.keys().filter((table) => !MADE_BY_TRIGGERS.includes(table)))
    if ((await db.query(`SELECT 1 FROM "${name}" LIMIT 1`)).rowCount === 0) empty.push(name);
  // A row may refer to one of a table that is filled later, so those that could not be made are tried again.
  for (;;) {
    const refused = new Map<string, string>();
    for (const name of empty)
      await db.query(insertion(name, columns.get(name) ?? [])).catch((error: Error) => {
        refused.set(name, error.message);
      });
    if (refused.size === 0) return;
    if (refused.size === empty.length)
      throw new Error(
        [...refused].map(([name, why]) => `No row could be made for ${name}: ${why}`).join('\n'),
      );
    empty = [...refused.keys()];
  }
}

function insertion(table: string, columns: Column[]): string {
  if (columns.length === 0) return `INSERT INTO "${table}" DEFAULT VALUES`;
  const values = columns.map(
    ({ type, reference, word }) =>
      `${reference ?? (word === null ? (SAMPLES[type] ?? 'NULL') : `'${word}'`)}::${type}`,
  );
  return `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) SELECT ${values.join(', ')}`;
}

/** The columns that must be given, by table; those that have a default are left to it. */
async function columnsByTable(db: Database): Promise<Map<string, Column[]>> {
  const { rows } = await db.query<{ table: string; columns: (Column & { check: string | null })[] }>({
    text: `SELECT c.relname AS table,
            coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
              'reference', (SELECT format('(SELECT %I FROM %s LIMIT 1)', f.attname, k.confrelid::regclass)
                 FROM pg_constraint k JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[1]
                WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0 AND k.conkey[1] = a.attnum LIMIT 1),
              'check', (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
                WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] LIMIT 1))
              ORDER BY a.attnum) FILTER (WHERE a.attnum IS NOT NULL), '[]') AS columns
       FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND (a.attnotnull OR format('%s.%s', c.relname, a.attname) = ANY($1)) AND NOT a.atthasdef AND a.attidentity = '' AND a.attgenerated = ''
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      GROUP BY 1 ORDER BY 1`,
    values: [ONE_OF_SEVERAL],
  });
  const firstWord = (check: string | null) => /ARRAY\['([^']+)'::text/.exec(check ?? '')?.[1] ?? null;
  return new Map(
    rows.map(({ table, columns }) => [
      table,
      columns.map(({ check, ...column }) => ({ ...column, word: firstWord(check) })),
    ]),
  );
}
