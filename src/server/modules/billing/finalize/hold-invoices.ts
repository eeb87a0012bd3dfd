import type { PoolClient } from 'pg';
import type { InvoiceAnswer } from '#calls/finalize.ts';
import { conflict, invalid, type FieldError } from '#kernel/errors.ts';
import { money } from '#kernel/written.ts';
import { WAITING_STATES } from '#kernel/billing/runs.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { keepTotals } from '../review/additions/change-invoice.ts';
import {
  inDecimals,
  type Invoice,
  pickInvoice,
  readInvoices,
  tooFine,
} from '../review/additions/find-invoice.ts';
import { sumAgain } from '../intake/sum-lines.ts';
import { HELD } from '../runs/held-against.ts';
import { addStep, demandState, type HeldRun } from '../runs/run.ts';

/** So many invoices are named in a sentence. */
const MOST_NAMED = 10;

interface Total extends Invoice {
  stated: string;
}
interface Checked extends Invoice {
  note: string;
}

/** Some entries as sentences, and how many there are beside them. */
function named<T>(all: readonly T[], write: (one: T) => string): string {
  const shown = all.slice(0, MOST_NAMED).map(write);
  if (all.length > MOST_NAMED) shown.push(`There are ${all.length - MOST_NAMED} more.`);
  return shown.join(' ');
}

/**
 * Keeps what a person says of invoices of an open run: totals, and how they were checked without one.
 * @returns whether a total differs from what the lines come to, so that the run has to be allocated anew before anybody
 * finalizes it
 * @throws {Refusal} 409 for a run that is not open, 422 for invoices that it does not have
 */
export async function answerInvoices(
  tx: PoolClient,
  run: HeldRun,
  answers: readonly InvoiceAnswer[],
  actor: Pick<Actor, 'email' | 'name'>,
): Promise<boolean> {
  if (answers.length === 0) return false;
  demandState(run, [...WAITING_STATES, 'final'], 'it cannot be finalized');
  demandState(run, WAITING_STATES, 'no total of it can be stated and no invoice confirmed');
  const { totals, checked } = await readAgainst(tx, run.id, answers);
  if (totals.length > 0) await stateTotals(tx, run.id, totals, actor.email);
  if (checked.length > 0) await confirm(tx, run.id, checked, actor);
  if (totals.every(({ stated, total }) => stated === total)) return false;
  await sumAgain(tx, run.id);
  return true;
}

/** The invoices that answers are about. @throws {Refusal} 422 that names every answer that fits none */
async function readAgainst(
  tx: PoolClient,
  run: number,
  answers: readonly InvoiceAnswer[],
): Promise<{ totals: Total[]; checked: Checked[] }> {
  const invoices = await readInvoices(tx, run);
  const byNumber = new Map(invoices.map((one) => [one.n, one]));
  const errors: FieldError[] = [];
  const seen = new Set<number>();
  const totals: Total[] = [];
  const checked: Checked[] = [];
  answers.forEach(({ total, note, ...wanted }, at) => {
    const wrong = (field: string, message: string) =>
      errors.push({ field: `invoices.${at}.${field}`, message });
    const own = wanted.n ? byNumber.get(wanted.n) : undefined;
    const found = pickInvoice(run, own ? [own] : invoices, wanted);
    if (typeof found === 'string') return wrong('reference', found);
    if (seen.has(found.n)) return wrong('reference', `Invoice ${found.reference} is there twice.`);
    seen.add(found.n);
    if (note) return checked.push({ ...found, note });
    const stated = inDecimals(total ?? '', found);
    return stated === null ? wrong('total', tooFine(found)) : totals.push({ ...found, stated });
  });
  if (errors.length > 0) throw invalid(errors);
  return { totals, checked };
}

async function stateTotals(tx: PoolClient, run: number, totals: readonly Total[], by: string): Promise<void> {
  await keepTotals(
    tx,
    run,
    totals.map(({ n, stated }) => ({ n, total: stated })),
    by,
  );
  const [first] = totals;
  const only = totals.length === 1 && first;
  await addStep(tx, run, {
    name: only
      ? `State ${money(only.stated, only.currency)} as the total of invoice ${only.reference}`
      : `State the totals of ${totals.length} invoices`,
    ...(!only && {
      detail: named(totals, ({ reference, stated, currency }) => `${reference}: ${money(stated, currency)}.`),
    }),
    by,
    done: true,
  });
}

async function confirm(
  tx: PoolClient,
  run: number,
  checked: readonly Checked[],
  { email: by, name }: Pick<Actor, 'email' | 'name'>,
): Promise<void> {
  await tx.query(
    `UPDATE billing_invoices i SET checked_by = $3, checked_name = $4, checked_at = now(), checked_note = given.note,
       checked_total = round(total, decimals)
     FROM jsonb_to_recordset($2) AS given(n smallint, note text) WHERE i.run_id = $1 AND i.n = given.n`,
    [run, JSON.stringify(checked.map(({ n, note }) => ({ n, note }))), by, name],
  );
  const [first] = checked;
  const only = checked.length === 1 && first;
  await addStep(tx, run, {
    name: only
      ? `Confirm ${money(only.total, only.currency)} of invoice ${only.reference} without a stated total`
      : `Confirm ${checked.length} invoices without a stated total`,
    detail: only
      ? only.note
      : named(checked, (one) => `${one.reference}, ${money(one.total, one.currency)}: ${one.note}`),
    by,
    done: true,
  });
}

/** Keeps that whoever hands in a reviewed workbook confirms the invoices of its run that are held against nothing. */
export async function confirmByReview(
  tx: PoolClient,
  run: Pick<HeldRun, 'id'>,
  version: number,
  actor: Pick<Actor, 'email' | 'name'>,
): Promise<void> {
  const note = `Reviewed in the Pre-AP workbook, version ${version}.`;
  const checked = (await heldAgainstNothing(tx, run.id)).map((one) => ({ ...one, note }));
  if (checked.length > 0) await confirm(tx, run.id, checked, actor);
}

/** @throws {Refusal} 409 that names the invoices which are held against nothing, and how to answer */
export async function demandHeld(tx: PoolClient, run: Pick<HeldRun, 'id'>): Promise<void> {
  const open = await heldAgainstNothing(tx, run.id);
  if (open.length === 0) return;
  const errors = open.slice(0, MOST_NAMED).map(({ n, reference, currency, total }) => ({
    field: reference,
    message: `Invoice ${reference} (n ${n}), whose lines come to ${money(total, currency)}, is held against nothing.`,
  }));
  const shown = errors.map(({ message }) => message);
  if (open.length > MOST_NAMED) shown.push(`There are ${open.length - MOST_NAMED} more.`);
  throw conflict(
    `Run ${run.id} cannot be finalized yet. ${shown.join(' ')} State the total of each or say how it was checked: ` +
      'in invoices, a list of {"n", "total"} or {"n", "note"}.',
    { errors },
  );
}

async function heldAgainstNothing(tx: PoolClient, run: number): Promise<Invoice[]> {
  const { rows } = await tx.query<Invoice>(
    `SELECT n, reference, cloud, currency, decimals, round(total, decimals)::text AS total
     FROM billing_invoices WHERE run_id = $1 AND ${HELD} = 'nothing' ORDER BY n`,
    [run],
  );
  return rows;
}
