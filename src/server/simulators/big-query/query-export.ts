type Json = Record<string, unknown>;

/** What a query answers: its columns, and its rows in their order; null where it cannot be asked. */
export interface Answered {
  columns: readonly string[];
  rows: (string | null)[][];
}

/** A query as its job has it. */
export interface Query {
  query: string;
  queryParameters?: { name: string; parameterValue: { value: string } }[];
}

/** A row of Google's standard billing export, as far as it is summed. */
interface ExportRow {
  invoice: { month: string };
  project?: { id: string | null; name?: string | null } | null;
  currency: string;
  cost: number | string;
  credits?: { amount: number | string }[];
}

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

/** The tables that a name stands for, a star at its end included, by `dataset.table`. */
function named(tables: ReadonlyMap<string, readonly Json[]>, name: string): (readonly Json[])[] {
  const begin = name.endsWith('*') ? name.slice(0, -1) : null;
  return [...tables].flatMap(([table, rows]) =>
    table === name || (begin !== null && table.startsWith(begin)) ? [rows] : [],
  );
}

/**
 * Answers the sums of a billing export by project and currency, for the invoice month that @month names. It knows no other
 * query: of the statement it reads the table alone.
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
  const sums = new Map<string, { row: ExportRow; cost: bigint; credits: bigint }>();
  for (const row of found.flat() as unknown as ExportRow[]) {
    if (row.invoice.month !== month) continue;
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
