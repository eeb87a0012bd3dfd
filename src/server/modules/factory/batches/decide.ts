import type { PoolClient } from 'pg';
import { conflict, invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import { deedKinds } from '#resources/account-life.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { checkAllAgain } from '../check-again.ts';
import { decided } from '../deployment-routes.ts';
import { changeDeployment, holdDeployment, type DeploymentRow } from '../ledger/rows.ts';
import { mailOwners } from '../life/mails.ts';
import type { Demand, ServedFactory } from '../parts.ts';
import { mailBatchDecision } from './mails.ts';
import { holdBatch, noteDecision, waitingOf, type StoredBatch } from './store.ts';

/** Approves what waits of a batch: all of it, or nothing where one request may not be made any more. */
export async function approveAll(
  parts: ServedFactory,
  id: number,
  reason: string,
  who: Who,
): Promise<(tx: PoolClient) => Promise<void>> {
  // The cloud is called before anything is locked.
  const demands = await checkAllAgain(parts, await waitingOf(parts.db, id));
  return async (tx) => {
    const { batch, rows } = await holdToDecide(tx, id, who);
    await demandAll(tx, rows, demands);
    for (const row of rows) await parts.deployments.release(tx, row, decided(who, reason), who);
    await noteDecision(tx, id, { decision: 'approved', by: who.actor.email, reason });
    if (batch.kind === deedKinds.adopt) await mailOwners(tx, parts, batch, rows, who);
    await mailBatchDecision(tx, parts, batch, { approved: true, count: rows.length, reason }, who);
  };
}

/** Declines what waits of a batch. */
export async function declineAll(
  tx: PoolClient,
  parts: ServedFactory,
  id: number,
  reason: string,
  who: Who,
): Promise<void> {
  const { batch, rows } = await holdToDecide(tx, id, who);
  for (const row of rows)
    await changeDeployment(tx, parts.services, row, { ...decided(who, reason), state: 'cancelled' }, who);
  await noteDecision(tx, id, { decision: 'declined', by: who.actor.email, reason });
  await mailBatchDecision(tx, parts, batch, { approved: false, count: rows.length, reason }, who);
}

/** What waits of a batch. @throws {Refusal} 404; 409 where nothing does, 403 for its requester */
async function holdToDecide(
  tx: PoolClient,
  id: number,
  { actor }: Who,
): Promise<{ batch: StoredBatch; rows: DeploymentRow[] }> {
  const batch = await holdBatch(tx, id);
  const rows: DeploymentRow[] = [];
  for (const deployment of await waitingOf(tx, id)) {
    const row = await holdDeployment(tx, deployment);
    if (row.state === 'waiting_approval') rows.push(row);
  }
  if (rows.length === 0) throw conflict(`Nothing of '${batch.file_name}' waits for approval.`);
  if (batch.requested_by.toLowerCase() === actor.email.toLowerCase())
    throw new Refusal(403, 'Somebody else than the requester has to decide.');
  return { batch, rows };
}

/** @throws {Refusal} 422 that names each request that may not be made any more */
async function demandAll(
  tx: PoolClient,
  rows: readonly DeploymentRow[],
  demands: ReadonlyMap<number, Demand>,
): Promise<void> {
  const errors: FieldError[] = [];
  for (const { id, name } of rows)
    try {
      await demands.get(id)?.(tx);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push({ field: 'rows', message: `${name}: ${error.message}` });
    }
  if (errors.length > 0) throw invalid(errors);
}
