import type { PoolClient } from 'pg';
import type { GivenAnswer, GivenAnswers } from '#calls/attestation-answers.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { AttestedItem } from './things.ts';

/** What is answered, and by whom. */
interface Answering {
  answers: GivenAnswers;
  /** The address of who answers. */
  by: string;
  now: Date;
}

/**
 * Keeps answers to the questions of a campaign. An answer can be changed until the desk has taken it over.
 * @param open those that they may answer about now
 * @throws {Refusal} 409 where one was taken over, 422
 */
export async function keepAnswers(
  tx: PoolClient,
  open: readonly AttestedItem[],
  { answers: { answers = [], remaining }, by, now }: Answering,
): Promise<void> {
  if (answers.length === 0 && remaining === undefined)
    throw invalid([
      { field: 'answers', message: 'Give at least one answer, or say that all that remain are confirmed.' },
    ]);
  const known = new Map(open.map((item) => [item.id, item]));
  const unknown = answers.findIndex(({ item }) => !known.has(item));
  if (unknown >= 0) {
    const message = 'This question is not open any more. Load the page again.';
    throw invalid([{ field: `answers.${unknown}.item`, message }]);
  }
  const settled = answers.map(({ item }) => known.get(item)).find((item) => item?.settled);
  if (settled)
    throw conflict(
      `The CCoE team has dealt with your answer about ${settled.title} already. Ask them to change it.`,
    );
  for (const answer of answers) await keep(tx, answer, by, now);
  if (remaining === undefined) return;
  const answered = new Set(answers.map(({ item }) => item));
  const waiting = open.filter(({ id, answer }) => answer === null && !answered.has(id)).map(({ id }) => id);
  await tx.query(
    `UPDATE attestation_items SET answer = 'confirmed', to_person = NULL, reason = NULL, answered_at = $2, answered_by = $3
     WHERE id = ANY ($1::integer[]) AND answer IS NULL`,
    [waiting, now.toISOString(), by],
  );
}

async function keep(tx: PoolClient, given: GivenAnswer, by: string, now: Date): Promise<void> {
  const { item, answer, to_person: to = null, reason = null } = given;
  await tx.query(
    `UPDATE attestation_items SET answer = $2, to_person = $3, reason = $4, answered_at = $5, answered_by = $6
     WHERE id = $1 AND settled IS NULL`,
    [
      item,
      answer,
      answer === 'handed_over' ? to : null,
      answer === 'given_up' ? reason : null,
      now.toISOString(),
      by,
    ],
  );
}

/**
 * Confirms, in place of its owner, a record about which nobody has answered in any campaign that is over: it is no drift any more.
 * @param by the address of who confirms it
 * @throws {Refusal} 409 where somebody has answered meanwhile
 */
export async function confirmSilence(
  tx: PoolClient,
  { model, id }: { model: string; id: number },
  by: string,
  now = new Date(),
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE attestation_items i SET answer = 'confirmed', answered_at = $3, answered_by = $4
     FROM attestation_campaigns c
     WHERE c.id = i.campaign_id AND c.state = 'closed' AND i.answer IS NULL AND i.model = $1 AND i.record_id = $2`,
    [model, id, now.toISOString(), by],
  );
  if (!rowCount) throw conflict('Somebody has answered about it meanwhile. Look at the list again.');
}
