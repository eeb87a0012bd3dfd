import type { PoolClient } from 'pg';
import type { Run } from '#calls/runs.ts';
import type { BillProvider, RunState } from '#kernel/billing/runs.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { instantText } from '#server/platform/database/instant-text.ts';
import { bookedBefore, bookedRunOf, CORRECTED_BY, CORRECTS } from './corrected-runs.ts';
import { HELD, WEAKEST_HELD } from './held-against.ts';
import { isOpen } from './run-states.ts';

/** The kind of owner that a run is of its files. */
export const OWNED_BY_RUN = 'billing_run';

/** Amounts as they are shown: in the decimals of their currency. */
const TOTALS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'invoice', invoice::text, 'confirmed', confirmed,
    'held_against', (SELECT ${WEAKEST_HELD} FROM billing_invoices WHERE run_id = r.id AND currency = totals.currency),
    'lines', lines::text, 'allocated', (before + postings)::text, 'unallocated', (lines - before - postings)::text,
    'spread', spread::text, 'before', before::text, 'postings', postings::text,
    'bills', round(coalesce((SELECT sum(c.amount) FROM billing_bills l JOIN cloud_bills c ON c.id = l.bill_id
      WHERE l.run_id = r.id AND c.currency = totals.currency), 0), decimals)::text, 'rounding', rounding::text) ORDER BY currency), '[]')
  FROM (SELECT currency, decimals, sum(invoice) AS invoice, bool_and(confirmed) AS confirmed, sum(lines) AS lines,
      sum(rounding) AS rounding, sum(spread) AS spread,
      round(coalesce((SELECT sum(p.amount) FROM billing_postings p WHERE p.run_id = r.id AND p.currency = by_reference.currency), 0),
        decimals) AS postings,
      round(coalesce((SELECT sum(b.amount) FROM ${bookedBefore('r.id')} b WHERE b.currency = by_reference.currency), 0), decimals) AS before
    FROM (SELECT currency, decimals, round(sum(coalesce(stated, total)), decimals) AS invoice, bool_and(stated IS NOT NULL) AS confirmed,
        round(sum(total), decimals) AS lines, round(sum(rounding), decimals) AS rounding,
        round(sum(spread), decimals) AS spread
      FROM billing_invoices i WHERE i.run_id = r.id GROUP BY reference, currency, decimals) by_reference
    GROUP BY currency, decimals) totals)`;

const INVOICES = `(SELECT coalesce(jsonb_agg(jsonb_build_object('n', n, 'reference', reference, 'provider', cloud, 'currency', currency,
    'invoice', round(coalesce(stated, total), decimals)::text, 'confirmed', stated IS NOT NULL, 'confirmed_by', stated_by,
    'confirmed_at', ${instantText('stated_at')}, 'held_against', ${HELD},
    'checked', CASE WHEN checked_by IS NOT NULL THEN jsonb_build_object('by', checked_by, 'name', checked_name,
      'at', ${instantText('checked_at')}, 'note', checked_note) END,
    'lines', round(total, decimals)::text, 'rounding', round(rounding, decimals)::text,
    'count', lines, 'invoice_date', invoice_date, 'due_date', due_date, 'refund_of', refund_of) ORDER BY n), '[]')
  FROM billing_invoices i WHERE i.run_id = r.id)`;

const ADDITIONS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'n', i.n, 'reference', i.reference, 'provider', i.cloud,
    'currency', i.currency, 'kind', a.kind, 'amount', round(a.amount, i.decimals)::text, 'reason', a.reason,
    'created_by', a.created_by, 'created_at', ${instantText('a.created_at')}) ORDER BY a.id), '[]')
  FROM billing_additions a JOIN billing_invoices i ON i.run_id = a.run_id AND i.n = a.invoice WHERE a.run_id = r.id)`;

