import type { PoolClient } from 'pg';
import type { BatchInFull, BatchRow, RequestBatch } from '#calls/batches.ts';
import { notFound } from '#kernel/errors.ts';
import { deploymentStates } from '#resources/cloud-deployments.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';

const COUNTS = deploymentStates
  .map((state) => `'${state}', count(*) FILTER (WHERE d.state = '${state}')`)
  .join(', ');

const BATCH = `SELECT b.id, b.kind, b.file_name, b.reason, b.requested_by, b.created_at, b.left_out, b.decision, b.decided_by,
  b.decision_reason, b.decided_at, n.requests, n.counts
FROM request_batches b CROSS JOIN LATERAL (
  SELECT count(*)::integer AS requests, json_build_object(${COUNTS}) AS counts FROM cloud_deployments d WHERE d.batch = b.id) n`;

/** A page of the batches, the newest first. */
export async function batchesOf(runner: Runner, page: Page): Promise<PageOf<RequestBatch>> {
  const { rows } = await runner.query<RequestBatch>({
    text: `${BATCH} ORDER BY b.id DESC ${limitOf(page)}`,
    values: [],
  });
  const count = await runner.query<{ total: number }>({
    text: 'SELECT count(*)::integer AS total FROM request_batches',
    values: [],
  });
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** A batch with its requests. @throws {Refusal} 404 */
export async function readInFull(runner: Runner, id: number): Promise<BatchInFull> {
  const { rows } = await runner.query<RequestBatch>({ text: `${BATCH} WHERE b.id = $1`, values: [id] });
  const [batch] = rows;
  if (!batch) throw notFound(`Batch ${id}`);
  const requests = await runner.query<BatchRow>({
    text: `SELECT id, name, state, identifier, cost_center, owner, error FROM cloud_deployments
      WHERE batch = $1 ORDER BY id`,
    values: [id],
  });
  return { ...batch, rows: requests.rows };
}

/** A batch that is begun. */
type NewBatch = Pick<RequestBatch, 'kind' | 'file_name' | 'reason' | 'requested_by' | 'left_out'>;

/** Adds a batch, whose requests follow in the same transaction; answers its id. */
export async function addBatch(tx: PoolClient, batch: NewBatch): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO request_batches (kind, file_name, reason, requested_by, left_out) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [batch.kind, batch.file_name, batch.reason, batch.requested_by, batch.left_out],
  );
  const [added] = rows;
  if (!added) throw new Error('The batch was not added.');
  return added.id;
}

/** A batch as it is stored. */
export type StoredBatch = Pick<RequestBatch, 'id' | 'kind' | 'file_name' | 'reason' | 'requested_by'>;

/** A batch, about which nobody else decides until the transaction ends. @throws {Refusal} 404 */
export async function holdBatch(tx: PoolClient, id: number): Promise<StoredBatch> {
  const { rows } = await tx.query<StoredBatch>(
    'SELECT id, kind, file_name, reason, requested_by FROM request_batches WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  if (!rows[0]) throw notFound(`Batch ${id}`);
  return rows[0];
}

/** The deployments of a batch that wait for approval, in the order in which they were requested. */
export async function waitingOf(runner: Runner, batch: number): Promise<number[]> {
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT id FROM cloud_deployments WHERE batch = $1 AND state = 'waiting_approval' ORDER BY id`,
    values: [batch],
  });
  return rows.map(({ id }) => id);
}

/** Notes who decided about a batch, and how. */
export async function noteDecision(
  tx: PoolClient,
  id: number,
  { decision, by, reason }: { decision: 'approved' | 'declined'; by: string; reason: string },
): Promise<void> {
  await tx.query(
    `UPDATE request_batches SET decision = $2, decided_by = $3, decision_reason = $4, decided_at = now() WHERE id = $1`,
    [id, decision, by, reason],
  );
}
