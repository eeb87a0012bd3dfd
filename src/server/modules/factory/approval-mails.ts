import type { PoolClient } from 'pg';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { kindName, put } from './ledger/mails.ts';
import { holdDeployment, type DeploymentRow } from './ledger/rows.ts';
import type { FactoryParts } from './parts.ts';

type Parts = Pick<FactoryParts, 'outbox' | 'config'>;

const mailParts = ({ outbox, config }: Parts) => ({ outbox, publicUrl: config.publicUrl });

/** Mails those who decide that a request waits for them, and the requester where it is decided. */
export async function mailApproval(
  tx: PoolClient,
  parts: Parts,
  id: number,
  { label }: Pick<CloudRequest, 'label'>,
  who: Who,
): Promise<void> {
  const row = await holdDeployment(tx, id);
  const intro = `${row.requested_by} asks for the ${label} ${row.name}.`;
  await put(tx, mailParts(parts), row, who, {
    to: parts.config.ccoeEmail,
    subject: `${label} ${row.name} waits for your approval`,
    lines: [
      intro,
      `Cost center: ${row.cost_center ?? 'none'}. Owner: ${row.owner ?? 'none'}.`,
      'Somebody else than the requester approves or declines it here:',
    ],
  });
  if (row.requested_by === parts.config.ccoeEmail) return;
  await put(tx, mailParts(parts), row, who, {
    to: row.requested_by,
    subject: `${label} ${row.name} waits for approval`,
    lines: [`Your request for the ${label} ${row.name} waits until somebody else has approved it here:`],
  });
}

/** Mails the decision and its reason to the requester. */
export async function mailDecision(
  tx: PoolClient,
  parts: Parts,
  row: DeploymentRow,
  { approved, reason }: { approved: boolean; reason: string },
  who: Who,
): Promise<void> {
  const what = `${kindName(row.kind)} ${row.name}`;
  await put(tx, mailParts(parts), row, who, {
    to: row.requested_by,
    subject: `${what} was ${approved ? 'approved' : 'declined'}`,
    lines: [
      `${who.actor.name ?? who.actor.email} ${approved ? 'approved' : 'declined'} your request for the ${what}.`,
      '',
      reason,
    ],
  });
}
