import { type Accrual } from '#calls/accruals.ts';
import {
  CLOSE_STATES,
  type Board,
  type BoardDifference,
  type CloseCell,
  type CloseState,
  type Decision,
} from '#calls/close.ts';
import { BILL_PROVIDERS, COUNTING_STATES, type BillProvider } from '#kernel/billing/runs.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { instantText } from '#server/platform/database/instant-text.ts';
import { CORRECTS } from '../runs/corrected-runs.ts';
import { COUNTED_BY_HELD } from '../runs/held-against.ts';
import { isUnplaced } from '../runs/problems.ts';
import { readAccruals } from './accrual.ts';
import type { BoardRun } from './board-run.ts';
import { missingOf } from './missing.ts';
import { monthAfter } from '../runs/months.ts';

/** A provider that charged in one of so many months before is expected to charge again. */
const EXPECTED_MONTHS = 12;

const RUNS = `
SELECT r.id, r.provider, to_char(r.month, 'YYYY-MM') AS month, r.state, r.file_name, r.error, r.finalized_unasked,
  ${COUNTED_BY_HELD} AS invoices,
  (SELECT count(*) FROM billing_exceptions e WHERE e.run_id = r.id)::integer AS exceptions,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.amount::text) ORDER BY t.currency), '[]')
   FROM (SELECT currency, sum(amount) AS amount FROM billing_exceptions e
     WHERE e.run_id = r.id AND ${isUnplaced('e.problem')} GROUP BY currency) t) AS unallocated,
  coalesce(jsonb_array_length(r.review -> 'differences'), 0) AS differences,
  EXISTS (SELECT FROM billing_options o WHERE o.run_id = r.id AND o.name = 'cloud_bills' AND o.state = 'done') AS booked,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', d.at, 'by', d.by, 'what', d.what, 'run', r.id) ORDER BY d.at), '[]') FROM (
     SELECT ${instantText('r.created_at')} AS at, r.created_by AS by, 'Sent ' || r.file_name AS what
     UNION ALL
     SELECT step ->> 'started_at', step ->> 'by', step ->> 'name' FROM jsonb_array_elements(r.steps) AS each(step)
     WHERE step ->> 'by' IS NOT NULL) d) AS decisions
FROM billing_runs r WHERE r.month BETWEEN $1 AND $2 AND r.state <> 'superseded' ORDER BY r.id`;

/** Difference runs of these months, and those of any month that became final in them. */
const DIFFERENCES = `
SELECT * FROM (
  SELECT r.id AS run, r.state, r.provider, to_char(r.month, 'YYYY-MM') AS month,
    to_char(r.finalized_at AT TIME ZONE 'UTC', 'YYYY-MM') AS finalized_in, ${CORRECTS} AS corrects,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.amount::text) ORDER BY t.currency), '[]')
     FROM (SELECT currency, sum(amount) AS amount FROM billing_postings p WHERE p.run_id = r.id GROUP BY currency) t) AS totals
  FROM billing_runs r WHERE r.difference AND r.state = ANY ($3)) d
WHERE corrects <> '[]' AND (month BETWEEN $1 AND $2 OR finalized_in BETWEEN $1 AND $2) ORDER BY run`;

/** Which months of the year before had a bill of a provider, and which of these are final. */
const BEFORE = `
SELECT provider, to_char(month, 'YYYY-MM') AS month, bool_or(state = 'final') AS final FROM billing_runs
WHERE month BETWEEN $1 AND $2 AND state = ANY ($3)
GROUP BY provider, month`;

/** How far each month of each provider is, up to and with `month`. @param count how many months */
export async function readBoard(runner: Runner, month: string, count: number): Promise<Board> {
  const first = monthAfter(month, 1 - count);
  const months = Array.from({ length: count }, (_, at) => monthAfter(first, at));
  const { rows: runs } = await runner.query<BoardRun>({
    text: RUNS,
    values: [`${first}-01`, `${month}-01`],
  });
  const { rows: before } = await runner.query<{ provider: string; month: string; final: boolean }>({
    text: BEFORE,
    values: [`${monthAfter(first, -EXPECTED_MONTHS)}-01`, `${month}-01`, COUNTING_STATES],
  });
  const accruals = await readAccruals(runner, first, month);
  const { rows: differences } = await runner.query<BoardDifference & { provider: BillProvider }>({
    text: DIFFERENCES,
    values: [first, month, COUNTING_STATES],
  });
  const charged = (provider: string, of: string, finalOnly = false) =>
    before.some(
      (one) =>
        one.provider === provider &&
        one.month < of &&
        one.month >= monthAfter(of, -EXPECTED_MONTHS) &&
        (one.final || !finalOnly),
    );
  const known = BILL_PROVIDERS.filter((provider) =>
    [...runs, ...before, ...accruals, ...differences].some((one) => one.provider === provider),
  );
  const providers = known.map((provider) => ({
    provider,
    cells: months.map((of) => {
      const is = (one: { provider: string; month: string }) => one.provider === provider && one.month === of;
      return cellOf(of, provider, {
        runs: runs.filter(is),
        accruals: accruals.filter(is),
        differences: differences.filter(
          (one) => one.provider === provider && (one.month === of || one.finalized_in === of),
        ),
        expected: charged(provider, of),
        copies: charged(provider, of, true),
      });
    }),
  }));
  return { months, providers };
}

interface Found {
  runs: readonly BoardRun[];
  accruals: Accrual[];
  differences: readonly (BoardDifference & { provider: BillProvider })[];
  /** Whether a month of the year before was charged. */
  expected: boolean;
  /** Whether one of these is final. */
  copies: boolean;
}

function cellOf(
  month: string,
  provider: BillProvider,
  { runs, accruals, differences, expected, copies }: Found,
): CloseCell {
  const counting = runs.filter(({ state }) => COUNTING_STATES.some((one) => one === state));
  const [least = expected || runs.length > 0 ? 'not_come' : 'not_expected'] = counting
    .map(stateOf)
    .toSorted((a, b) => CLOSE_STATES.indexOf(a) - CLOSE_STATES.indexOf(b));
  const isFinal = counting.some(({ state }) => state === 'final' || state === 'finalizing');
  const accrual = accruals.find(({ state }) => state === 'standing') ?? null;
  const mayAccrue = copies && !isFinal && accrual === null;
  const decisions = [...runs.flatMap((run) => run.decisions), ...accruals.flatMap(accrualDecisions)];
  return {
    month,
    state: least,
    runs: runs.map(({ id, state, file_name, invoices, finalized_unasked }) => ({
      id,
      state,
      file_name,
      invoices,
      finalized_unasked,
    })),
    missing: missingOf({ month, provider, state: least, runs, counting, accrual, mayAccrue }),
    accruals,
    differences: differences.map(({ provider: _, ...difference }) => difference),
    may_accrue: mayAccrue,
    decisions: decisions.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  };
}

/** How far a run is that counts. */
function stateOf({ state, exceptions, booked }: BoardRun): CloseState {
  if (state === 'processing') return 'in_intake';
  if (state === 'needs_review' && exceptions > 0) return 'unallocated';
  if (state !== 'final') return 'in_review';
  return booked ? 'booked' : 'finalized';
}

const accrualDecisions = ({ id, created_at, created_by, reversed_at, reversed_by }: Accrual): Decision[] => [
  { at: created_at, by: created_by, what: `Made accrual ${id}`, run: null },
  ...(reversed_at === null || reversed_by === null
    ? []
    : [{ at: reversed_at, by: reversed_by, what: `Reversed accrual ${id}`, run: null }]),
];
