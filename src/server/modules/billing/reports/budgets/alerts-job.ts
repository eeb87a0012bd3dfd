import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { guardBilling, type BillingParts } from '../../runs/parts.ts';
import { alertMail, type ReachedBudget } from './alert-mail.ts';
import { spentOf } from './spend.ts';

/** Names the jobs that hold budgets against what a run has booked. */
const BUDGET_ALERTS = 'budget_alerts';
const ATTEMPTS = 5;
const COMPARE = 'Hold budgets against what is booked';

const inputOf = z.object({ run: z.int(), quiet: z.boolean() });

/** The budgets `b` that the month of the run $1 is in. */
const OF_MONTH = `EXISTS (SELECT FROM billing_runs m WHERE m.id = $1 AND m.month >= date_trunc('month', b.starts_on)
  AND m.month <= coalesce(b.ends_on, m.month))`;

/** Keeps each threshold that is reached in the month of the run, or in the year that it is in, and was not before. */
const KEEP = `WITH ${spentOf(OF_MONTH)}, kept AS (
  INSERT INTO budget_alerts (budget_id, period_start, threshold, month, spent, amount, currency, run_id)
  SELECT p.id, p."from", t, r.month, p.spent, p.amount, p.currency, $1
  FROM billing_runs r JOIN periods p ON r.month BETWEEN p."from" AND p.until CROSS JOIN unnest(p.reached) t WHERE r.id = $1
  ON CONFLICT DO NOTHING RETURNING budget_id, period_start, threshold
), reached AS (
  SELECT budget_id, period_start, array_agg(threshold ORDER BY threshold) AS thresholds FROM kept GROUP BY 1, 2
)
SELECT p.id, p.name, p.period, to_char(p."from", 'YYYY-MM') AS "from", to_char(p.until, 'YYYY-MM') AS until, p.amount::text AS amount,
  p.currency, round(p.spent, greatest(2, scale(p.spent)))::text AS spent, round(p.percent, 1)::text AS percent, p.others,
  k.thresholds, coalesce('cost center ' || c.identifier, 'account ' || b.account, 'business unit ' || u.name) AS what,
  (SELECT o.email FROM cloud_contacts o WHERE NOT o.terminated AND (o.id = c.cloud_contact_id OR lower(btrim(o.email)) = (
    SELECT lower(btrim(a.cloud_contact_email)) FROM cloud_parents a WHERE lower(btrim(a.identifier)) = lower(btrim(b.account))))
    ORDER BY o.id LIMIT 1) AS owner
FROM reached k JOIN periods p ON p.id = k.budget_id AND p."from" = k.period_start JOIN budget b ON b.id = p.id
LEFT JOIN cost_centers c ON c.id = b.cost_center_id LEFT JOIN business_units u ON u.id = b.business_units_id ORDER BY p.id`;

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
        return { billing_run: run, budgets: rows.length };
      };
    },
  };
}
