import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';
import { demandAbility } from '#server/policies/roles.ts';
import type { AwaitedWebhooks } from './baseline/awaited.ts';
import type { CloudAtHand } from './ledger/cloud.ts';
import type { Deployments } from './ledger/deployments.ts';
import type { Pace } from '#server/platform/jobs/pace.ts';
import { requesterOf } from '#server/engine/requester.ts';

/** The parts of the cloud factory. */
export interface FactoryParts {
  config: Config;
  db: Database;
  services: EngineServices;
  queue: Queue;
  jobs: Jobs;
  outbox: Outbox;
  clouds: readonly CloudAtHand[];
  /** For what waits for the answer of a webhook. */
  webhooks: AwaitedWebhooks;
  /** How patient deployments are. */
  pace: Pace;
  /** What records of a model cost in the last month that is final, in words, by the id of each of which that is known. */
  lastCosts: (runner: Runner, model: string, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** What accounts cost since a day, by the id of each that costs anything. */
  spentSince: (
    runner: Runner,
    accounts: readonly { id: number; since: string }[],
  ) => Promise<ReadonlyMap<number, { currency: string; amount: string }[]>>;
}

export interface ServedFactory extends FactoryParts {
  deployments: Deployments;
}

/** Refuses what no longer holds, in the transaction in which a request is decided on. @throws {Refusal} 409, 422 */
export type Demand = (tx: PoolClient) => Promise<void>;

/** Whether somebody else than the requester decides of requests of a kind. */
export const isApproved = (approvals: readonly string[], kind: string): boolean =>
  approvals.includes('all') || approvals.includes(kind);

/** Who works with the cloud factory. @throws {Refusal} 401, 403 without the right */
export function guardFactory(request: FastifyRequest): Who {
  const actor = actorOf(request);
  demandAbility(actor, 'run_factory');
  return requesterOf(request, actor);
}
