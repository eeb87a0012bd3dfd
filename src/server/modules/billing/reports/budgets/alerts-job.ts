import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { guardBilling, type BillingParts } from '../../runs/parts.ts';
import { alertMail, type ReachedBudget } from './alert-mail.ts';
import { FORECASTS, spentOf } from './spend.ts';

/** Names the jobs that hold budgets against what a run has booked. */
const BUDGET_ALERTS = 'budget_alerts';
const ATTEMPTS = 5;
const COMPARE = 'Hold budgets against what is booked';

const inputOf = z.object({ run: z.int(), quiet: z.boolean() });

/** The budgets `b` that the month of the run $1 is in. */
const OF_MONTH = `EXISTS (SELECT FROM billing_runs m WHERE m.id = $1 AND m.month >= date_trunc('month', b.starts_on)
  AND m.month <= coalesce(b.ends_on, m.month))`;

/**
 * Keeps each threshold that is reached in the month of the run, or in the year that it is in, and each of the forecast, that was not
 * before. A forecast that what is booked has overtaken is none.
 */
const KEEP = `WITH ${spentOf(OF_MONTH)}, ${FORECASTS}, kept AS (
  INSERT INTO budget_alerts (budget_id, period_start, threshold, month, spent, amount, currency, run_id, basis, forecast, forecast_by)
  SELECT p.id, p."from", t, r.month, p.spent, p.amount, p.currency, $1, 'actual', NULL, NULL
  FROM billing_runs r JOIN periods p ON r.month BETWEEN p."from" AND p.until CROSS JOIN unnest(p.reached) t WHERE r.id = $1
  UNION ALL
  SELECT f.id, f."from", t, r.month, round(f.so_far, greatest(2, scale(f.so_far))), f.amount, f.currency, $1, 'forecast', f.forecast, f.forecast_by
  FROM billing_runs r CROSS JOIN forecasts f CROSS JOIN unnest(f.reached) t WHERE r.id = $1 AND f.so_far * 100 < t * f.amount
  ON CONFLICT DO NOTHING RETURNING budget_id, period_start, threshold, basis
), reached AS (
  SELECT budget_id, period_start, basis, array_agg(threshold ORDER BY threshold) AS thresholds FROM kept GROUP BY 1, 2, 3
), alerted AS (
  SELECT p.id, 'actual' AS basis, p."from", p.until, p.amount, p.currency, p.period, p.spent, p.percent, p.others, NULL AS forecast
  FROM periods p
  UNION ALL
  SELECT f.id, 'forecast', f."from", f.until, f.amount, f.currency, f.period, f.so_far, f.percent, '[]',
    jsonb_build_object('amount', f.forecast::text, 'by', f.forecast_by) FROM forecasts f
)
SELECT b.id, b.name, t.period, to_char(t."from", 'YYYY-MM') AS "from", to_char(t.until, 'YYYY-MM') AS until, t.amount::text AS amount,
  t.currency, round(t.spent, greatest(2, scale(t.spent)))::text AS spent, round(t.percent, 1)::text AS percent, t.others, t.forecast,
  k.thresholds, coalesce('cost center ' || c.identifier, 'account ' || b.account, 'business unit ' || u.name) AS what,
  (SELECT o.email FROM cloud_contacts o WHERE NOT o.terminated AND (o.id = c.cloud_contact_id OR lower(btrim(o.email)) = (
    SELECT lower(btrim(a.cloud_contact_email)) FROM cloud_parents a WHERE lower(btrim(a.identifier)) = lower(btrim(b.account))))
    ORDER BY o.id LIMIT 1) AS owner
FROM reached k JOIN alerted t ON t.id = k.budget_id AND t."from" = k.period_start AND t.basis = k.basis JOIN budget b ON b.id = t.id
LEFT JOIN cost_centers c ON c.id = b.cost_center_id LEFT JOIN business_units u ON u.id = b.business_units_id ORDER BY b.id, t.basis`;

/**
 * Enqueues the job that holds the budgets of a run's month against what is booked, in the transaction that makes the run final.
 * Nothing is enqueued where no budget is for its month.
 * @param quiet whether nobody is mailed
 */
export async function enqueueBudgetAlerts(
  tx: PoolClient,
  jobs: Jobs,
  run: number,
  { createdBy, requestId, quiet }: Pick<JobContext, 'createdBy' | 'requestId'> & { quiet: boolean },
): Promise<void> {
  const { rowCount } = await tx.query(`SELECT 1 FROM budgets b WHERE ${OF_MONTH} LIMIT 1`, [run]);
  if (rowCount === 0) return;
  const title = `Budgets after billing run ${run}`;
  await jobs.enqueue(tx, { kind: BUDGET_ALERTS, title, input: { run, quiet }, createdBy, requestId });
}

/** Notifies the owner of a budget and the desk which of its thresholds are reached: of each period each threshold once. */
export function budgetAlertsJob({ outbox, config }: Pick<BillingParts, 'outbox' | 'config'>): JobKind {
  return {
    name: BUDGET_ALERTS,
    guard: guardBilling,
    attempts: ATTEMPTS,
    steps: [COMPARE],
    async run(context) {
      const { run, quiet } = inputOf.parse(context.input);
      await context.step(COMPARE);
      return async (tx) => {
        const { rows } = await tx.query<ReachedBudget>(KEEP, [run]);
        const { createdBy, requestId } = context;
        for (const budget of quiet ? [] : rows)
          for (const to of new Set([budget.owner ?? config.ccoeEmail, config.ccoeEmail]))
            await outbox.put(tx, {
              to,
              ...alertMail(budget, config.publicUrl),
              files: [],
              createdBy,
              requestId,
            });
        return { billing_run: run, budgets: new Set(rows.map(({ id }) => id)).size };
      };
    },
  };
}
