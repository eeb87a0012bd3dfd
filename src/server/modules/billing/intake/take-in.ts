import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Refusal } from '#kernel/errors.ts';
import { decimalsOf } from '#kernel/currencies.ts';
import { listed } from '#kernel/written.ts';
import { addStep } from '../runs/run.ts';
import type { BillSummary } from './read-bill.ts';
import { keepParts } from './keep-parts.ts';
import { linesTable, sumLines } from './sum-lines.ts';
import { supersede } from './supersede.ts';
import { putBackAdded, restoreStatements, takeOut } from './take-out.ts';

export interface RunOfFile {
  id: number;
  told_reference: string | null;
  month: string;
  month_told: boolean;
  posting_day_told: boolean;
}

/**
 * Keeps the lines of a file as those of a run, all of them or none, with its invoices and the sums that lines are
 * allocated by. What was read of the run before, when it had fewer files, is read anew.
 * @throws {Refusal} 409 where one of the invoices is booked already, or the run that is replaced has more of them
 */
export async function takeIn(
  tx: PoolClient,
  run: RunOfFile,
  lines: AsyncGenerator<Buffer, BillSummary>,
): Promise<BillSummary> {
  // An id is a number, so it may be in the name of a table.
  const id = Number(run.id);
  const table = linesTable(id);
  const before = await takeOut(tx, id);
  if (before === null)
    await tx.query(`CREATE TABLE ${table} (LIKE billing_lines);
      ALTER TABLE ${table} ALTER run_id SET DEFAULT ${id}, ADD CHECK (run_id = ${id})`);
  const summary = await copyLines(tx, table, lines);
  await keepInvoices(tx, run, summary);
  if (before !== null) await restoreStatements(tx, id, before);
  await keepTags(tx, id, summary);
  await keepCommitments(tx, id, summary);
  await sumLines(tx, id, summary.tagNames.length > 0);
  if (before !== null) await putBackAdded(tx, id);
  // A run that was read before has its month: what is added to it does not move it.
  await (run.month_told || before !== null ? compareMonth(tx, run, summary) : takeMonth(tx, run, summary));
  await keepParts(tx, run, summary);
  await supersede(tx, id);
  if (before === null)
    await tx.query(`ALTER TABLE billing_lines ATTACH PARTITION ${table} FOR VALUES IN (${id})`);
  await tx.query(`ANALYZE ${table}`);
  await tx.query(
    'UPDATE billing_runs SET format = $2, lines = $3, tag_keys = $4, pool_tags = $5 WHERE id = $1',
    [id, summary.format, summary.lines, summary.tagNames, JSON.stringify(summary.poolTags)],
  );
  return summary;
}

const LINE_COLUMNS = 'line, invoice, account, kind, amount, day, service, description, lacks, pool_tags';

/**
 * Puts the lines of a file into a table like `billing_lines`.
 * @param columns those of the lines, where they are others
 * @returns what is known of the file
 */
