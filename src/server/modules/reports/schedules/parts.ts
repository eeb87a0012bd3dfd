import type { PoolClient } from 'pg';
import type { Resource } from '#kernel/resource.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Role } from '#server/platform/base/actor.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { ReportParts } from '../report-job.ts';
import type { ServedReport } from '../served.ts';

/** The rows of a saved view, as a query of its list. */
export interface ScheduledView {
  name: string;
  resource: Resource;
  query: Record<string, string>;
}

/** What schedules are made and done with. */
export interface ScheduleParts extends ReportParts {
  config: Config;
  log: Log;
  queue: Queue;
  jobs: Jobs;
  reports: readonly ServedReport[];
  /**
   * A saved view that somebody sees; null where they see none of this id.
   * @throws {Refusal} 422 where its list does not take all of it any more
   */
  viewOf: (runner: Runner, email: string, id: number) => Promise<ScheduledView | null>;
  /** The roles that somebody has now, as far as it is known without them. */
  rolesNow: (runner: Runner, email: string) => Promise<Role[]>;
  /** Keeps the roles of somebody of whom no sign-in is known. */
  keepFirstRoles: (tx: PoolClient, person: { email: string; roles: readonly Role[] }) => Promise<void>;
}
