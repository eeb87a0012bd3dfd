import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Existing } from '#calls/existing.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { FETCHED_CLOUDS } from '#kernel/billing/sources.ts';
import { conflict } from '#kernel/errors.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { readInvoices } from '../review/additions/find-invoice.ts';
import { keepAccrual, reverseAccrual } from '../close/keep-accrual.ts';
import { monthAfter, monthWords } from '../runs/months.ts';
import { cloudName } from '#kernel/clouds.ts';
import { beginFinalizing } from '../finalize/begin-finalizing.ts';
import { FINALIZATION } from '../finalize/finalize-job.ts';
import { answerInvoices } from '../finalize/hold-invoices.ts';
import { RUNNING } from '../reports/running/running-job.ts';
import { guardBilling, type BillingParts } from '../runs/parts.ts';
import { keepBill } from '../intake/begin/bill-files.ts';
import { NOTHING_STATED } from '../intake/begin/bill-written.ts';
import { INTAKE } from '../runs/job-kinds.ts';
import { holdRun } from '../runs/run.ts';
import { createRun } from '../intake/begin/take-file.ts';
import { enqueueFetch } from '../intake/sources/enqueue-fetch.ts';
import { FETCH } from '../intake/sources/fetch-job.ts';
import { isWaiting } from '../runs/run-states.ts';

/** Names the job that brings the bills of the example. */
export const EXAMPLE_BILLS = 'example_bills';

/** In whose name the example is made, and the bills of it that nobody fetches. */
export interface ExampleBills {
  actor: Pick<Actor, 'email' | 'name'>;
  /** GitHub's usage report of a month, YYYY-MM. */
  usageReport: (month: string, isNewest: boolean) => Promise<string>;
  /** The bill of a closed month as Azure corrects it later. */
  correctedAzureBill: (month: string) => Promise<string>;
}

export const exampleInput = z.object({ newest: z.string() });
const reachedOf = z.object({ stage: z.int() });

const LOOK_AGAIN_SECONDS = 1;
const NOTE = 'Compared with the PDF of the invoice.';

interface Parts extends Pick<BillingParts, 'db' | 'jobs'> {
  example: ExampleBills;
}

/** A bill that is sent. */
interface Sent {
  provider: BillProvider;
  month: string;
  name: string;
  text: string;
  reference: string | null;
  existing: Existing | null;
}

/** The next work, once all work that was enqueued before is over. */
interface Stage {
  name: string;
  /** Bills that are sent, made before anything is held. */
  sends: () => Promise<Sent[]>;
  work: (tx: PoolClient) => Promise<void>;
}

/**
 * Brings three months of bills for all providers by the ways that people take: fetched or sent, then confirmed, booked and
 * accrued. Two months are closed, one of them with an invoice that was corrected afterwards, and the newest one is open; then the
 * running month is read. It comes
 * back until the work that it enqueued is done, and begins each stage once, however often it is begun.
 */
export function exampleJob(parts: Parts): JobKind {
  return {
    name: EXAMPLE_BILLS,
    attempts: 3,
    steps: STEPS,
    guard: guardBilling,
    async run(context) {
      const { newest } = exampleInput.parse(context.input);
      const { createdBy, requestId } = context;
      const at = reachedOf.safeParse(context.reached).data?.stage ?? 0;
      if (await isUnderWay(parts, context)) return context.comeBack(LOOK_AGAIN_SECONDS, { stage: at });
      const stage = stagesOf(parts, newest, context)[at];
      if (!stage)
        return async (tx) => {
          const { kind, title } = RUNNING;
          await parts.jobs.enqueue(tx, { kind, title, input: { quiet: true }, createdBy, requestId });
          return { months: 3 };
        };
      await context.step(stage.name);
      const sent = await Promise.all((await stage.sends()).map((bill) => keepSent(parts, bill)));
      await parts.db.transaction(async (tx) => {
        for (const { bill, kept } of sent) await beginSent(parts, tx, bill, kept, context);
        await stage.work(tx);
        await context.save({ stage: at + 1 }, tx);
      });
      for (const kind of [FETCH, INTAKE, FINALIZATION]) parts.jobs.wake(kind);
      return context.comeBack(LOOK_AGAIN_SECONDS, { stage: at + 1 });
    },
  };
}

const STEPS = [
  'Fetch the first month',
  'Book it, and fetch the second month',
  'Book that, and fetch the newest month',
  'Book the difference',
] as const;

