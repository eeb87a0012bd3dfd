import type { PoolClient } from 'pg';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { conflict, type Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';

const UNDER_WAY = `d.state IN ('waiting_approval', 'running', 'waiting_provider')`;
/** The cloud was not checked for what was made after a deployment was requested. */
const MADE_SINCE = `d.state = 'done' AND d.finished_at >= (SELECT created_at FROM cloud_deployments WHERE id = $3)`;

/**
 * Refuses a request for the same as another one that is under way, or that was made since `own` was requested.
 * Requests of a kind wait for each other here.
 * @param own the deployment of the request, which is tried again; absent for a new request
 * @throws {Refusal} 409 that names the other one
 */
export async function refuseTwin(
  tx: PoolClient,
  request: CloudRequest,
  values: Values,
  own?: number,
): Promise<void> {
  await holdLock(tx, 'requests of a kind', request.name);
  const twin = await findTwin(tx, request, values, own);
  if (twin) throw twin;
}

/** As `refuseTwin`, for who only looks: the refusal, or null where there is no other request for the same. */
export async function findTwin(
  runner: Runner,
  request: CloudRequest,
  values: Values,
  own?: number,
): Promise<Refusal | null> {
  const twins = JSON.stringify(Object.fromEntries(request.twins.map((field) => [field, values[field]])));
  const { rows } = await runner.query<{ id: number; name: string; requested_by: string; is_made: boolean }>({
    text: `SELECT d.id, d.name, d.requested_by, d.state = 'done' AS is_made FROM cloud_deployments d
     WHERE d.kind = $1 AND ${own === undefined ? UNDER_WAY : `d.id <> $3 AND (${UNDER_WAY} OR ${MADE_SINCE})`} AND EXISTS (
       SELECT FROM jsonb_each_text($2::jsonb) mine(field, value)
       WHERE lower(btrim(d.request ->> mine.field)) = lower(btrim(mine.value)))
     ORDER BY d.id LIMIT 1`,
    values: [request.name, twins, ...(own === undefined ? [] : [own])],
  });
  const [twin] = rows;
  if (!twin) return null;
  const { id, name, requested_by: by, is_made: isMade } = twin;
  const state = isMade ? 'was made meanwhile' : 'is under way already';
  const advice = isMade ? 'Ask for another name.' : 'Wait for its end, or cancel it.';
  return conflict(`${request.label} '${name}' ${state}: deployment ${id}, which ${by} requested. ${advice}`, {
    details: { cloud_deployment: { id, name } },
  });
}
