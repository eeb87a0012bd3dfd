import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Runner } from '#server/platform/database/database.ts';
import type { AwaitedWebhooks } from './awaited.ts';

/** A question to a webhook about an account. */
export interface Question {
  id: number;
  deployment_id: number;
  webhook_id: number;
  message_id: string;
  /** Null: its answer is waited for. */
  outcome: 'done' | 'failed' | 'late' | null;
  note: string | null;
  answer_hash: Buffer | null;
  /** ISO 8601, as all moments. */
  answer_by: string;
  /** Whether nobody may answer any more. */
  is_over: boolean;
}

const COLUMNS = `id, deployment_id, webhook_id, message_id, outcome, note, answer_hash, answer_by,
  answer_by <= now() AS is_over`;
/** Begins the id of an answer, as `msg_` does that of a message of the portal: none is ever taken for the other. */
const ANSWER = 'ans_';
const ID_BYTES = 32;
const EVENT = 'cloud_request.answer_wanted';

/** Where answers are sent, below the address of the portal. */
export const ANSWERS = '/api/webhook_answers';

/** The newest question about a deployment; null where there is none. */
export async function latestQuestion(runner: Runner, deployment: number): Promise<Question | null> {
  const { rows } = await runner.query<Question>({
    text: `SELECT ${COLUMNS} FROM webhook_questions WHERE deployment_id = $1 ORDER BY id DESC LIMIT 1`,
    values: [deployment],
  });
  return rows[0] ?? null;
}

interface NewQuestion {
  deployment: number;
  webhook: number;
  hours: number;
  /** What the message says beside the address for the answer. */
  details: Record<string, unknown>;
  publicUrl: string;
}

/** Sends a question to a webhook, unless an earlier one still waits for its answer. Returns why it was not sent, or null. */
export async function ask(
  tx: PoolClient,
  { send }: AwaitedWebhooks,
  { deployment, webhook, hours, details, publicUrl }: NewQuestion,
): Promise<string | null> {
  // Nobody else asks about it meanwhile.
  await tx.query('SELECT 1 FROM cloud_deployments WHERE id = $1 FOR NO KEY UPDATE', [deployment]);
  if ((await latestQuestion(tx, deployment))?.outcome === null) return null;
  const answerId = ANSWER + randomBytes(ID_BYTES).toString('base64url');
  const { rows } = await tx.query<{ at: string; by: string }>(
    'SELECT now() AS at, now() + make_interval(hours => $1) AS by',
    [hours],
  );
  const { at = '', by = '' } = rows[0] ?? {};
  const answer = { id: answerId, url: `${publicUrl}${ANSWERS}/${answerId}`, by };
  const sent = await send(tx, webhook, EVENT, { ...details, id: deployment, at, answer });
  if ('refused' in sent) return sent.refused;
  await tx.query(
    `INSERT INTO webhook_questions (deployment_id, webhook_id, message_id, answer_id, answer_by)
     VALUES ($1, $2, $3, $4, $5)`,
    [deployment, webhook, sent.message, answerId, by],
  );
  return null;
}

/** The question that an answer is about, which nobody else answers until the transaction ends; null where there is none. */
export async function holdQuestion(tx: PoolClient, answerId: string): Promise<Question | null> {
  const { rows } = await tx.query<Question>(
    `SELECT ${COLUMNS} FROM webhook_questions WHERE answer_id = $1 FOR UPDATE`,
    [answerId],
  );
  return rows[0] ?? null;
}

/** Keeps what was answered. */
export async function keepAnswer(
  tx: PoolClient,
  { id }: Question,
  { outcome, note, hash }: { outcome: 'done' | 'failed'; note: string | null; hash: Buffer },
): Promise<void> {
  await tx.query(
    `UPDATE webhook_questions SET outcome = $2, note = $3, answer_hash = $4, answered_at = now() WHERE id = $1`,
    [id, outcome, note, hash],
  );
}

/** Ends a question whose time is over; false where it was answered at the last moment. */
export async function endLate(
  tx: PoolClient,
  { withdraw }: AwaitedWebhooks,
  { id, message_id: message }: Question,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE webhook_questions SET outcome = 'late' WHERE id = $1 AND outcome IS NULL AND answer_by <= now()`,
    [id],
  );
  if (rowCount === 0) return false;
  await withdraw(tx, message, 'The time for its answer is over.');
  return true;
}
