import type { DirectoryLoss } from '#calls/directory.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import { readAccess } from '../access/read-access.ts';
import type { AccessSource } from '../access/source.ts';
import { summarize } from '../access/summarize.ts';
import { applyReading, cursorsOf } from './apply.ts';
import type { Prefixes } from './apply-groups.ts';
import { lossesOf } from './losses.ts';
import { demandRead, readGroups, readPeople } from './read.ts';

/** Names the jobs that read the directory and who may do what in the clouds. */
export const DIRECTORY_SYNC = 'directory_sync';

/** In whose name contacts are changed. */
export const syncActor = { email: 'directory-sync@skyledger.example', name: 'Directory sync' };

const PEOPLE = 'Read people';
const GROUPS = 'Read groups';
const COMPARE = 'Compare';
const SUM_UP = 'Sum up';
const stepOf = ({ name }: AccessSource) => `Read access to ${name}`;

/** Where the directory requests a pause and does not say how long. */
const PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3600;

export interface DirectorySyncParts {
  db: Database;
  registry: Registry;
  directory: Directory;
  sources: readonly AccessSource[];
  prefixes: Prefixes;
  /** When it is enqueued by itself, five fields; null: never. */
  cron: string | null;
}

/** The result of reading a source, or its error; kept so that a repeated job reads only what failed. */
interface Reached {
  counts?: Record<string, number>;
  error?: string;
  /** The losses, where it failed because of them. */
  losses?: readonly DirectoryLoss[];
  /** Whether trying again may help. */
  away?: boolean;
  /** The provider requests a pause of so many seconds. */
  busySeconds?: number;
}

/**
 * Reads people and groups of the directory, then who may do what in each cloud, and sums up. Each of them is by itself:
 * its data is applied once it was read to its end, whatever happens to the others. Where one requests a pause, the job
 * comes back.
 */
export function directorySyncJob(parts: DirectorySyncParts): JobKind {
  const { db, sources, cron } = parts;
  return {
    name: DIRECTORY_SYNC,
    attempts: 3,
    steps: [PEOPLE, GROUPS, COMPARE, ...sources.map(stepOf), SUM_UP],
    ...(cron !== null && { schedule: { cron, timeZone: 'UTC', title: 'Directory sync' } }),
    async run(context) {
      const reached = { ...(context.reached as Record<string, Reached>) };
      const read = async (name: string, reading: () => Promise<Record<string, number>>) => {
        if (reached[name]?.counts) return;
        reached[name] = await readingOf(context, reading);
        await context.save({ ...reached });
      };
      // The clouds are read even where the directory requests a pause.
      await read('Directory', () => readDirectory(parts, context, reached));
      for (const source of sources) {
        await context.step(stepOf(source));
        await read(source.name, async () => {
          const { permissionSets, assignments, unknown } = await readAccess(
            { db, signal: context.signal, acceptLosses: acceptsLosses(context) },
            source,
          );
          return {
            'permission sets': permissionSets,
            assignments,
            'unknown to the directory': unknown.total,
          };
        });
      }
      await context.step(SUM_UP);
      await db.transaction((tx) => summarize(tx));
      return outcomeOf(context, reached);
    },
  };
}

const acceptsLosses = ({ input }: JobContext) => input['accept_losses'] === true;

/** One source, whose failure is kept in place of its counts. */
async function readingOf(
  { signal }: JobContext,
  reading: () => Promise<Record<string, number>>,
): Promise<Reached> {
  try {
    return { counts: await reading() };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ProviderFailure && error.kind === 'busy')
      return { error: error.message, busySeconds: error.retryAfterSeconds ?? PAUSE_SECONDS };
    if (error instanceof ProviderFailure) return { error: error.message, away: error.kind !== 'refused' };
    if (error instanceof Refusal && error.status < 500)
      return { error: error.message, losses: lossesOf(error.details) };
    throw error;
  }
}

async function readDirectory(
  { db, registry, directory, prefixes }: DirectorySyncParts,
  context: JobContext,
  reached: Record<string, Reached>,
): Promise<Record<string, number>> {
  const { signal, id: job, requestId, save, step } = context;
  const reading = { db, signal, job, guard: (tx: Parameters<typeof save>[1]) => save({ ...reached }, tx) };
  const { cursors } = await cursorsOf(db);
  await step(PEOPLE);
  const people = await readPeople(reading, directory, cursors.people);
  await step(GROUPS);
  const groups = await readGroups(reading, directory, cursors.groups);
  await step(COMPARE);
  const who: Who = { actor: syncActor, requestId, isMachine: true };
  return db.transaction(async (tx) => {
    await reading.guard(tx);
    await demandRead(tx, job, { people, groups });
    const acceptLosses = acceptsLosses(context);
    return applyReading(tx, { registry, prefixes, who, acceptLosses }, { people, groups });
  });
}

function outcomeOf(context: JobContext, reached: Readonly<Record<string, Reached>>) {
  const all = Object.entries(reached);
  const waits = all.flatMap(([, { busySeconds }]) => busySeconds ?? []);
  // First of all: a job that fails throws away the rows read so far from whoever requests a pause.
  if (waits.length > 0)
    return context.comeBack(Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, ...waits)), { ...reached });
  const errors = all.flatMap(([, { error }]) => error ?? []);
  if (errors.length > 0) {
    const isAway = all.some(([, { away }]) => away);
    const losses = all.flatMap(([, { losses: of = [] }]) => of);
    const details = losses.length > 0 ? { losses } : {};
    throw new Refusal(isAway ? 503 : 409, errors.join(' '), { details });
  }
  const counts = all.flatMap(([name, { counts: of = {} }]) =>
    Object.entries(of).map(([what, count]) => ({ label: `${name}: ${what}`, count })),
  );
  return async () => ({ outcome: { counts, problems: [], problem_total: 0, file: null } });
}
