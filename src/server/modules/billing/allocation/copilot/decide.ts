import type { PoolClient } from 'pg';
import type { CopilotDecision } from '#calls/copilot.ts';
import { conflict } from '#kernel/errors.ts';
import { readDoubled } from './doubled.ts';

/**
 * Keeps why Copilot of an organization is charged by this run and by others of the month.
 * @returns the step of the run that says so
 * @throws {Refusal} 409 where no other run charges it, or somebody has decided already
 */
export async function decide(
  tx: PoolClient,
  run: number,
  { organization, reason }: CopilotDecision,
  by: string,
): Promise<{ name: string; detail: string }> {
  const found = (await readDoubled(tx, run)).filter((one) => one.organization === organization);
  const open = found.filter((one) => one.reason === null);
  if (open.length === 0)
    throw conflict(
      found.length === 0
        ? `No other run charges GitHub Copilot of ${organization} for this month.`
        : 'Somebody has decided on this already.',
    );
  const others = [...new Set(open.map((one) => one.other_run))];
  await tx.query(
    `INSERT INTO billing_copilot_decisions (run_id, other_run, organization, reason, decided_by)
     SELECT $1, other, $3, $4, $5 FROM unnest($2::integer[]) AS given(other)`,
    [run, others, organization, reason, by],
  );
  const what = organization === '*' ? 'GitHub Copilot' : `GitHub Copilot of ${organization}`;
  const runs = others.map((other) => `run ${other}`).join(' and ');
  return {
    name: `Charge ${what} although ${runs} ${others.length === 1 ? 'does' : 'do'} as well`,
    detail: reason,
  };
}
