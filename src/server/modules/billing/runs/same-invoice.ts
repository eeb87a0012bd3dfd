import { isPlaceIn } from './places.ts';

const OF_ONE_ISSUER = 'mine.cloud IS NOT DISTINCT FROM o.cloud AND mine.currency = o.currency';

/** Whether something in both is of the same account, subscription or project. */
const OF_ONE_ACCOUNT = `EXISTS (SELECT FROM billing_sums m JOIN billing_sums s ON lower(s.account) = lower(m.account)
  WHERE m.run_id = mine.run_id AND m.invoice = mine.n AND s.run_id = o.run_id AND s.invoice = o.n AND NOT ${isPlaceIn('m.account')} AND NOT m.pooled)`;

/**
 * How `mine` and `o` may charge the same. An invoice without a number is identified by its billing account and month; the number
 * comes once the month is closed, so that all invoices of that bill are one with it. Ids are written now in capitals and
 * now not.
 */
export const ALIKE = {
  sameKey: `${OF_ONE_ISSUER} AND lower(mine.invoice_key) = lower(o.invoice_key)`,
  /** `mine` may be what `o` has become. */
  numberedByMine: `${OF_ONE_ISSUER} AND lower(mine.bill) = lower(o.bill) AND lower(o.invoice_key) = lower(o.bill)`,
  /** `o` may be what `mine` has become. */
  numberedByOther: `${OF_ONE_ISSUER} AND lower(mine.bill) = lower(o.bill) AND lower(mine.invoice_key) = lower(mine.bill)`,
  /** One of them was read by a version that identified it by less, which others of the month may share. */
  formerlyOther: `${OF_ONE_ISSUER} AND o.bill IS NULL AND lower(o.invoice_key) = lower(mine.former_key) AND ${OF_ONE_ACCOUNT}`,
  formerlyMine: `${OF_ONE_ISSUER} AND mine.bill IS NULL AND lower(mine.invoice_key) = lower(o.former_key) AND ${OF_ONE_ACCOUNT}`,
};
const EACH = ['sameKey', 'numberedByMine', 'numberedByOther', 'formerlyOther', 'formerlyMine'] as const;
/** Those by which all that `o` charges is in `mine`, and the other way round. */
const ALL_IN_MINE = ['sameKey', 'numberedByMine', 'formerlyOther', 'formerlyMine'] as const;
const ALL_IN_OTHER = ['sameKey', 'numberedByOther', 'formerlyOther', 'formerlyMine'] as const;

// Each is a condition of its own, by which PostgreSQL joins; with OR between them it would compare all with all.
const inMine = (how: keyof typeof ALIKE) =>
  `EXISTS (SELECT FROM billing_invoices mine WHERE mine.run_id = $1 AND ${ALIKE[how]})`;
const inOther = (how: keyof typeof ALIKE) =>
  `EXISTS (SELECT FROM billing_invoices o WHERE o.run_id = r.id AND ${ALIKE[how]})`;

/** An invoice of run `r` that run $1 has as well, or one of it where the two have the same file. */
export const SHARED = `coalesce(${[...EACH.map((how) => inMine(how)), 'true']
  .map((which) => `(SELECT min(o.reference) FROM billing_invoices o WHERE o.run_id = r.id AND ${which})`)
  .join(', ')})`;

const none = (conditions: readonly string[]) => conditions.map((each) => `NOT ${each}`).join(' AND ');

/** An invoice of run `r` that run $1 lacks; null where there is none. */
export const LEFT = `(SELECT min(o.reference) FROM billing_invoices o
  WHERE o.run_id = r.id AND ${none(ALL_IN_MINE.map((how) => inMine(how)))})`;

/** An invoice of run $1 that run `r` lacks; null where there is none. */
export const LACKED = `(SELECT min(mine.reference) FROM billing_invoices mine
  WHERE mine.run_id = $1 AND ${none(ALL_IN_OTHER.map((how) => inOther(how)))})`;

/**
 * Whether runs `r` and `m` have one file for one month. Then their invoices are the same, whatever number or currency a person
 * stated beside it.
 */
export const SAME_FILE = '(r.provider, r.month, r.file_digest) = (m.provider, m.month, m.file_digest)';

/** The runs whose lines were read and that have an invoice of run $1, itself among them. */
export const RUNS_OF_SAME = `
  ${EACH.map((how) => `SELECT o.run_id FROM billing_invoices o WHERE ${inMine(how)}`).join(' UNION ')}
  UNION
  SELECT r.id FROM billing_runs m JOIN billing_runs r ON ${SAME_FILE}
  WHERE m.id = $1 AND EXISTS (SELECT FROM billing_invoices o WHERE o.run_id = r.id)`;

/** The invoices of all runs, `run_id` and `n`, that run $1 has as well, its own among them. */
export const INVOICES_OF_SAME = `
  ${EACH.map((how) => `SELECT o.run_id, o.n FROM billing_invoices o WHERE ${inMine(how)}`).join(' UNION ')}
  UNION
  SELECT r.id, o.n FROM billing_runs m JOIN billing_runs r ON ${SAME_FILE} JOIN billing_invoices o ON o.run_id = r.id WHERE m.id = $1`;
