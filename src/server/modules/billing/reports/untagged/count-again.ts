import type { PoolClient } from 'pg';
import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import type { JobOutcome } from '#kernel/work.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { guardBilling } from '../../runs/parts.ts';
import { billLines } from '../../intake/bill-lines.ts';
import { linesTable, sumByTags } from '../../intake/sum-lines.ts';
import { copyLines } from '../../intake/take-in.ts';
import { fetchBill, readOptionsOf, withOwnFolder } from '../../intake/begin/fetch-bill.ts';
import { holdRun } from '../../runs/run.ts';
import { poolTagsUnread, wantedTags } from '../../runs/rules.ts';
import { isWaiting } from '../../runs/run-states.ts';

/** Names the jobs that count the tags of runs which were read before tags were counted. */
export const COUNT_TAGS = 'billing_tag_count';

const READ = 'Read the files again';
const inputOf = z.object({ month: z.string() });

/**
 * The runs of a month, YYYY-MM, whose tags nobody has counted, and the open ones in which a tag was not looked for by which a pool of
 * the rules takes lines; the oldest first.
 */
export async function uncountedRuns(runner: Runner, month: string): Promise<number[]> {
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT id FROM billing_runs r WHERE month = $1::date
         AND (tag_keys IS NULL AND (${isWaiting('r')} OR r.state = 'final') OR ${isWaiting('r')} AND ${poolTagsUnread('r')})
       ORDER BY id`,
    values: [`${month}-01`],
  });
  return rows.map(({ id }) => id);
}

/**
 * Counts what lines of runs lack that were read before tags were counted, from the files that they came from. Nothing else of
 * a run changes, so it may be final. Each run is committed by itself: another attempt goes on with the next one. A run whose file
 * cannot be read any more is left out and named with the reason, and the others are counted. Where no run can be counted, the
 * job fails.
 */
export function countTagsJob(parts: { db: Database; folder: string }): JobKind {
  return {
    name: COUNT_TAGS,
    guard: guardBilling,
    attempts: 3,
    steps: [READ],
    async run(context) {
      const { month } = inputOf.parse(context.input);
      await context.step(READ);
      let count = 0;
      const problems: JobOutcome['problems'] = [];
      for (const id of await uncountedRuns(parts.db, month)) {
        const refusal = await countAgain(parts, context, id).catch(refusedFile);
        if (refusal) problems.push({ place: `Run ${id}`, message: refusal.message });
        else count += 1;
      }
      if (count === 0 && problems.length > 0) throw noneCounted(problems);
      const outcome: JobOutcome = {
        counts: [{ label: 'Billing runs counted', count }],
        problems,
        problem_total: problems.length,
        file: null,
      };
      return async () => ({ billing_runs: count, outcome });
    },
  };
}

/** Why a file is refused. @throws what is no fault of the file, and may do another time */
function refusedFile(error: unknown): Refusal {
  if (error instanceof Refusal && error.status < 500) return error;
  throw error;
}

const noneCounted = (problems: JobOutcome['problems']) =>
  new Refusal(422, problems.map(({ place, message }) => `${place}: ${message}`).join(' '));

async function countAgain(
  { db, folder }: { db: Database; folder: string },
  { signal, progress }: JobContext,
  id: number,
): Promise<void> {
  await withOwnFolder(folder, async (own) => {
    const files = await fetchBill(db, id, own);
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      const run = await holdRun(tx, id);
      await tx.query('CREATE TEMPORARY TABLE lines_again (LIKE billing_lines) ON COMMIT DROP');
      await tx.query(`ALTER TABLE lines_again ALTER run_id SET DEFAULT ${Number(id)}`);
      // Its amounts are booked already: what was once read without a question is read again so.
      const options = { ...readOptionsOf(run), poolTags: await wantedTags(tx) };
      const written = {
        decimalSign: options.decimalSign ?? '.',
        dateOrder: options.dateOrder ?? 'month_first',
      } as const;
      const lines = billLines({ files, ...options, ...written, wasAccepted: true }, signal, progress);
      const { tagNames, poolTags } = await copyLines(tx, 'lines_again', lines);
      if (tagNames.length > 0) await takeOver(tx, id);
      await tx.query('UPDATE billing_runs SET tag_keys = $2, pool_tags = $3 WHERE id = $1', [
        id,
        tagNames,
        JSON.stringify(poolTags),
      ]);
    });
  });
}

/** A line is known again by its row in the file. */
async function takeOver(tx: PoolClient, id: number): Promise<void> {
  await tx.query('ANALYZE lines_again');
  await tx.query(
    `UPDATE ${linesTable(id)} l SET lacks = a.lacks, pool_tags = a.pool_tags FROM lines_again a WHERE a.line = l.line AND l.line > 0`,
  );
  await tx.query('DELETE FROM billing_tag_sums WHERE run_id = $1', [id]);
  await sumByTags(tx, id);
}
