import { answerMyAttestation, readMyAttestation, type MyAttestation } from '#calls/attestation-answers.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange } from '#server/platform/http/serve.ts';
import { keepAnswers } from './answers.ts';
import type { AttestationParts } from './parts.ts';
import { ITEM_COLUMNS, MOST_THINGS, presentThings, type AttestedItem } from './things.ts';

/** So long an answer that came after the end of its campaign can be changed, where the desk has not dealt with it. */
const LATE_MS = 7 * 86_400_000;

/**
 * The open questions of somebody: in campaigns under way what the desk has not dealt with; of those that are over what nobody
 * answered about, and what they answered late, some days ago at most. A question that a campaign under way has again is left to that.
 */
async function itemsOf(runner: Runner, email: string, lock: boolean): Promise<AttestedItem[]> {
  const now = Date.now();
  const { rows } = await runner.query<AttestedItem>({
    text: `SELECT ${ITEM_COLUMNS} FROM attestation_items i
        JOIN attestation_owners o ON o.id = i.owner_id AND o.email = $1 JOIN attestation_campaigns c ON c.id = i.campaign_id
      WHERE i.settled IS NULL AND (c.state = 'open' AND c.ends_at > $2
        OR (i.id IN (SELECT s.item_id FROM attestation_silence s WHERE s.email = $1)
            OR c.state = 'closed' AND i.answered_by = $1 AND i.answered_at >= greatest(c.closed_at, $3))
          AND NOT EXISTS (SELECT FROM attestation_items n JOIN attestation_campaigns m ON m.id = n.campaign_id
            WHERE n.model = i.model AND n.record_id = i.record_id AND m.state = 'open' AND m.ends_at > $2))
      ORDER BY i.answer IS NOT NULL, i.model, lower(i.title), i.id ${lock ? 'FOR UPDATE OF i' : ''}`,
    values: [email, new Date(now).toISOString(), new Date(now - LATE_MS).toISOString()],
  });
  return rows;
}

/** The calls of recipients who are signed in. */
export function myRoutes(door: Door, parts: AttestationParts): void {
  const present = async (runner: Runner, email: string): Promise<MyAttestation> => {
    const items = await itemsOf(runner, email, false);
    return {
      waiting: items.filter(({ answer }) => answer === null).length,
      things: await presentThings(parts, runner, email, items.slice(0, MOST_THINGS)),
    };
  };
  serve(door, readMyAttestation, ({ actor: { email } }) => present(parts.db, email));
  serveChange(door, answerMyAttestation, async (tx, { body, actor: { email } }) => {
    const open = await itemsOf(tx, email, true);
    await keepAnswers(tx, open, { answers: body, by: email, now: new Date() });
    return present(tx, email);
  });
}
