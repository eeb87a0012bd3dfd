import type { PoolClient } from 'pg';

/** The table of a run's lines, which is a part of `billing_lines` once it is filled. */
export const linesTable = (id: number): string => `billing_lines_${Number(id)}`;

/** Sums the lines of a file, by which they are allocated, and by what they lack where `tagged` says that this is known. */
export async function sumLines(tx: PoolClient, id: number, tagged: boolean): Promise<void> {
  if (tagged) await sumByTags(tx, id);
  // The finer sums are few; lines are gone through once.
  const [from, lines] = tagged
    ? [`billing_tag_sums WHERE run_id = ${Number(id)}`, 'sum(lines)']
    : [linesTable(id), 'count(*)'];
  await tx.query(
    `INSERT INTO billing_sums (run_id, invoice, account, kind, lines, amount)
     SELECT ${Number(id)}, invoice, account, kind, ${lines}, sum(amount) FROM ${from} GROUP BY invoice, account, kind`,
  );
  await sumAdded(tx, id);
}

/** Sums the lines of a file by what they lack; what was in no file is not among them. */
export async function sumByTags(tx: PoolClient, id: number): Promise<void> {
  await tx.query(
    `INSERT INTO billing_tag_sums (run_id, invoice, account, kind, service, lacks, pool_tags, lines, amount)
     SELECT ${Number(id)}, invoice, account, kind, service, lacks, pool_tags, count(*), sum(amount) FROM ${linesTable(id)}
     WHERE lacks IS NOT NULL GROUP BY invoice, account, kind, service, lacks, pool_tags`,
  );
}

/** Sums anew what was in no file, after a line was typed in or somebody stated the total of an invoice. */
export async function sumAgain(tx: PoolClient, id: number): Promise<void> {
  await tx.query(`DELETE FROM ${linesTable(id)} WHERE line = 0`);
  await tx.query('DELETE FROM billing_sums WHERE run_id = $1 AND added', [id]);
  // An invoice may have no lines left, so that no sum says that it comes to nothing.
  await tx.query('UPDATE billing_invoices SET rounding = 0, total = 0, lines = 0 WHERE run_id = $1', [id]);
  await sumAdded(tx, id);
}

/** Lines that were typed in, and then the difference from what is stated: within FOCUS's tolerance that is a line. */
async function sumAdded(tx: PoolClient, id: number): Promise<void> {
  await tx.query(
    `INSERT INTO billing_sums (run_id, invoice, kind, lines, amount, added)
     SELECT run_id, invoice, kind, count(*), sum(amount), true FROM billing_additions WHERE run_id = $1 GROUP BY run_id, invoice, kind`,
    [id],
  );
  await tx.query(
    `UPDATE billing_invoices i SET rounding = stated - s.total FROM (
       SELECT invoice, sum(amount) AS total, sum(lines) AS lines FROM billing_sums WHERE run_id = $1 GROUP BY invoice) s
     WHERE i.run_id = $1 AND i.n = s.invoice AND stated <> round(s.total, decimals)
       AND abs(stated - s.total) <= greatest(100, sqrt(s.lines) * 0.5) * power(10::numeric, -decimals)`,
    [id],
  );
  await tx.query(
    `INSERT INTO ${linesTable(id)} (run_id, line, invoice, kind, amount, description)
     SELECT run_id, 0, n, 'rounding', rounding, 'Difference between the lines and the total that is stated'
     FROM billing_invoices WHERE run_id = $1 AND rounding <> 0`,
    [id],
  );
  await tx.query(
    `INSERT INTO billing_sums (run_id, invoice, kind, lines, amount, added)
     SELECT run_id, n, 'rounding', 1, rounding, true FROM billing_invoices WHERE run_id = $1 AND rounding <> 0`,
    [id],
  );
  // What was in no file is no line of it: the invoices of a run have as many lines together as the run.
  await tx.query(
    `UPDATE billing_invoices i SET total = s.total, lines = s.lines FROM (
       SELECT invoice, sum(amount) AS total, coalesce(sum(lines) FILTER (WHERE NOT added), 0) AS lines
       FROM billing_sums WHERE run_id = $1 GROUP BY invoice) s
     WHERE i.run_id = $1 AND i.n = s.invoice`,
    [id],
  );
  // Who confirmed another sum has not confirmed this one.
  await tx.query(
    `UPDATE billing_invoices SET checked_by = NULL, checked_name = NULL, checked_at = NULL, checked_note = NULL,
       checked_total = NULL WHERE run_id = $1 AND checked_total <> round(total, decimals)`,
    [id],
  );
}
