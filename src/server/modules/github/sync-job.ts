import { Refusal } from '#kernel/errors.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { databaseNow } from '#server/platform/database/clock.ts';
import { demandWhole } from '#server/platform/database/unlogged.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GitHub } from '#server/providers/github/interface.ts';
import { guardSeats } from './parts.ts';
import { applySeats } from './apply-seats.ts';
import { copilotApps, unlocked, type OrganizationApp } from './apps.ts';
import { READ_SEATS, readSeats } from './read-seats.ts';
import { keepFailure, keepReading } from './readings.ts';

/** Names the jobs that read the seats of Copilot. */
export const COPILOT_SYNC = 'copilot_sync';

/** The message where nobody has Copilot. */
const NONE =
  'No organization has Copilot here. Set Copilot Enabled of its GitHub App among the GitHub Org Applications.';

interface SyncParts {
  services: EngineServices;
  /** Null: no GitHub is named, and nothing may stand for it. */
  github: GitHub | null;
  /** When it is enqueued by itself, five fields; null: never. */
  cron: string | null;
}

/** The result of one organization; kept so that a repeated job reads only what failed. */
interface Reached {
  counts?: Record<string, number>;
  error?: string;
  /** Whether trying again may help. */
  away?: boolean;
  /** GitHub wants to be left alone for so many seconds. */
  pause?: number;
}

/**
 * Reads the seats of Copilot of every organization with Copilot. Each is by itself: its seats are applied once they were
 * read to their end, whatever becomes of the others; a reading that ends in the middle changes nothing. Where GitHub
 * gets too many calls, the job comes back for the organizations that are missing.
 */
export function copilotSyncJob({ services, github, cron }: SyncParts): JobKind {
  return {
    name: COPILOT_SYNC,
    guard: guardSeats,
    attempts: 3,
    ...(cron !== null && github !== null && { schedule: { cron, timeZone: 'UTC', title: 'Copilot sync' } }),
    async run(context) {
      if (!github) throw new Refusal(409, MISSING);
      const reached = { ...(context.reached as Record<string, Reached>) };
      const apps = await copilotApps(services.db);
      if (apps.length === 0) throw new Refusal(409, NONE);
      for (const [at, app] of apps.entries()) {
        context.progress(at, apps.length);
        if (reached[app.name]?.counts) continue;
        reached[app.name] = await readOrganization(services, github, app, context, reached);
        await context.save(reached);
      }
      const ends = apps.flatMap(({ name }) => reached[name] ?? []);
      const pauses = ends.flatMap(({ pause }) => pause ?? []);
      if (pauses.length > 0) return context.comeBack(Math.max(...pauses), reached);
      const errors = ends.flatMap(({ error }) => error ?? []);
      if (errors.length > 0) throw new Refusal(ends.some(({ away }) => away) ? 503 : 409, errors.join(' '));
      const counts = apps.flatMap(({ name }) =>
        Object.entries(reached[name]?.counts ?? {}).map(([what, count]) => ({
          label: `${name}: ${what}`,
          count,
        })),
      );
      return async () => ({ outcome: { counts, problems: [], problem_total: 0, file: null } });
    },
  };
}

/** Advice where GitHub is not named. */
export const MISSING =
  'The seats of Copilot are not read: no GitHub is named. Set GITHUB_API, such as https://api.github.com, and start the portal again.';

async function readOrganization(
  services: EngineServices,
  github: GitHub,
  app: OrganizationApp,
  { signal, requestId, save }: JobContext,
  reached: Readonly<Record<string, Reached>>,
): Promise<Reached> {
  const { db, registry } = services;
  const who: Who = {
    actor: { email: 'copilot-sync@skyledger.example', name: 'Copilot sync' },
    requestId,
    isMachine: true,
  };
  const key = app.name.toLowerCase();
  try {
    const since = await databaseNow(db);
    const pages = github.seats(await unlocked(services, app), app.name, signal);
    const seats = await readSeats(db, key, pages, signal);
    const { added, changed, gone } = await db.transaction(async (tx) => {
      // An attempt that was superseded applies nothing, nor does one whose rows are not all there.
      await save({ ...reached }, tx);
      await demandWhole(tx, app.name, { table: READ_SEATS, column: 'organization', value: key, rows: seats });
      const applied = await applySeats(tx, registry, { organization: app.name, since }, who);
      await keepReading(tx, app.name, seats);
      return applied;
    });
    return {
      counts: { 'seats read': seats, 'seats added': added, 'seats changed': changed, 'seats gone': gone },
    };
  } catch (error) {
    if (signal.aborted || !(error instanceof ProviderFailure)) throw error;
    await keepFailure(db, app.name, error.message);
    const pause = error.kind === 'busy' ? { pause: error.retryAfterSeconds ?? 60 } : {};
    return { error: error.message, away: error.kind !== 'refused', ...pause };
  }
}