export async function copyLines(
  tx: PoolClient,
  table: string,
  lines: AsyncGenerator<Buffer, BillSummary>,
  columns = LINE_COLUMNS,
): Promise<BillSummary> {
  const copy = tx.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`));
  const done = finished(copy);
  // A failure shows where the stream is waited for; without this it would also end the process.
  done.catch(() => undefined);
  try {
    for (;;) {
      const next = await lines.next();
      if (next.done) {
        copy.end();
        await done;
        return next.value;
      }
      if (!copy.write(next.value)) await Promise.race([once(copy, 'drain'), done]);
    }
  } catch (error) {
    // The connection must hear that no more comes, or it would wait for the rest.
    if (!copy.destroyed) copy.destroy();
    await done.catch(() => undefined);
    throw error;
  } finally {
    await lines.return({
      format: '',
      lines: 0,
      invoices: [],
      tags: [],
      commitments: [],
      amortised: [],
      tagNames: [],
      poolTags: [],
      parts: [],
    });
  }
}

async function keepTags(tx: PoolClient, id: number, { tags }: BillSummary): Promise<void> {
  if (tags.length === 0) return;
  await tx.query(
    `INSERT INTO billing_tags (run_id, account, meaning, key, value, lines)
     SELECT $1, account, meaning, key, value, lines
     FROM jsonb_to_recordset($2) AS given(account text, meaning text, key text, value text, lines integer)`,
    [id, JSON.stringify(tags)],
  );
}

async function keepCommitments(
  tx: PoolClient,
  id: number,
  { commitments, amortised }: BillSummary,
): Promise<void> {
  await tx.query(
    `INSERT INTO billing_commitments (run_id, invoice, commitment, account, used, lines, billed, effective)
     SELECT $1, invoice, commitment, account, used, lines, billed, effective
     FROM jsonb_to_recordset($2) AS given(invoice smallint, commitment text, account text, used boolean, lines bigint, billed numeric,
       effective numeric)`,
    [id, JSON.stringify(commitments ?? [])],
  );
  await tx.query('UPDATE billing_runs SET commitments_read = $2 WHERE id = $1', [id, commitments !== null]);
  if (amortised.length > 0)
    await tx.query(
      `UPDATE billing_invoices i SET amortised = given.amount
       FROM jsonb_to_recordset($2) AS given(invoice smallint, amount numeric) WHERE i.run_id = $1 AND i.n = given.invoice`,
      [id, JSON.stringify(amortised)],
    );
}

/** Keeps the invoices of a file as those of a run, with nothing summed. @param table like `billing_invoices` */
export async function keepInvoices(
  tx: PoolClient,
  run: Pick<RunOfFile, 'id' | 'told_reference'>,
  { invoices }: Pick<BillSummary, 'invoices'>,
  table = 'billing_invoices',
): Promise<void> {
  const rows = invoices.map((invoice, at) => ({
    n: at + 1,
    cloud: invoice.cloud,
    invoice_key: invoice.key,
    bill: invoice.bill,
    former_key: invoice.formerKey,
    reference: invoice.number ?? run.told_reference ?? invoice.key,
    currency: invoice.currency,
    decimals: decimalsOf(invoice.currency),
    invoice_date: invoice.invoiceDate,
    due_date: invoice.dueDate,
    stated: invoice.stated,
    refund_of: invoice.refundOf,
  }));
  await tx.query(
    `INSERT INTO ${table} (run_id, n, cloud, invoice_key, bill, former_key, reference, currency, decimals, invoice_date, due_date, stated, refund_of)
     SELECT $1, n, cloud, invoice_key, bill, former_key, reference, currency, decimals, invoice_date, due_date, round(stated, decimals), refund_of
     FROM jsonb_to_recordset($2) AS given(n smallint, cloud text, invoice_key text, bill text, former_key text, reference text,
       currency text, decimals smallint, invoice_date date, due_date date, stated numeric, refund_of text[])`,
    [run.id, JSON.stringify(rows)],
  );
}

/**
 * Notes where the file is billed for other months as well as the one that a person chose, or that the run has.
 * @throws {Refusal} 422 where it is not billed for that month at all: it is the wrong file, or the wrong month
 */
async function compareMonth(
  tx: PoolClient,
  { id, month, month_told: isChosen }: RunOfFile,
  { invoices }: BillSummary,
): Promise<void> {
  const chosen = month.slice(0, 7);
  const billed = [...new Set(invoices.flatMap(({ period }) => period?.slice(0, 7) ?? []))].toSorted();
  if (billed.every((each) => each === chosen)) return;
  const why = isChosen ? 'was chosen as the month that is charged' : 'is the month of the run';
  const sentence = `The file is billed for ${listed(billed)}, and ${chosen} ${why}.`;
  if (!billed.includes(chosen)) {
    const message = `${sentence} Choose the month of the file, or send the file of ${chosen}.`;
    throw new Refusal(422, message, { errors: [{ field: 'month', message }] });
  }
  await addStep(tx, id, { name: 'Compare the month', done: true, detail: sentence });
}

/** The month of a run, where only its file states it: the first one that is billed. @throws {Refusal} 409 for a file that is there */
async function takeMonth(
  tx: PoolClient,
  { id, posting_day_told: isDayChosen }: RunOfFile,
  { invoices }: BillSummary,
): Promise<void> {
  const [first] = invoices.flatMap(({ period }) => period ?? []).toSorted();
  if (first === undefined) {
    const message = 'The file does not say which month is charged. Choose the month, and send it again.';
    throw new Refusal(422, message, { errors: [{ field: 'month', message }] });
  }
  const month = `${first.slice(0, 7)}-01`;
  const { rows } = await tx.query<{ id: number }>(
    `SELECT o.id FROM billing_runs r JOIN billing_runs o USING (provider, file_digest)
     WHERE r.id = $1 AND o.id <> r.id AND o.month = $2 AND o.state NOT IN ('failed', 'reversed', 'superseded')
       AND (o.told_currency, o.told_reference, o.told_encoding, o.told_decimal_sign, o.told_date_order) IS NOT DISTINCT FROM
         (r.told_currency, r.told_reference, r.told_encoding, r.told_decimal_sign, r.told_date_order) LIMIT 1`,
    [id, month],
  );
  if (rows[0]) throw new Refusal(409, `Run ${rows[0].id} has the file already.`);
  await tx.query(
    `UPDATE billing_runs SET month = $2,
       posting_day = CASE WHEN $3::boolean THEN posting_day ELSE $2::date + interval '1 month' - interval '1 day' END WHERE id = $1`,
    [id, month, isDayChosen],
  );
}
