import type { PoolClient } from 'pg';

/** A posting as it is kept. */
export interface KeptPosting {
  n: number;
  cloud: string;
  reference: string;
  currency: string;
  company_code: string;
  gl_account: string;
  cost_center: string | null;
  wbs_element: string | null;
  amount: string;
  text: string;
  business_units_id: number | null;
  business_unit: string | null;
  owner_email: string | null;
  cost_center_id: number | null;
  cost_center_network_id: number | null;
}

const COLUMNS = `n, cloud, reference, currency, company_code, gl_account, cost_center, wbs_element, amount, text, business_units_id,
  business_unit, owner_email, cost_center_id, cost_center_network_id`;

/** The postings of a run, with their amounts as they are told. */
export async function keptPostings(tx: PoolClient, run: number): Promise<Map<number, KeptPosting>> {
  const { rows } = await tx.query<KeptPosting>(
    `SELECT ${COLUMNS.replace('amount', 'amount::text AS amount')} FROM billing_postings WHERE run_id = $1 ORDER BY n`,
    [run],
  );
  return new Map(rows.map((posting) => [posting.n, posting]));
}

/**
 * Puts these postings in the place of those of a run. Lines stay with the posting that they were a part of, as long as it
 * is there.
 */
export async function replacePostings(
  tx: PoolClient,
  run: number,
  postings: readonly KeptPosting[],
): Promise<void> {
  await tx.query('DELETE FROM billing_postings WHERE run_id = $1', [run]);
  await tx.query(
    `INSERT INTO billing_postings (run_id, ${COLUMNS})
     SELECT $1, ${COLUMNS} FROM jsonb_populate_recordset(NULL::billing_postings, $2)`,
    [run, JSON.stringify(postings)],
  );
  await tx.query(
    `DELETE FROM billing_shares s WHERE run_id = $1
       AND NOT EXISTS (SELECT FROM billing_postings p WHERE p.run_id = s.run_id AND p.n = s.posting)`,
    [run],
  );
  await tx.query('UPDATE billing_runs SET revision = revision + 1, review = NULL WHERE id = $1', [run]);
}
