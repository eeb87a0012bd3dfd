import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ability } from '#kernel/rights.ts';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { askedBy } from '#server/platform/http/asked-by.ts';
import { heavily } from '#server/platform/http/heavy-answer.ts';
import type { Door } from '#server/platform/http/serve.ts';
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

export const tags = ['Billing runs'];

/** Who looks at runs. @throws {Refusal} 403 without the right */
export function guardReading(request: FastifyRequest): Actor {
  return guard(request, 'see_billing');
}

const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'downloads of billing' });

const reading = async (request: FastifyRequest) => void guardReading(request);

/** The part of a route's options for a list that adds up whole runs, whichever page of it is asked for. */
export const readingWhole = { ...heavily, onRequest: reading };

/** The part of a route's options for what is read of whole runs or months: who looks at runs, a few at once. */
export const readingMuch = { ...heavily, config: fair.config, onRequest: [reading, fair.onRequest] };

/** Who works on runs. @throws {Refusal} 403 without the right */
export function guardBilling(request: FastifyRequest): Actor {
  return guard(request, 'run_billing');
}

function guard(request: FastifyRequest, ability: Ability): Actor {
  const actor = askedBy(request);
  demandAbility(actor, ability);
  return actor;
}

/** The door through which calls of billing come. */
export const billingDoor = (scope: FastifyInstance, { services }: BillingParts): Door =>
  openDoor(scope, services, fair);
