import type { PoolClient } from 'pg';
import { approveDeployment, cancelDeployment, declineDeployment, retryDeployment } from '#calls/factory.ts';
import { conflict, Refusal } from '#kernel/errors.ts';
import { deedKinds } from '#resources/account-life.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { parseRow } from '#server/engine/records.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Door } from '#server/platform/http/door.ts';
import { servePrepared } from '#server/platform/http/serve.ts';
import { mailDecision } from './approval-mails.ts';
import { checkAgain } from './check-again.ts';
import { holdBatch } from './batches/store.ts';
import { demandSameOwner, waitsForOwner } from './life/decide.ts';
import { mailOwners } from './life/mails.ts';
import { changeDeployment, holdDeployment, type DeploymentRow } from './ledger/rows.ts';
import type { ServedFactory } from './parts.ts';

/** The calls by which a deployment is tried again, cancelled and decided. */
export function deploymentRoutes(door: Door, parts: ServedFactory): void {
  const { services, queue, deployments } = parts;
  const resource = services.registry.get(cloudDeployments.name);
  const wake = () => deployments.wake();
  /** Changes a deployment and answers it. */
  const change = async (id: number, work: (tx: PoolClient) => Promise<void>) => {
    await queue.ready();
    return async (tx: PoolClient) => {
      await work(tx);
      return { cloud_deployment: parseRow(await services.writer(resource).read(id, tx)) };
    };
  };

  servePrepared(
    door,
    retryDeployment,
    ({ params: { id }, actor, request }) =>
      change(id, (tx) => deployments.retry(tx, id, requesterOf(request, actor))),
    wake,
  );

  servePrepared(
    door,
    cancelDeployment,
    ({ params: { id }, actor, request }) =>
      change(id, (tx) => deployments.cancel(tx, id, requesterOf(request, actor))),
    wake,
  );

  servePrepared(
    door,
    approveDeployment,
    async ({ params: { id }, body: { reason }, actor, request }) => {
      const who = requesterOf(request, actor);
      // The cloud is called before anything is locked.
      const demand = await checkAgain(parts, id);
      return change(id, async (tx) => {
        const row = await holdToDecide(tx, id, who);
        const waits = await waitsForOwner(tx, row);
        if (waits && row.decided_by !== null)
          throw conflict(`${row.decided_by} has approved '${row.name}' already; it waits for its owner.`);
        await demand(tx);
        await demandSameOwner(tx, row);
        if (waits) await changeDeployment(tx, services, row, decided(who, reason), who);
        else await deployments.release(tx, row, decided(who, reason), who);
        // One adoption of a batch is approved by itself: a decision about the whole batch mails all owners at once.
        if (row.kind === deedKinds.adopt && row.batch !== null)
          await mailOwners(tx, parts, await holdBatch(tx, row.batch), [row], who);
        await mailDecision(tx, parts, row, { approved: true, reason }, who);
      });
    },
    wake,
  );

  servePrepared(
    door,
    declineDeployment,
    ({ params: { id }, body: { reason }, actor, request }) => {
      const who = requesterOf(request, actor);
      return change(id, async (tx) => {
        const row = await holdToDecide(tx, id, who);
        await changeDeployment(tx, services, row, { ...decided(who, reason), state: 'cancelled' }, who);
        await mailDecision(tx, parts, row, { approved: false, reason }, who);
      });
    },
    wake,
  );
}

/** The fields of a deployment that somebody has decided about. */
export const decided = ({ actor }: Who, reason: string) => ({
  decided_by: actor.email,
  decision_reason: reason,
});

/** A deployment that waits for approval. @throws {Refusal} 404; 409 for one that does not, 403 for its requester */
async function holdToDecide(tx: PoolClient, id: number, { actor }: Who): Promise<DeploymentRow> {
  const row = await holdDeployment(tx, id);
  if (row.state !== 'waiting_approval')
    throw conflict(
      row.decided_by === null
        ? `'${row.name}' does not wait for approval.`
        : `${row.decided_by} has decided on '${row.name}' already.`,
    );
  if (row.requested_by.toLowerCase() === actor.email.toLowerCase())
    throw new Refusal(403, 'Somebody else than the requester has to decide.');
  return row;
}
