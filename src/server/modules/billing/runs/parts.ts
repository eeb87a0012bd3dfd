import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { Door } from '#server/platform/http/door.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';
import { demandAbility } from '#server/policies/roles.ts';

export interface BillingParts {
  config: Config;
  db: Database;
  services: EngineServices;
  queue: Queue;
  jobs: Jobs;
  outbox: Outbox;
}

/**
 * Where this process unpacks bills, and what it empties when it starts. On a database of their own several processes may share
 * DATA_DIR, so each has a folder by its port; the embedded database lets one process alone use DATA_DIR.
 */
export const workFolder = ({
  dataDir,
  databaseUrl,
  port,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'port'>): string =>
  path.join(dataDir, 'billing', databaseUrl === null ? '' : String(port));

/** Where people look at a run. */
export const runPage = (publicUrl: string, id: number): string =>
  `${publicUrl}/auth/billing-automation/runs/${id}`;

const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'downloads of billing' });

/** Who works on runs. @throws {Refusal} 403 without the right */
export function guardBilling(request: FastifyRequest): Actor {
  const actor = actorOf(request);
  demandAbility(actor, 'run_billing');
  return actor;
}

/**
 * The door through which calls of billing come.
 * @param uploads the limits of files, where they are other than those of files in JSON
 */
export const billingDoor = (
  scope: FastifyInstance,
  { services }: BillingParts,
  uploads?: Door['uploads'],
): Door => openDoor(scope, services, { heavy: fair, ...(uploads && { uploads }) });
