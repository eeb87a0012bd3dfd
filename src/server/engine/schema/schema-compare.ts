import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { columnFields, searchedColumns, tableShape } from './schema.ts';
import { SEARCH_COLUMN } from '../sql.ts';

interface FoundColumn {
  name: string;
  type: string;
  nullable: boolean;
  /** Whether a row needs no value for it. */
  optional: boolean;
  /** The expression of a generated column. */
  made: string | null;
}

interface FoundRelation {
  name: string;
  kind: 'r' | 'v' | 'p' | 'm';
  columns: FoundColumn[];
  indexes: { name: string; unique: boolean; definition: string }[];
  references: { column: string; target: string }[];
  /** The triggers that keep the number of records. */
  counting: string[];
}

/** The triggers that `keep_record_count` puts on a table. */
const COUNTING = ['count_created', 'count_deleted', 'count_emptied'];

const CATALOGUE = `
SELECT c.relname AS name, c.relkind AS kind,
  (SELECT coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'nullable', NOT a.attnotnull, 'optional', NOT a.attnotnull OR a.atthasdef OR a.attidentity <> '', 'made', pg_get_expr(d.adbin, d.adrelid)) ORDER BY a.attnum), '[]')
    FROM pg_attribute a
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.attgenerated <> ''
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  (SELECT coalesce(json_agg(json_build_object('name', x.relname, 'unique', i.indisunique,
      'definition', pg_get_indexdef(i.indexrelid))), '[]')
    FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
    WHERE i.indrelid = c.oid AND NOT i.indisprimary AND i.indisvalid) AS indexes,
  (SELECT coalesce(json_agg(json_build_object('column', a.attname, 'target', f.confrelid::regclass::text)), '[]')
    FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND cardinality(f.conkey) = 1) AS references,
  (SELECT coalesce(json_agg(t.tgname), '[]') FROM pg_trigger t
    WHERE t.tgrelid = c.oid AND t.tgenabled = 'O' AND t.tgfoid = to_regproc('count_records')) AS counting
FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)`;

/** The columns of a resource that an expression names, in its order: what is no text and no function in it. */
function madeOf(resource: Resource, expression: string): string[] {
  const names = new Set(columnFields(resource).map(([name]) => name));
  const bare = expression.replaceAll(/(?:E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*')(?:::\w+)?/g, '');
  const found = [...bare.matchAll(/"([^"]+)"|(?<![\w:])([A-Za-z_]\w*)(?!\s*\()/g)];
  return found
    .flatMap(([, inQuotes, plainName]) => [inQuotes ?? plainName ?? ''])
    .filter((name) => names.has(name));
}

/** Compares definitions without the quotes that PostgreSQL leaves out where it can. */
const plain = (text: string) => text.replaceAll('"', '');

/** That there is no table or view of a model, and how its migration is written. */
const missing = ({ name, source }: Resource): string =>
  source === 'view'
    ? `${name} is missing: its CREATE VIEW is written by hand.`
    : `${name} is missing: npm run -s skyledger -- migration --model ${name} prints the SQL of its table.`;

/**
 * The differences of the database from the models, one sentence each: missing or other columns,
 * unique and other indexes, foreign keys. Empty where everything is in place. What nobody declared may be of another
 * version that shares the database, and is left alone unless it is in the way: a column that must have a value, a
 * unique index, which would refuse input without a sentence.
 */
export async function compareSchema(registry: Registry, runner: Runner): Promise<string[]> {
  const { rows } = await runner.query<FoundRelation>({
    text: CATALOGUE,
    values: [registry.all.map(({ name }) => name)],
  });
  const found = new Map(rows.map((row) => [row.name, row]));
  return registry.all.flatMap((resource) => {
    const relation = found.get(resource.name);
    const isView = resource.source === 'view';
    if (!relation) return [missing(resource)];
    if ((relation.kind === 'v' || relation.kind === 'm') !== isView)
      return [`${resource.name} must be a ${resource.source}.`];
    const wanted = tableShape(registry, resource);
    const differences: string[] = [];
    const say = (what: string) => void differences.push(`${resource.name}: ${what}.`);

    const columns = new Map(relation.columns.map((column) => [column.name, column]));
    for (const { name, type, nullable } of wanted.columns) {
      const column = columns.get(name);
      if (!column) say(`the column ${name} is missing, ${type}${nullable ? '' : ' NOT NULL'}`);
      else if (column.type !== type) say(`the column ${name} is ${column.type}, not ${type}`);
      else if (!isView && column.nullable !== nullable)
        say(`the column ${name} must ${nullable ? 'allow' : 'refuse'} NULL`);
    }
    const searched = searchedColumns(resource);
    const made = madeOf(resource, columns.get(SEARCH_COLUMN)?.made ?? '');
    if (!isView && columns.has(SEARCH_COLUMN) && made.join() !== searched.join())
      say(`the column ${SEARCH_COLUMN} must be made of ${searched.join(', ')}`);
    const known = new Set(wanted.columns.map(({ name }) => name));
    for (const { name, optional } of relation.columns)
      if (!known.has(name) && !optional) say(`no field fills the column ${name}, which must have a value`);

    const indexes = new Map(relation.indexes.map((index) => [index.name, index]));
    for (const { name, unique, definition, mayLeaveOut } of wanted.indexes) {
      const index = indexes.get(name);
      const found = plain(index?.definition ?? '');
      const whole = mayLeaveOut
        ? found.replace(/ WHERE \(id <> ALL \('\{[\d,]+\}'::integer\[\]\)\)$/, '')
        : found;
      if (index?.unique !== unique || !whole.endsWith(` ${plain(definition)}`))
        say(`the index ${name} must be ${unique ? 'UNIQUE ' : ''}${plain(definition)}`);
    }
    const declared = new Set(wanted.indexes.map(({ name }) => name));
    for (const { name, unique } of relation.indexes)
      if (unique && !declared.has(name)) say(`no field declares the unique index ${name}`);

    if (!isView && COUNTING.some((trigger) => !relation.counting.includes(trigger)))
      say(`its records are not counted; SELECT keep_record_count('${resource.name}') has them counted`);

    for (const { column, target } of wanted.references) {
      if (!relation.references.some((key) => key.column === column && plain(key.target) === target))
        say(`${column} has no foreign key to ${target}`);
    }
    return differences;
  });
}
