import type { PoolClient } from 'pg';
import { noted } from './noted.ts';
import { isMade, isPastReturn, type DeploymentRow } from './rows.ts';
import type { Step } from './step.ts';

/** Whether the provider may have made what cannot be taken back; not where it has refused. */
export async function mayBeMade(
  tx: PoolClient,
  steps: readonly Step[],
  row: DeploymentRow,
): Promise<boolean> {
  if (!isPastReturn(steps, row.steps)) return false;
  return row.state !== 'failed' || isMade(steps, row.steps) || !(await wasRefused(tx, row.id));
}

/** Whether a deployment failed because its provider does not want it: nothing was made then. */
async function wasRefused(tx: PoolClient, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ reached: Record<string, unknown> }>(
    'SELECT j.reached FROM cloud_deployment_work w JOIN jobs j ON j.id = w.job_id WHERE w.deployment_id = $1',
    [id],
  );
  return rows[0] !== undefined && noted(rows[0].reached).refused;
}
