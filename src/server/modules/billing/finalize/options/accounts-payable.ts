import type { PoolClient } from 'pg';
import { type BillingParts, runPage } from '../../runs/parts.ts';
import { reconcile } from '../../runs/reconciliation.ts';
import { type FinalizedRun, monthOf } from './option.ts';
import { GREETING } from '#server/platform/mail/outbox.ts';

interface Letter {
  to: string;
  subject: string;
  /** The first sentence. */
  what: string;
  /** The text about the invoices. */
  more: string;
  files: readonly string[];
}

/** Mails what happened to the invoices of a run. */
export async function mailInvoices(
  tx: PoolClient,
  { outbox, config }: Pick<BillingParts, 'outbox' | 'config'>,
  run: FinalizedRun,
  { to, subject, what, more, files }: Letter,
): Promise<void> {
  const invoices = await reconcile(tx, run.id);
  await outbox.put(tx, {
    to,
    subject: `${subject} of billing run ${run.id}, ${monthOf(run)}`,
    text: [
      GREETING,
      '',
      `${run.by.name ?? run.by.email} ${what} billing run ${run.id} of ${run.file_name}, charged for ${monthOf(run)}:`,
      '',
      ...invoices.map(
        ({ reference, invoice, before, postings, currency }) =>
          `  Invoice ${reference}: ${invoice} ${currency}${
            /[1-9]/.test(before)
              ? `, of which ${before} are booked before and ${postings} are booked by this run`
              : ''
          }`,
      ),
      '',
      more,
      '',
      `The run: ${runPage(config.publicUrl, run.id)}`,
      '',
      'Skyledger',
      '',
    ].join('\n'),
    files,
    createdBy: run.by.email,
    requestId: run.requestId,
  });
}

/** Notifies whoever was mailed the invoices of a run that it was reversed; nobody where nobody was. */
export async function mailReversal(tx: PoolClient, parts: BillingParts, run: FinalizedRun): Promise<void> {
  const { rows } = await tx.query<{ asked_by: string }>(
    `SELECT asked_by FROM billing_options WHERE run_id = $1 AND name = 'send_invoices' AND state = 'done'`,
    [run.id],
  );
  if (!rows[0]) return;
  await mailInvoices(tx, parts, run, {
    to: parts.config.apEmail ?? rows[0].asked_by,
    subject: 'Reversal',
    what: 'reversed',
    more: 'What was mailed of these invoices does not hold any more.',
    files: [],
  });
}
