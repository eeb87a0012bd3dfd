import type { PoolClient } from 'pg';
import {
  approveBatch,
  batchSheet,
  beginBatch,
  declineBatch,
  listBatches,
  readBatch,
} from '#calls/batches.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { invalid, Refusal } from '#kernel/errors.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, serve, serveFile, servePrepared, serveWhole } from '#server/platform/http/serve.ts';
import { describedBy } from '../described.ts';
import { refuseTwin } from '../ledger/twins.ts';
import { isApproved, type ServedFactory } from '../parts.ts';
import { answeredRow, checkRows, errorsOf, type HeldRow } from './check-rows.ts';
import { approveAll, declineAll } from './decide.ts';
import { mailBatchApproval } from './mails.ts';
import { addBatch, batchesOf, readInFull } from './store.ts';
import { readSheet, sendSheet } from './worksheet.ts';

/** The calls of batches: their worksheets, what becomes of one, and what is decided about it. */
export function batchRoutes(door: Door, parts: ServedFactory): void {
  const { db } = parts;
  serveFile(door, batchSheet, async ({ query: { kind, format } }, reply) =>
    sendSheet(reply, requestOf(kind), format),
  );
  serveWhole(door, listBatches, async ({ query: page }) => {
    const { rows, total } = await batchesOf(db, page);
    return { data: rows, meta: { total, ...page } };
  });
  serve(door, readBatch, ({ params: { id } }) => readInFull(db, id));
  beginRoute(door, parts);
  decisionRoutes(door, parts);
  refuseOtherMethods(door.scope, `/api${batchSheet.path}`, ['GET']);
  refuseOtherMethods(door.scope, `/api${listBatches.path}`, ['GET', 'POST']);
  refuseOtherMethods(door.scope, `/api${readBatch.path}`, ['GET']);
}

function requestOf(kind: string): CloudRequest {
  const request = cloudRequests.find(({ name }) => name === kind);
  if (!request) throw new Error(`There is no request ${kind}.`);
  return request;
}

function beginRoute(door: Door, parts: ServedFactory): void {
  const { db, queue, deployments, clouds } = parts;
  servePrepared(
    door,
    beginBatch,
    async ({ body, actor, request: made }) => {
      const { kind, file, file_name: name, encoding, only_valid: onlyValid, dry_run: isPreview } = body;
      const who = requesterOf(made, actor);
      const request = requestOf(kind);
      const cloud = clouds.find((one) => one.cloud === request.cloud);
      if (!cloud?.recipe)
        throw new Refusal(409, `${request.label}s cannot be made here. ${cloud?.missing ?? ''}`.trim());
      const { rows, ignored } = await readSheet(request, file, encoding);
      const held = await checkRows(db, cloud.recipe, rows);
      const approval = isApproved(parts.config.approvals, request.name);
      if (isPreview)
        return new Previewed({
          data: {
            rows: held.map((row) => answeredRow(request, row)),
            valid: held.filter(isValid).length,
            ignored_columns: ignored,
            approval,
            unchecked: held.find(({ unchecked }) => unchecked !== null)?.unchecked ?? null,
          },
        });
      await queue.ready();
      const simulated = cloud.reached.simulated;
      // Refused within: a worksheet that comes again gets its first answer, although its accounts are under way by now.
      return (tx) => begin(tx, parts, { request, held, name, onlyValid, simulated, approval }, who);
    },
    () => deployments.wake(),
  );
}

const isValid = ({ errors }: HeldRow) => errors.length === 0;

interface Begun {
  request: CloudRequest;
  held: readonly HeldRow[];
  /** The name of the worksheet. */
  name: string;
  onlyValid: boolean;
  simulated: boolean;
  approval: boolean;
}

/** Requests what the rows say, all in one transaction. @throws {Refusal} 409 for a twin that came meanwhile, 422 */
async function begin(tx: PoolClient, parts: ServedFactory, begun: Begun, who: Who) {
  const { request, held, name, onlyValid, simulated, approval } = begun;
  const taken = held.filter(isValid);
  if (taken.length === 0 || (!onlyValid && taken.length < held.length))
    throw invalid(errorsOf(request, held));
  const batch = {
    kind: request.name,
    file_name: name,
    reason: null,
    requested_by: who.actor.email,
    left_out: held.length - taken.length,
  };
  const id = await addBatch(tx, batch);
  for (const checked of taken) {
    await refuseTwin(tx, request, checked.values);
    const described = describedBy(request, checked);
    await parts.deployments.begin(
      tx,
      { ...described, simulated, waitsForApproval: approval, batch: id },
      who,
    );
  }
  if (approval) await mailBatchApproval(tx, parts, { ...batch, id }, taken.length, who);
  return readInFull(tx, id);
}

function decisionRoutes(door: Door, parts: ServedFactory): void {
  const { queue, deployments } = parts;
  const wake = () => deployments.wake();
  servePrepared(
    door,
    approveBatch,
    async ({ params: { id }, body: { reason }, actor, request }) => {
      const approve = await approveAll(parts, id, reason, requesterOf(request, actor));
      await queue.ready();
      return async (tx) => {
        await approve(tx);
        return readInFull(tx, id);
      };
    },
    wake,
  );
  servePrepared(
    door,
    declineBatch,
    async ({ params: { id }, body: { reason }, actor, request }) => {
      await queue.ready();
      return async (tx) => {
        await declineAll(tx, parts, id, reason, requesterOf(request, actor));
        return readInFull(tx, id);
      };
    },
    wake,
  );
}
