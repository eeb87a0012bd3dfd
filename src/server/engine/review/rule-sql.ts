import type { Resource } from '#kernel/resource.ts';
import { literal, quoted } from '../sql.ts';

/*
 * The rule of a model (`change_rules`) within the statement that changes a record: no write asks for it by itself, and none is made
 * by a rule that was changed before it.
 */

/** The parameters that say whether a change is free of rules, and why it is made. */
interface Said {
  free: string;
  reason?: string | undefined;
}

const ruleOf = ({ name }: Resource, { free }: Said) =>
  `change_rules r WHERE r.model = ${literal(name)} AND NOT ${free}`;

const lacksReason = ({ reason = 'NULL' }: Said) => `(r.asks_reason AND ${reason} IS NULL)`;

/**
 * Why a change of the row `old_row` is not made: one row with `lacks_reason` and the `fields` that a second person approves; no row
 * where it is. A condition may follow.
 */
export function heldSql(
  resource: Resource,
  fields: readonly string[],
  inputs: readonly string[],
  said: Said,
): string {
  const changed = fields.map(
    (name, at) => `CASE WHEN o.${quoted(name)} IS DISTINCT FROM ${inputs[at]} THEN ${literal(name)} END`,
  );
  const named = `ARRAY(SELECT f FROM unnest(ARRAY[${changed.join(', ')}]::text[]) f WHERE f = ANY(r.fields))`;
  return `SELECT ${lacksReason(said)} AS lacks_reason, ${named} AS fields
  FROM old_row o, ${ruleOf(resource, said)} AND (${lacksReason(said)} OR ${named} <> '{}')`;
}

/** Finds a row where a deletion lacks the reason that is required. */
export const lackingReasonSql = (resource: Resource, said: Said): string =>
  `SELECT FROM ${ruleOf(resource, said)} AND ${lacksReason(said)}`;

/** Ends the changes that wait for these deleted rows. */
export const endingSql = ({ name }: Resource, deleted: string): string =>
  `UPDATE waiting_changes w SET state = 'ended', decided_at = now()
  WHERE w.model = ${literal(name)} AND w.state = 'waiting' AND EXISTS (
    SELECT FROM waiting_change_records c JOIN ${deleted} d ON d.id = c.record_id WHERE c.change_id = w.id)`;
