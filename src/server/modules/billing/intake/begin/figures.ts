import type { PoolClient } from 'pg';
import type { Figures } from '#calls/existing.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { money } from '#kernel/written.ts';

/** Where lines and their invoices are. */
interface Tables {
  lines: string;
  invoices: string;
}

type Counted = Omit<Figures, 'id' | 'file_name'>;

async function figuresIn(runner: Runner, { lines, invoices }: Tables, run: number): Promise<Counted> {
  const { rows } = await runner.query<Counted>({
    text: `WITH sums AS (
       SELECT i.currency, min(i.decimals)::integer AS decimals, sum(l.amount) AS amount, count(*) AS lines, min(l.day) AS first_day,
         max(l.day) AS last_day
       FROM ${lines} l JOIN ${invoices} i ON i.run_id = $1 AND i.n = l.invoice WHERE l.run_id = $1 AND l.line > 0
       GROUP BY i.currency)
     SELECT coalesce(sum(lines), 0)::bigint AS lines,
       (SELECT count(DISTINCT lower(account)) FROM ${lines} WHERE run_id = $1 AND line > 0) AS accounts,
       min(first_day) AS first_day, max(last_day) AS last_day,
       coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', round(amount, decimals)::text) ORDER BY currency)
         FILTER (WHERE currency IS NOT NULL), '[]') AS totals
     FROM sums`,
    values: [run],
  });
  if (!rows[0]) throw new Error('Nothing was counted.');
  return rows[0];
}

/** The figures of the files of a run, without what was typed in. */
export async function figuresOf(runner: Runner, run: number): Promise<Figures> {
  const { rows } = await runner.query<{ file_name: string }>({
    text: 'SELECT file_name FROM billing_runs WHERE id = $1',
    values: [run],
  });
  const counted = await figuresIn(runner, { lines: 'billing_lines', invoices: 'billing_invoices' }, run);
  return { id: run, file_name: rows[0]?.file_name ?? '', ...counted };
}

/** The figures of files that no run was begun with, whose lines and invoices are in tables of the transaction. */
export const figuresOfFile = async (tx: PoolClient, tables: Tables, name: string): Promise<Figures> => ({
  id: null,
  file_name: name,
  ...(await figuresIn(tx, tables, 0)),
});

/** The contents of a file in words: 1 line of 100.00 EUR. */
export function figuresText({ lines, totals }: Pick<Figures, 'lines' | 'totals'>): string {
  const amounts = totals.map(({ amount, currency }) => money(amount, currency)).join(' and ');
  return `${lines} ${lines === 1 ? 'line' : 'lines'} of ${amounts}`;
}
