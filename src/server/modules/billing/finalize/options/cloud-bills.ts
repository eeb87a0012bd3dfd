import { cloudBills as bills } from '#resources/cloud-bills.ts';
import { type FinalizeOption, monthOf } from './option.ts';

interface Bill {
  n: number;
  values: Record<string, unknown>;
}

/**
 * A bill for each posting. Its date is that of the invoice, else the first day of the month after the one that is charged:
 * bills are charged for the month before.
 */
const BILLS = `
SELECT p.n, jsonb_build_object('date', coalesce(i.invoice_date, (r.month + interval '1 month')::date), 'provider', p.cloud,
  'company_code', p.company_code, 'currency', p.currency, 'reference', p.reference, 'account', p.gl_account,
  'identifier', coalesce(p.cost_center, p.wbs_element), 'amount', p.amount::text, 'business_units_id', u.id,
  'cost_center_networks_id', w.id, 'activity', p.text, 'line_item', p.n::text) AS values
FROM billing_postings p JOIN billing_runs r ON r.id = p.run_id
LEFT JOIN LATERAL (SELECT min(invoice_date) AS invoice_date FROM billing_invoices i
  WHERE i.run_id = p.run_id AND i.reference = p.reference AND i.currency = p.currency) i ON true
LEFT JOIN business_units u ON u.id = p.business_units_id
LEFT JOIN cost_center_networks w ON w.id = p.cost_center_network_id
WHERE p.run_id = $1 ORDER BY p.n`;

/** Books the postings of a run as cloud bills, each of which knows the posting that it came from. */
export const cloudBills: FinalizeOption =
  async ({ services }, run) =>
  async (tx) => {
    const { rows } = await tx.query<Bill>(BILLS, [run.id]);
    const records = rows.map(({ values }) => ({ values }));
    const who = { actor: run.by, requestId: run.requestId };
    const ids = records.length > 0 ? await services.createMany(tx, bills.name, records, who) : [];
    await tx.query(
      `INSERT INTO billing_bills (bill_id, run_id, posting)
       SELECT bill, $1, posting FROM unnest($2::integer[], $3::integer[]) AS booked(bill, posting)`,
      [run.id, ids, rows.map(({ n }) => n)],
    );
    // Workbooks that are made from here on show the bills.
    await tx.query('UPDATE billing_runs SET revision = revision + 1 WHERE id = $1', [run.id]);
    const count = `${ids.length} ${ids.length === 1 ? 'bill' : 'bills'}`;
    return { state: 'done', note: `${count} charged for ${monthOf(run)}.` };
  };
