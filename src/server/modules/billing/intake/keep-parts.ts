import type { PoolClient } from 'pg';
import { listed } from '#kernel/written.ts';
import { addStep } from '../runs/run.ts';
import type { BillSummary } from './read-bill.ts';
import { linesTable } from './sum-lines.ts';

/**
 * Keeps what a run consists of: each part with its rows and what its lines come to, those that are there twice, and those that
 * a manifest names and nobody has sent.
 */
export async function keepParts(
  tx: PoolClient,
  { id }: { id: number },
  { parts }: Pick<BillSummary, 'parts'>,
): Promise<void> {
  const read = parts.filter((part) => part.state === 'read');
  const given = parts.map((part, at) => ({
    n: at + 1,
    name: part.name,
    state: part.state,
    same_as: part.state === 'repeated' ? part.sameAs : null,
    rows: part.state === 'read' ? part.rows : 0,
    amortised: part.state !== 'missing' && part.amortised,
    file_id: part.state === 'missing' ? null : part.file,
  }));
  await tx.query(
    `WITH sums AS (
       SELECT p.n, i.currency, count(*) AS lines, round(sum(l.amount), min(i.decimals)::integer)::text AS amount
       FROM (SELECT width_bucket(line, $3::integer[]) AS n, invoice, amount FROM ${linesTable(id)} WHERE line > 0) l
       JOIN generate_series(1, cardinality($3::integer[])) AS p(n) ON p.n = l.n
       JOIN billing_invoices i ON i.run_id = $1 AND i.n = l.invoice GROUP BY p.n, i.currency
     ), totals AS (
       SELECT n, sum(lines) AS lines, jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount) ORDER BY currency) AS totals
       FROM sums GROUP BY n
     )
     INSERT INTO billing_parts (run_id, n, name, state, same_as, rows, lines, totals, amortised, file_id)
     SELECT $1, given.n, name, state, same_as, rows, coalesce(lines, 0), coalesce(totals, '[]'), amortised, file_id
     FROM jsonb_to_recordset($2) AS given(n integer, name text, state text, same_as text, rows bigint, amortised boolean,
       file_id uuid) LEFT JOIN totals USING (n)`,
    [id, JSON.stringify(given), read.map(({ first }) => first)],
  );
  const repeated = parts.flatMap((part) =>
    part.state === 'repeated' ? [`${part.name} is ${part.sameAs} once more`] : [],
  );
  if (repeated.length > 0)
    await addStep(tx, id, {
      name: 'Count repeated parts once',
      done: true,
      detail: `${listed(repeated)}, byte by byte.`,
    });
  const missing = parts.flatMap((part) => (part.state === 'missing' ? [part.name] : []));
  if (missing.length > 0)
    await addStep(tx, id, {
      name: 'Hold against the manifest',
      done: true,
      detail: `${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    });
}
