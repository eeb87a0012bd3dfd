import { conflict, notFound } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { CORRECTS } from '../../runs/corrected-runs.ts';
import { takenBack } from '../../runs/posting.ts';
import type { EntryPosting } from './entry.ts';

/**
 * The postings of a run in their order, and the day on which it is charged; of a difference run the day on which
 * it became final, since the period before is closed. A run that is reversed is taken back on the same day, as its bills are.
 * @throws {Refusal} 404, 409 for a run that is not final, and for a reversal of one that is not reversed
 */
export async function runToPost(
  runner: Runner,
  id: number,
  reversal: boolean,
): Promise<{ postings: EntryPosting[]; day: string }> {
  const run = await runner.query<{ state: string; posting_day: string }>({
    text: `SELECT state, CASE WHEN ${CORRECTS} <> '[]' THEN (finalized_at AT TIME ZONE 'UTC')::date ELSE posting_day END AS posting_day
      FROM billing_runs r WHERE id = $1`,
    values: [id],
  });
  const [found] = run.rows;
  if (!found) throw notFound(`Billing run ${id}`);
  if (found.state !== (reversal ? 'reversed' : 'final'))
    throw conflict(`Run ${id} is ${found.state.replace('_', ' ')}. ${adviceOn(found.state)}`);
  const { rows } = await runner.query<EntryPosting>({
    text: `SELECT p.n, p.reference, p.currency, p.company_code, p.gl_account, p.cost_center, p.wbs_element, p.amount::text AS amount,
             p.text, i.invoice_date AS document_date
           FROM billing_postings p LEFT JOIN (SELECT reference, currency, min(invoice_date) AS invoice_date FROM billing_invoices
             WHERE run_id = $1 GROUP BY reference, currency) i ON i.reference = p.reference AND i.currency = p.currency
           WHERE p.run_id = $1 ORDER BY p.company_code, p.currency, p.reference, p.n`,
    values: [id],
  });
  return { postings: reversal ? takenBack(rows) : rows, day: found.posting_day };
}

/** The advice about a run of which this journal is not made. */
function adviceOn(state: string): string {
  if (state === 'reversed')
    return 'A journal of it takes back what was posted: ask for that of the reversal.';
  if (state === 'final') return 'A journal takes back what a reversed run posted: reverse it first.';
  return 'A journal is made of a final run: finalize it first.';
}