/** The stages in their order. Accruals take the place of what had not come by then. */
function stagesOf({ jobs, example }: Parts, newest: string, context: JobContext): Stage[] {
  const [first, second] = [monthAfter(newest, -2), monthAfter(newest, -1)];
  const { createdBy: by, requestId } = context;
  const who = { email: by, requestId };
  const fetchAll = async (tx: PoolClient, month: string) => {
    for (const provider of FETCHED_CLOUDS) await enqueueFetch(tx, jobs, { provider, month, by, requestId });
  };
  const report = async (month: string): Promise<Sent> => ({
    provider: 'github',
    month,
    name: `github-usage-${month}.csv`,
    text: await example.usageReport(month, month === newest),
    reference: `GH${month.replace('-', '')}`,
    existing: null,
  });
  const corrected = async (): Promise<Sent> => ({
    provider: 'azure',
    month: first,
    name: `azure-${first}-corrected.csv`,
    text: await example.correctedAzureBill(first),
    reference: null,
    existing: 'difference',
  });
  const accrue = (tx: PoolClient, provider: BillProvider, month: string) =>
    keepAccrual(tx, { provider, month, percent: '100' }, who);
  return [
    {
      name: STEPS[0],
      sends: async () => [await report(first)],
      work: (tx) => fetchAll(tx, first),
    },
    {
      name: STEPS[1],
      sends: async () => [await report(second)],
      work: async (tx) => {
        await bookMonth(tx, jobs, first, example, context);
        await fetchAll(tx, second);
      },
    },
    {
      name: STEPS[2],
      sends: async () => [await report(newest), await corrected()],
      work: async (tx) => {
        const accrual = await accrue(tx, 'gcp', second);
        await bookMonth(tx, jobs, second, example, context);
        await reverseAccrual(tx, accrual, by);
        await fetchAll(tx, newest);
      },
    },
    {
      name: STEPS[3],
      sends: async () => [],
      work: async (tx) => {
        await bookMonth(tx, jobs, first, example, context);
        await accrue(tx, 'aws', newest);
      },
    },
  ];
}

/**
 * Whether work of the example is under way; the workbooks of runs are not waited for.
 * @throws {Refusal} 409 that names what has failed
 */
async function isUnderWay({ db }: Parts, { id, requestId }: JobContext): Promise<boolean> {
  const { rows } = await db.query<{ state: string; title: string; error: string | null }>({
    text: `SELECT state, title, error FROM jobs WHERE request_id = $1 AND id <> $2 AND kind <> 'billing_workbook'
      AND state IN ('queued', 'running', 'failed')`,
    values: [requestId, id],
  });
  const failed = rows.find(({ state }) => state === 'failed');
  if (failed) throw conflict(`${failed.title} has failed: ${failed.error ?? 'it says no more.'}`);
  return rows.length > 0;
}

async function keepSent({ db, example }: Parts, bill: Sent) {
  const file = { name: bill.name, by: example.actor.email };
  return {
    bill,
    kept: await keepBill(db, file, Readable.from([Buffer.from(bill.text)], { objectMode: false })),
  };
}

/** Begins the run of a bill that was sent, as an upload does. */
async function beginSent(
  { jobs }: Parts,
  tx: PoolClient,
  { provider, month, name, reference, existing }: Sent,
  kept: Awaited<ReturnType<typeof keepBill>>,
  { createdBy, requestId }: JobContext,
): Promise<void> {
  const wanted = {
    provider,
    month,
    name,
    reference,
    existing,
    amortised: false,
    currency: null,
    postingDay: null,
  };
  const job = randomUUID();
  const run = await createRun(tx, { ...wanted, written: NOTHING_STATED }, [kept], {
    job,
    by: createdBy,
    requestId,
  });
  const title = `Billing run of ${monthWords(month)} from ${cloudName(provider)}`;
  await jobs.enqueue(tx, { kind: INTAKE, title, input: { run }, createdBy, requestId }, job);
}

/** Books the open runs that the example has of a month. What AWS charges is held against a total, everything else confirmed. */
async function bookMonth(
  tx: PoolClient,
  jobs: Parts['jobs'],
  month: string,
  { actor: { email, name } }: ExampleBills,
  { requestId }: JobContext,
): Promise<void> {
  const actor: Actor = { email, name, roles: [], via: 'token' };
  const { rows } = await tx.query<{ id: number; provider: string }>(
    `SELECT id, provider FROM billing_runs r WHERE month = $1 AND request_id = $2 AND ${isWaiting('r')} ORDER BY id`,
    [`${month}-01`, requestId],
  );
  for (const { id, provider } of rows) {
    const run = await holdRun(tx, id);
    const invoices = await readInvoices(tx, id);
    const answers = invoices.map(({ n, total }) => ({
      invoice: { n, reference: null, currency: null, provider: null },
      ...(provider === 'aws' ? { total, note: null } : { total: null, note: NOTE }),
    }));
    await answerInvoices(tx, run, answers, actor);
    await beginFinalizing(tx, jobs, run, ['cloud_bills'], { actor, requestId, quiet: true });
  }
}
