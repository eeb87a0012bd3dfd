import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { GREETING, type Outbox } from '#server/platform/mail/outbox.ts';
import { findRepeated } from '../../intake/repeated-lines.ts';
import { type BillingParts, guardBilling, runPage } from '../../runs/parts.ts';
import { reconcile } from '../../runs/reconciliation.ts';
import { keepLines, keepWorkbook } from './run-files.ts';

const WORKBOOK_JOB = 'billing_workbook';
const ATTEMPTS = 5;
const MAKE = 'Make the workbook';
const COMPARE = 'Look for lines that are alike';
const PACK = 'Pack the lines';
const MAIL = 'Mail the workbook';

const inputOf = z.object({ run: z.int() });

/** Enqueues the job that makes the files of a run, in the transaction that changed their contents. */
export async function enqueueWorkbook(
  tx: PoolClient,
  jobs: Jobs,
  run: number,
  { createdBy, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): Promise<JobRow> {
  return jobs.enqueue(tx, {
    kind: WORKBOOK_JOB,
    title: `Pre-AP workbook of billing run ${run}`,
    input: { run },
    createdBy,
    requestId,
  });
}

/** Makes the files of a run, and mails the workbook to who began it whenever the run comes to another state. */
export function workbookJob({ db, outbox, config }: BillingParts): JobKind {
  return {
    name: WORKBOOK_JOB,
    guard: guardBilling,
    attempts: ATTEMPTS,
    steps: [MAKE, COMPARE, PACK, MAIL],
    async run(context) {
      const { run } = inputOf.parse(context.input);
      await context.step(MAKE);
      const workbook = await keepWorkbook(db, run);
      await context.step(COMPARE);
      await findRepeated(db, run);
      await context.step(PACK);
      await keepLines(db, run);
      await context.step(MAIL);
      return async (tx) => {
        const mail = await mailOnce(tx, outbox, run, workbook.id, config.publicUrl, context.requestId);
        return { billing_run: run, file: workbook.name, ...(mail !== null && { mail }) };
      };
    },
  };
}

interface ProcessedRun {
  state: string;
  mailed_state: string | null;
  /** In how many postings a reviewed workbook differs that nobody has accepted. */
  differences: number;
  month: string;
  file_name: string;
  created_by: string;
}

const SENTENCES: Record<string, string> = {
  needs_review: 'Some of it found no place and must be worked through before it can be finalized.',
  ready: 'Everything found its place. It can be reviewed and finalized.',
};

const differing = (count: number) =>
  `The reviewed workbook differs in ${count === 1 ? 'a posting' : `${count} postings`}. Look at the differences, and accept them or hand in another one.`;

/** @returns the id of the mail; null where the run was mailed in this state already, or goes on meanwhile */
async function mailOnce(
  tx: PoolClient,
  outbox: Outbox,
  run: number,
  file: string,
  publicUrl: string,
  requestId: string,
): Promise<number | null> {
  const { rows } = await tx.query<ProcessedRun>(
    `SELECT state, mailed_state, coalesce(jsonb_array_length(review -> 'differences'), 0) AS differences, to_char(month, 'YYYY-MM') AS month, file_name, created_by FROM billing_runs
     WHERE id = $1 FOR UPDATE`,
    [run],
  );
  const [processed] = rows;
  const sentence =
    processed && (processed.differences > 0 ? differing(processed.differences) : SENTENCES[processed.state]);
  if (!processed || sentence === undefined || processed.state === processed.mailed_state) return null;
  // A workbook that another one has replaced meanwhile is mailed with that one's job.
  const kept = await tx.query('SELECT 1 FROM billing_files WHERE run_id = $1 AND file_id = $2', [run, file]);
  if (kept.rowCount === 0) return null;
  const sums = (await reconcile(tx, run)).map(
    (one) =>
      `  Invoice ${one.reference}: ${one.invoice} ${one.currency}, ${/[1-9]/.test(one.before) ? `booked before ${one.before}, ` : ''}postings ${one.postings}, unallocated ${one.unallocated}`,
  );
  await tx.query('UPDATE billing_runs SET mailed_state = state WHERE id = $1', [run]);
  return outbox.put(tx, {
    to: processed.created_by,
    subject: `Pre-AP workbook of billing run ${run}, ${processed.month}`,
    text: [
      GREETING,
      '',
      `Billing run ${run} of ${processed.file_name} was processed. ${sentence}`,
      '',
      ...sums,
      '',
      `The run: ${runPage(publicUrl, run)}`,
      '',
      'Skyledger',
      '',
    ].join('\n'),
    files: [file],
    createdBy: processed.created_by,
    requestId,
  });
}
