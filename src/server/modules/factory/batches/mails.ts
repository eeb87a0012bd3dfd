import type { PoolClient } from 'pg';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { kindName, putWithPage } from '../ledger/mails.ts';
import type { FactoryParts } from '../parts.ts';
import type { StoredBatch } from './store.ts';

type Parts = Pick<FactoryParts, 'outbox' | 'config'>;

/** Where a batch is followed and decided about. */
export const pageOf = ({ config }: Pick<Parts, 'config'>, { id }: Pick<StoredBatch, 'id'>) =>
  `${config.publicUrl}/auth/request-batches/${id}`;

/** '3 AWS Accounts' */
const words = (kind: string, count: number) => `${count} ${kindName(kind)}${count === 1 ? '' : 's'}`;

/** Mails those who decide that a batch waits for them, and its requester: one mail each, however many requests it has. */
export async function mailBatchApproval(
  tx: PoolClient,
  parts: Parts,
  batch: StoredBatch,
  count: number,
  who: Who,
): Promise<void> {
  const what = words(batch.kind, count);
  const wait = count === 1 ? 'waits' : 'wait';
  const { ccoeEmail } = parts.config;
  await putWithPage(tx, parts, pageOf(parts, batch), who, {
    to: ccoeEmail,
    subject: `${what} ${wait} for your approval`,
    lines: [
      batch.reason === null
        ? `${batch.requested_by} asks for ${what} with the worksheet ${batch.file_name}.`
        : `${batch.requested_by} asks for ${what}: ${batch.reason}`,
      'Somebody else than the requester approves or declines all of them at once here:',
    ],
  });
  if (batch.requested_by === ccoeEmail) return;
  await putWithPage(tx, parts, pageOf(parts, batch), who, {
    to: batch.requested_by,
    subject: `${what} ${wait} for approval`,
    lines: [`Your requests for ${what} wait until somebody else has approved them here:`],
  });
}

/** Mails the decision about a batch and its reason to the requester. */
export async function mailBatchDecision(
  tx: PoolClient,
  parts: Parts,
  batch: StoredBatch,
  { approved, count, reason }: { approved: boolean; count: number; reason: string },
  who: Who,
): Promise<void> {
  const what = words(batch.kind, count);
  const deed = approved ? 'approved' : 'declined';
  await putWithPage(tx, parts, pageOf(parts, batch), who, {
    to: batch.requested_by,
    subject: `${what} ${count === 1 ? 'was' : 'were'} ${deed}`,
    lines: [`${who.actor.name ?? who.actor.email} ${deed} your requests for ${what}.`, '', reason],
  });
}