const PARTS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'state', state, 'same_as', same_as, 'rows', rows, 'lines', lines,
    'totals', totals, 'amortised', amortised, 'addition', CASE WHEN amortised THEN
      (SELECT coalesce(b.added_with, b.file_id) FROM billing_sent_files b WHERE b.file_id = p.file_id) END) ORDER BY n), '[]')
  FROM billing_parts p WHERE p.run_id = r.id)`;

/** An open run of the invoices of the run `r`, else a booked one, as long as nobody has decided about both. */
export const EXISTING_RUN = `CASE WHEN ${isOpen('r')} THEN coalesce(
  (SELECT o.id FROM billing_runs o WHERE o.id = r.existing_run AND ${isOpen('o')}),
  CASE WHEN NOT r.difference THEN ${bookedRunOf('r.id')} END) END`;

/** The end of a failed step is written by a trigger, in the database's own form of a moment. */
const STEPS = `(SELECT coalesce(jsonb_agg(CASE WHEN step ->> 'state' = 'failed'
    THEN step || jsonb_build_object('finished_at', ${instantText("(step ->> 'finished_at')::timestamptz")}) ELSE step END ORDER BY place), '[]')
  FROM jsonb_array_elements(steps) WITH ORDINALITY AS each(step, place))`;

/**
 * Says that a run has changed: what reads it takes another moment for another version, so each change has a later one in
 * milliseconds. A long transaction has the moment at which it began, at which a step before it may have ended.
 */
export const CHANGED = `changed_at = greatest(now(), changed_at + interval '1 millisecond')`;

/** The columns of a run as the API answers it, of `billing_runs r`. */
export const RUN_COLUMNS = `id, provider, format, to_char(month, 'YYYY-MM') AS month, posting_day, state, file_name, file_size,
  rules_version, lines, ${TOTALS} AS totals, ${INVOICES} AS invoices, ${PARTS} AS parts, ${EXISTING_RUN} AS existing_run, difference, ${CORRECTS} AS corrects,
  ${CORRECTED_BY} AS corrected_by, ${ADDITIONS} AS additions,
  (SELECT count(*) FROM billing_exceptions e WHERE e.run_id = r.id) AS exceptions, ${STEPS} AS steps,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type, 'size', f.size)
      ORDER BY f.created_at), '[]')
    FROM file_owners o JOIN files f ON f.id = o.file_id
    WHERE o.owner_kind = '${OWNED_BY_RUN}' AND o.owner_id = r.id::text AND f.complete) AS files,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'state', o.state, 'note', o.note, 'by', o.asked_by,
      'asked_at', ${instantText('o.asked_at')}, 'finished_at', ${instantText('o.finished_at')}) ORDER BY o.name), '[]')
    FROM billing_options o WHERE o.run_id = r.id) AS options,
  coalesce(review -> 'differences', '[]') AS differences, finalized_unasked, md5(review::text) AS differences_digest, coalesce(repeated, '[]') AS repeated_lines,
  EXISTS (SELECT FROM billing_commitments c WHERE c.run_id = r.id) AS has_commitments,
  error, superseded_by, job_id, created_by, created_at, changed_at`;

/** The state of a run that decides what may be done with it. */
export interface HeldRun {
  id: number;
  state: RunState;
  month: string;
  posting_day: string;
  rules_version: number;
  shared_cost_center_id: number | null;
  places: Record<string, number>;
  told_currency: string | null;
  told_reference: string | null;
  month_told: boolean;
  posting_day_told: boolean;
  told_encoding: string | null;
  told_decimal_sign: string | null;
  told_date_order: string | null;
  provider: BillProvider;
  /** Whether it books what differs from what is booked for its invoices. */
  difference: boolean;
}

const noRun = (id: number) => notFound(`Billing run ${id}`);

/** A run as the API answers it. @throws {Refusal} 404 */
export async function readRun(runner: Runner, id: number): Promise<Run> {
  const { rows } = await runner.query<Run>({
    text: `SELECT ${RUN_COLUMNS} FROM billing_runs r WHERE id = $1`,
    values: [id],
  });
  if (!rows[0]) throw noRun(id);
  return rows[0];
}

/** Makes sure that there is such a run. @throws {Refusal} 404 */
export async function demandRun(runner: Runner, id: number): Promise<void> {
  const { rowCount } = await runner.query({ text: 'SELECT 1 FROM billing_runs WHERE id = $1', values: [id] });
  if (rowCount === 0) throw noRun(id);
}

/**
 * A run that nobody else changes until the transaction ends. Rows that refer to it can be written meanwhile: whoever packs its lines
 * does so while they are read, and who reads the run anew waits for that.
 * @throws {Refusal} 404
 */
export async function holdRun(tx: PoolClient, id: number): Promise<HeldRun> {
  const { rows } = await tx.query<HeldRun>(
    `SELECT id, state, month, posting_day, rules_version, shared_cost_center_id, places, told_currency, told_reference, month_told, posting_day_told,
       told_encoding, told_decimal_sign, told_date_order, provider, difference
     FROM billing_runs WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  if (!rows[0]) throw noRun(id);
  return rows[0];
}

