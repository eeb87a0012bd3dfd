import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { conflict } from '#kernel/errors.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { dropDoubled } from '../allocation/copilot/doubled.ts';
import { addStep, CHANGED, demandState, type HeldRun } from '../runs/run.ts';
import { blockingProblems, notBalanced } from './balance.ts';
import { FINALIZATION } from './finalize-job.ts';
import { demandHeld } from './hold-invoices.ts';
import { options } from './options/all.ts';
import { OPTION_NAMES, type OptionName } from '#calls/runs.ts';
import { WAITING_STATES } from '#kernel/billing/runs.ts';

/** The options whose flags are set. */
export const optionsIn = (flags: { [name in OptionName]?: boolean | null | undefined }): OptionName[] =>
  OPTION_NAMES.filter((name) => flags[name] === true);

/**
 * Begins to finalize a run that is held, in the transaction of the caller: the options wait, and a job does them. A run
 * that is final already takes the options that it has not done.
 * @param quiet whether nobody is mailed of the budgets that it reaches
 * @throws {Refusal} 409 where something prevents it, with amounts and places, or an invoice is held against nothing
 */
export async function beginFinalizing(
  tx: PoolClient,
  jobs: Jobs,
  run: HeldRun,
  wanted: readonly OptionName[],
  { actor, requestId, quiet = false }: { actor: Actor; requestId: string; quiet?: boolean },
): Promise<JobRow> {
  demandState(run, [...WAITING_STATES, 'final'], 'it cannot be finalized');
  if (run.state === 'final') await demandNews(tx, run.id, wanted);
  else {
    const problems = await blockingProblems(tx, run);
    if (problems.length > 0) throw notBalanced(run.id, problems);
    await demandHeld(tx, run);
    await dropDoubled(tx, run.id);
    // The options that an earlier try requested and could not do.
    await tx.query('DELETE FROM billing_options WHERE run_id = $1', [run.id]);
  }
  await tx.query(
    `INSERT INTO billing_options AS o (run_id, name, state, asked_by) SELECT $1, name, 'waiting', $3 FROM unnest($2::text[]) AS wanted(name)
     ON CONFLICT (run_id, name) DO UPDATE SET state = 'waiting', note = NULL, asked_by = $3, asked_at = now(), finished_at = NULL
     WHERE o.state <> 'done'`,
    [run.id, wanted, actor.email],
  );
  const named = options.filter(({ name }) => wanted.includes(name)).map(({ step }) => step);
  const detail = named.length > 0 ? `${named.join(', ')}.` : 'Nothing else was requested.';
  await addStep(tx, run.id, { name: 'Finalize', by: actor.email, done: true, detail });
  const job = {
    kind: FINALIZATION,
    title: `Finalization of billing run ${run.id}`,
    input: { run: run.id, by: { email: actor.email, name: actor.name }, quiet },
    createdBy: actor.email,
    requestId,
  };
  const row = await jobs.enqueue(tx, job, randomUUID());
  await tx.query(
    `UPDATE billing_runs SET state = 'finalizing', error = NULL, job_id = $2, ${CHANGED},
       finalized_unasked = finalized_unasked AND $3 WHERE id = $1`,
    [run.id, row.id, run.state === 'final'],
  );
  return row;
}

async function demandNews(tx: PoolClient, id: number, wanted: readonly OptionName[]): Promise<void> {
  const { rows } = await tx.query<{ name: OptionName }>(
    `SELECT name FROM billing_options WHERE run_id = $1 AND state = 'done'`,
    [id],
  );
  const done = new Set(rows.map(({ name }) => name));
  if (wanted.some((name) => !done.has(name))) return;
  throw conflict(`Run ${id} is final already, and everything that was requested is done.`);
}
