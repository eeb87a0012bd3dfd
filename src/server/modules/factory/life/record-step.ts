import type { PoolClient } from 'pg';
import type { Values } from '#kernel/input.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { holdDeployment } from '../ledger/rows.ts';
import type { StepContext } from '../ledger/step.ts';

/** The record of the account that a request is about. */
export const parentIn = (request: Values): number => Number(request['cloud_parent_id']);

/** Changes the record of an account within a step: in the name of the requester, with the reason, and who approved it. */
export async function writeRecord(
  tx: PoolClient,
  services: EngineServices,
  { deployment, request }: Pick<StepContext, 'deployment' | 'request'>,
  values: Values,
  who: Who,
): Promise<void> {
  const { requested_by: email, decided_by: decider } = await holdDeployment(tx, deployment);
  await services.update(
    cloudParents.name,
    parentIn(request),
    values,
    {
      ...who,
      // The work goes on in the name of whoever approved it; the change is that of the requester.
      actor: { email, name: null },
      reason: String(request['reason']),
      ...(decider !== null && { approvedBy: { email: decider, name: null } }),
    },
    tx,
  );
}

/** Whether the record is there; nobody else changes it until the transaction ends. */
export async function holdRecord(tx: PoolClient, id: number): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM cloud_parents WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return rowCount === 1;
}
