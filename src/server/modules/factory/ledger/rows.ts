import type { PoolClient } from 'pg';
import { notFound } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import {
  cloudDeployments,
  type DeploymentKind,
  type DeploymentState,
  type DeploymentStep,
} from '#resources/cloud-deployments.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { byMachine, type Who } from '#server/engine/writes/write-statements.ts';
import type { Ids, Step } from './step.ts';

/** A deployment while it is worked on. */
export interface DeploymentRow {
  id: number;
  kind: DeploymentKind;
  name: string;
  state: DeploymentState;
  request: Values;
  steps: DeploymentStep[];
  requested_by: string;
  decided_by: string | null;
  cost_center: string | null;
  owner: string | null;
  identifier: string | null;
  /** The batch that it is one of; null for a request by itself. */
  batch: number | null;
}

const DEPLOYMENT = `SELECT id, kind, name, state, request, steps, requested_by, decided_by, cost_center, owner, identifier, batch
  FROM cloud_deployments WHERE id = $1`;

/** A deployment as it is by now. @throws {Refusal} 404 */
export async function findDeployment(runner: Runner, id: number, lock = ''): Promise<DeploymentRow> {
  const { rows } = await runner.query<DeploymentRow>({ text: `${DEPLOYMENT}${lock}`, values: [id] });
  if (!rows[0]) throw notFound(`${cloudDeployments.label[0]} ${id}`);
  return rows[0];
}

/** A deployment, which nobody else changes until the transaction ends. @throws {Refusal} 404 */
export const holdDeployment = (tx: PoolClient, id: number): Promise<DeploymentRow> =>
  findDeployment(tx, id, ' FOR NO KEY UPDATE');

/** Keeps how far the steps are. They say themselves when; the history has what became of the whole. */
export async function keepSteps(tx: PoolClient, id: number, steps: readonly DeploymentStep[]): Promise<void> {
  await tx.query('UPDATE cloud_deployments SET steps = $2, updated_at = now() WHERE id = $1', [
    id,
    JSON.stringify(steps),
  ]);
}

/** Changes what a deployment is, with its line of history; `finished_at` follows from the state. */
export async function changeDeployment(
  tx: PoolClient,
  services: EngineServices,
  { id, state }: Pick<DeploymentRow, 'id' | 'state'>,
  change: Values & { state?: DeploymentState },
  who: Who,
): Promise<void> {
  await services.update(cloudDeployments.name, id, change, byMachine(who), tx);
  const { state: next = state } = change;
  const isOver = next === 'done' || next === 'failed' || next === 'cancelled';
  await tx.query(
    `UPDATE cloud_deployments SET finished_at = CASE WHEN $2 THEN coalesce(finished_at, now()) END WHERE id = $1`,
    [id, isOver],
  );
}

/** The steps of a deployment in their order, with what is known of them from a version that may have had others. */
export const stepsOf = (steps: readonly Step[], known: readonly DeploymentStep[] = []): DeploymentStep[] =>
  steps.map(({ name, label, isPointOfNoReturn = false }) => {
    const found = known.find((step) => step.name === name);
    return found
      ? { ...found, label, no_return: isPointOfNoReturn }
      : {
          name,
          label,
          state: 'waiting',
          attempts: 0,
          no_return: isPointOfNoReturn,
          input: null,
          ids: {},
          note: null,
          started_at: null,
          finished_at: null,
        };
  });

/** The provider's ids of what all steps made so far. */
export const idsOf = (steps: readonly DeploymentStep[]): Ids =>
  Object.assign({}, ...steps.map(({ ids }) => ids)) as Ids;

export const isDone = ({ state }: DeploymentStep): boolean => state === 'done' || state === 'skipped';

/** Whether a deployment can no longer be cancelled: the call that cannot be taken back was made. */
export const isPastReturn = (steps: readonly Step[], known: readonly DeploymentStep[]): boolean =>
  steps.some(
    ({ name, isPointOfNoReturn }) =>
      isPointOfNoReturn && known.some((step) => step.name === name && step.attempts > 0),
  );

/** Whether what cannot be taken back has been made. */
export const isMade = (steps: readonly Step[], known: readonly DeploymentStep[]): boolean =>
  steps.some(
    ({ name, isPointOfNoReturn }) =>
      isPointOfNoReturn && known.some((step) => step.name === name && isDone(step)),
  );
