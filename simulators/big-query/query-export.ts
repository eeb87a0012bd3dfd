type Json = Record<string, unknown>;

/** The answer of a query: its columns, and its rows in their order; null where it cannot be run. */
export interface Answered {
  columns: readonly string[];
  rows: (string | null)[][];
}

/** A query as its job has it. */
export interface Query {
  query: string;
  queryParameters?: { name: string; parameterValue: { value: string } }[];
}

interface Label {
  key: string;
  value: string;
}

/** A row of Google's standard billing export, as far as it is queried. */
export interface ExportRow {
  billing_account_id?: string;
  invoice: { month: string };
  project?: { id: string | null; name?: string | null; labels?: Label[] } | null;
  service?: { description: string };
  sku?: { description: string };
  cost_type?: string;
  /** Its day comes first. */
  usage_start_time?: string;
  currency: string;
  cost: number | string;
  credits?: { name?: string; amount: number | string }[];
  labels?: Label[];
}

/** The columns of a line, as a query for a bill calls them. */
const OF_LINE: Readonly<Record<string, (row: ExportRow) => string | null>> = {
  billing_account_id: (row) => row.billing_account_id ?? null,
  invoice_month: ({ invoice }) => invoice.month,
  project_id: ({ project }) => project?.id ?? null,
  service_description: ({ service }) => service?.description ?? null,
  sku_description: ({ sku }) => sku?.description ?? null,
  cost_type: (row) => row.cost_type ?? 'regular',
  usage_start_time: (row) => row.usage_start_time?.slice(0, 10) ?? null,
  cost: ({ cost }) => decimal(units(cost)),
  currency: ({ currency }) => currency,
  credits: ({ credits = [] }) =>
    JSON.stringify(credits.map(({ name = null, amount }) => ({ name, amount: decimal(units(amount)) }))),
  labels: ({ labels = [] }) => JSON.stringify(labels),
  project_labels: ({ project }) => JSON.stringify(project?.labels ?? []),
};

const FROM = /\bFROM\s+`[^`]*?(\w+\.[\w*-]+)`/;
const DIGITS = 9;

/** NUMERIC has nine digits behind the point. */
function units(value: number | string): bigint {
  const [whole = '0', part = ''] = (typeof value === 'number' ? value.toFixed(DIGITS) : value).split('.');
  const size = BigInt(whole.replace('-', '') + part.slice(0, DIGITS).padEnd(DIGITS, '0'));
  return whole.startsWith('-') ? -size : size;
}

function decimal(sum: bigint): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(DIGITS + 1, '0');
  const text = `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`.replace(/\.?0+$/, '');
  return sum < 0n ? `-${text}` : text;
}

/** The tables of a name, a star at its end included, by `dataset.table`. */
function named(tables: ReadonlyMap<string, readonly Json[]>, name: string): (readonly Json[])[] {
  const begin = name.endsWith('*') ? name.slice(0, -1) : null;
  return [...tables].flatMap(([table, rows]) =>
    table === name || (begin !== null && table.startsWith(begin)) ? [rows] : [],
  );
}

/**
 * Answers a billing export for the invoice month that @month names: its lines, where the statement has credits as JSON, and
 * else its sums by project and currency. It knows no other query: of the statement it reads the table and the names of columns.
 * @returns what is wrong as a text
 */
export function answerQuery(
  tables: ReadonlyMap<string, readonly Json[]>,
  { query, queryParameters = [] }: Query,
): Answered | string {
  const table = FROM.exec(query)?.[1];
  const month = queryParameters.find(({ name }) => name === 'month')?.parameterValue.value;
  if (table === undefined || month === undefined)
    return 'Syntax error: the simulator sums billing exports by @month alone.';
  const found = named(tables, table);
  if (found.length === 0) return `Not found: Table ${table} was not found in location EU`;
  const ofMonth = (found.flat() as unknown as ExportRow[]).filter(({ invoice }) => invoice.month === month);
  return query.includes('TO_JSON_STRING') ? linesOf(ofMonth, query) : sumsOf(ofMonth);
}

/** The lines in the order of all their columns. */
function linesOf(rows: readonly ExportRow[], query: string): Answered | string {
  const columns = [...query.slice(0, query.indexOf('FROM `')).matchAll(/ AS (\w+)(?:,?\n)/g)].flatMap(
    ([, name]) => name ?? [],
  );
  const unknown = columns.find((name) => !Object.hasOwn(OF_LINE, name));
  if (unknown !== undefined) return `Unrecognized name: ${unknown}`;
  const lines = rows.map((row) => columns.map((name) => OF_LINE[name]?.(row) ?? null));
  return {
    columns,
    rows: lines.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
  };
}

function sumsOf(rows: readonly ExportRow[]): Answered {
  const sums = new Map<string, { row: ExportRow; cost: bigint; credits: bigint }>();
  for (const row of rows) {
    const key = JSON.stringify([row.project?.id ?? null, row.currency]);
    const sum = sums.get(key) ?? { row, cost: 0n, credits: 0n };
    sum.cost += units(row.cost);
    for (const { amount } of row.credits ?? []) sum.credits += units(amount);
    sums.set(key, sum);
  }
  const ordered = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
  return {
    columns: ['project_id', 'project_name', 'currency', 'cost_sum', 'credit_sum'],
    rows: ordered.map(({ row: { project, currency }, cost, credits }) => [
      project?.id ?? null,
      project?.name ?? null,
      currency,
      decimal(cost),
      decimal(credits),
    ]),
  };
}