/** @throws {Refusal} 409 for a run that is in none of these states */
export function demandState(
  run: Pick<HeldRun, 'id' | 'state'>,
  states: readonly RunState[],
  what: string,
): void {
  if (states.includes(run.state)) return;
  throw conflict(`Run ${run.id} is ${run.state.replace('_', ' ')}, so ${what}.`);
}

/** With what the step begins that says where the files of a run were fetched from. */
export const FETCHED_FROM = 'Fetch from ';

/** A step of a run that a job goes through, or something that a person decided. */
interface NewStep {
  name: string;
  /** Who decided it; null for what the portal does. */
  by?: string;
  /** Whether it is over as it begins. */
  done?: boolean;
  /** More about it, as a sentence. */
  detail?: string;
}

/** Adds a step to those of a run; the one that ran before is over. A step that is begun again goes on. */
export async function addStep(
  runner: Runner,
  id: number,
  { name, by, done = false, detail }: NewStep,
): Promise<void> {
  const at = new Date().toISOString();
  const step = {
    name,
    state: done ? 'done' : 'running',
    started_at: at,
    finished_at: done ? at : null,
    by: by ?? null,
    ...(detail !== undefined && { detail }),
  };
  await runner.query({
    text: `UPDATE billing_runs SET ${CHANGED}, steps = ${STEPS_ENDED} || $3::jsonb WHERE id = $1
      AND NOT jsonb_path_exists(steps, '$[*] ? (@.name == $name && @.state == "running")', jsonb_build_object('name', $4::text))`,
    values: [id, at, JSON.stringify([step]), name],
  });
}

/** Sets the detail of the step that runs. */
export async function setStepDetail(runner: Runner, id: number, detail: string): Promise<void> {
  await runner.query({
    text: `UPDATE billing_runs SET steps = (
        SELECT jsonb_agg(CASE WHEN step ->> 'state' = 'running' THEN step || jsonb_build_object('detail', $2::text) ELSE step END ORDER BY place)
        FROM jsonb_array_elements(steps) WITH ORDINALITY AS each(step, place))
      WHERE id = $1 AND steps <> '[]'`,
    values: [id, detail],
  });
}

/** The steps of a run once what runs among them is done, at $2. */
const STEPS_ENDED = `(SELECT coalesce(jsonb_agg(CASE WHEN step ->> 'state' = 'running'
    THEN step || jsonb_build_object('state', 'done', 'finished_at', $2::text) ELSE step END ORDER BY place), '[]')
  FROM jsonb_array_elements(steps) WITH ORDINALITY AS each(step, place))`;

/** Ends the work on a run: all of its steps are done. */
export async function endRun(tx: PoolClient, id: number, state: RunState): Promise<void> {
  await tx.query(
    `UPDATE billing_runs SET state = $3, error = NULL, ${CHANGED}, steps = ${STEPS_ENDED} WHERE id = $1`,
    [id, new Date().toISOString(), state],
  );
}
