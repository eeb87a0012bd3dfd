import type { PoolClient } from 'pg';
import { money } from '#kernel/written.ts';
import { addStep } from '../runs/run.ts';
import { ALIKE } from '../runs/same-invoice.ts';
import { linesTable, sumAgain } from './sum-lines.ts';

/** An input of a person for a run, in words, and whether the run in its place has it. */
interface CarriedItem {
  words: string;
  taken: boolean;
}

/** The invoice `mine` of run $2 that is `o`; null where it has none. */
const SAME = `(SELECT min(mine.n) FROM billing_invoices mine WHERE mine.run_id = $2 AND ${ALIKE.sameKey})`;

/**
 * Takes over what people typed into a run that was superseded, where the run in its place has the same invoice, which is
 * summed anew. Steps of that run name both what was taken over and what was not.
 * @param isOpen whether the run in its place has just been read, and is allocated next
 * @param totals whether the totals that were stated hold for it
 */
export async function carryOver(
  tx: PoolClient,
  { from, to, isOpen, totals = true }: { from: number; to: number; isOpen: boolean; totals?: boolean },
): Promise<void> {
  const typed = [
    ...(await addedLines(tx, from, to, isOpen)),
    ...(await statedTotals(tx, from, to, isOpen && totals)),
  ];
  const taken = typed.filter((each) => each.taken);
  if (taken.length > 0) {
    await sumAgain(tx, to);
    await noteStep(tx, to, `Take over what was typed into run ${from}`, taken);
  }
  const left = [
    ...typed.filter((each) => !each.taken),
    ...(await confirmed(tx, from)),
    ...(await decided(tx, from)),
  ];
  if (left.length > 0) await noteStep(tx, to, `Leave aside what was decided in run ${from}`, left);
}

const noteStep = (tx: PoolClient, run: number, name: string, items: readonly CarriedItem[]) =>
  addStep(tx, run, { name, done: true, detail: items.map(({ words }) => `${words}.`).join(' ') });

async function addedLines(tx: PoolClient, from: number, to: number, isOpen: boolean): Promise<CarriedItem[]> {
  const { rows } = await tx.query<CarriedItem & { id: number; place: number }>(
    `SELECT a.id, CASE WHEN $3 THEN ${SAME} END AS place, CASE WHEN $3 THEN ${SAME} END IS NOT NULL AS taken,
       concat(initcap(a.kind), ' of ', round(a.amount, o.decimals), ' ', o.currency, ' for invoice ', o.reference, ' (', a.reason, ')')
         AS words
     FROM billing_additions a JOIN billing_invoices o ON o.run_id = a.run_id AND o.n = a.invoice
     WHERE a.run_id = $1 ORDER BY a.id`,
    [from, to, isOpen],
  );
  await tx.query(
    `WITH added AS (
       INSERT INTO billing_additions (run_id, invoice, kind, amount, reason, created_by, created_at)
       SELECT $1, given.place, a.kind, a.amount, a.reason, a.created_by, a.created_at
       FROM jsonb_to_recordset($2) AS given(id integer, place smallint, taken boolean) JOIN billing_additions a USING (id)
       WHERE given.taken ORDER BY a.id RETURNING *)
     INSERT INTO ${linesTable(to)} (run_id, line, invoice, kind, amount, description)
     SELECT run_id, -id, invoice, kind, amount, reason FROM added`,
    [to, JSON.stringify(rows)],
  );
  return rows;
}

async function statedTotals(
  tx: PoolClient,
  from: number,
  to: number,
  isOpen: boolean,
): Promise<CarriedItem[]> {
  const { rows } = await tx.query<CarriedItem>(
    `WITH typed AS (
       SELECT o.*, CASE WHEN $3 THEN ${SAME} END AS place FROM billing_invoices o
       WHERE o.run_id = $1 AND o.stated_by IS NOT NULL),
     taken AS (
       UPDATE billing_invoices i SET file_stated = i.stated, stated = typed.stated, stated_by = typed.stated_by,
         stated_at = typed.stated_at
       FROM typed WHERE i.run_id = $2 AND i.n = typed.place)
     SELECT concat(round(stated, decimals), ' ', currency, ' as the total of invoice ', reference) AS words,
       place IS NOT NULL AS taken
     FROM typed ORDER BY n`,
    [from, to, isOpen],
  );
  return rows;
}

/** The confirmations of invoices without a total, which were about the lines of then. */
async function confirmed(tx: PoolClient, run: number): Promise<CarriedItem[]> {
  const { rows } = await tx.query<{ who: string; total: string; currency: string; reference: string }>(
    `SELECT coalesce(checked_name, checked_by) AS who, checked_total::text AS total, currency, reference
     FROM billing_invoices WHERE run_id = $1 AND checked_by IS NOT NULL ORDER BY n`,
    [run],
  );
  return rows.map(({ who, total, currency, reference }) => ({
    words: `That ${who} confirmed ${money(total, currency)} of invoice ${reference}`,
    taken: false,
  }));
}

/** The decisions about all of a run, which need not be right for other lines. */
async function decided(tx: PoolClient, run: number): Promise<CarriedItem[]> {
  const { rows } = await tx.query<{ accepted: boolean; center: string | null; places: string[] }>(
    `SELECT r.accepted <> '[]' AS accepted, c.identifier AS center,
       ARRAY(SELECT concat('Cost center ', k.identifier, ' for what has no account (', p.key, ')')
         FROM jsonb_each_text(r.places) p JOIN cost_centers k ON k.id = p.value::integer ORDER BY p.key) AS places
     FROM billing_runs r LEFT JOIN cost_centers c ON c.id = r.shared_cost_center_id WHERE r.id = $1`,
    [run],
  );
  const words = rows.flatMap(({ accepted, center, places }) => [
    ...(accepted ? ['What was accepted of reviewed workbooks'] : []),
    ...(center === null ? [] : [`Cost center ${center} for what belongs to no account`]),
    ...places,
  ]);
  return words.map((each) => ({ words: each, taken: false }));
}
