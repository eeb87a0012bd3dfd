import { HELD_AGAINST } from '#kernel/billing/runs.ts';

/** 0 for an invoice with a stated total, 1 for one that a person has checked, 2 for one that is held against nothing. */
const PLACE = 'CASE WHEN stated IS NOT NULL THEN 0 WHEN checked_by IS NOT NULL THEN 1 ELSE 2 END';

const named = (place: string) => `(ARRAY['${HELD_AGAINST.join("', '")}'])[${place} + 1]`;

/** The figure that an invoice is held against, of a row of `billing_invoices`. */
export const HELD = named(PLACE);

/** The figure that the weakest of several invoices is held against, as an aggregate of rows of `billing_invoices`. */
export const WEAKEST_HELD = named(`max(${PLACE})`);

/** How many invoices of the run `r` are held against each, as an object. */
export const COUNTED_BY_HELD = `(SELECT jsonb_build_object(${HELD_AGAINST.map(
  (name) => `'${name}', count(*) FILTER (WHERE ${HELD} = '${name}')`,
).join(', ')}) FROM billing_invoices WHERE run_id = r.id)`;
