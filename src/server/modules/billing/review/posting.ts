import type { PoolClient } from 'pg';
import type { OwnedPosting } from '../runs/posting.ts';

/** A posting as it is kept. */
export interface KeptPosting extends OwnedPosting {
  business_units_id: number | null;
  cost_center_id: number | null;
  cost_center_network_id: number | null;
}

/** So much of a posting became a part of another one, or stayed with it. */
export interface PostingPart {
  from: number;
  to: number;
  amount: string;
}

/** All postings of a run, and what each of them was made of. */
export interface Gathered {
  postings: KeptPosting[];
  parts: PostingPart[];
}

const COLUMNS = `n, cloud, reference, currency, company_code, gl_account, cost_center, wbs_element, amount, text, business_units_id,
  business_unit, owner_email, cost_center_id, cost_center_network_id`;

/** The postings of a run, with their amounts as they are shown. */
export async function keptPostings(tx: PoolClient, run: number): Promise<Map<number, KeptPosting>> {
  const { rows } = await tx.query<KeptPosting>(
    `SELECT ${COLUMNS.replace('amount', 'amount::text AS amount')} FROM billing_postings WHERE run_id = $1 ORDER BY n`,
    [run],
  );
  return new Map(rows.map((posting) => [posting.n, posting]));
}

/** Of what each posting became, the shares of its lines: those that it had before, by the part of its amount. */
const SHARES = `
WITH parts AS (
  SELECT g."from", g."to", sum(g.amount) / p.amount AS share
  FROM jsonb_to_recordset($2) AS g("from" integer, "to" integer, amount numeric)
  JOIN billing_postings p ON p.run_id = $1 AND p.n = g."from" GROUP BY g."from", g."to", p.amount
), before AS (
  DELETE FROM billing_shares WHERE run_id = $1 RETURNING invoice, account, rounding, posting, share
)
INSERT INTO billing_shares (run_id, invoice, account, rounding, posting, share)
SELECT $1, b.invoice, b.account, b.rounding, p."to", sum(b.share * p.share)
FROM before b JOIN parts p ON p."from" = b.posting GROUP BY b.invoice, b.account, b.rounding, p."to"`;

/** Puts these postings in the place of those of a run. The lines of a posting go with the parts that it became. */
export async function replacePostings(
  tx: PoolClient,
  run: number,
  { postings, parts }: Gathered,
): Promise<void> {
  await tx.query(SHARES, [run, JSON.stringify(parts)]);
  await tx.query('DELETE FROM billing_postings WHERE run_id = $1', [run]);
  await tx.query(
    `INSERT INTO billing_postings (run_id, ${COLUMNS})
     SELECT $1, ${COLUMNS} FROM jsonb_populate_recordset(NULL::billing_postings, $2)`,
    [run, JSON.stringify(postings)],
  );
  await tx.query('UPDATE billing_runs SET revision = revision + 1, review = NULL WHERE id = $1', [run]);
}
