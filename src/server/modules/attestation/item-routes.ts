import type { PoolClient } from 'pg';
import { confirmForOwner, settleAnswer, takeOverAnswer } from '#calls/attestation.ts';
import { conflict } from '#kernel/errors.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange } from '#server/platform/http/serve.ts';
import type { AttestationParts } from './parts.ts';
import { lockItem, readItem, type StoredItem } from './store.ts';
import { giveTo } from './take-over.ts';

/** What the desk does about single answers. */
export function itemRoutes(door: Door, { services, comment }: AttestationParts): void {
  serveChange(door, takeOverAnswer, async (tx, { params, body: { to }, actor, request }) => {
    const item = await lockUnsettled(tx, params);
    if (item.answer !== 'handed_over')
      throw conflict(`${item.title} was not handed over. Note what was done about it.`);
    const email = await giveTo(tx, services, item, { to, who: requesterOf(request, actor) });
    await settle(tx, item.id, { as: 'taken_over', by: actor.email, note: `It belongs to ${email} now.` });
    return readItem(tx, item.id);
  });

  serveChange(door, settleAnswer, async (tx, { params, body: { note }, actor, request }) => {
    const item = await lockUnsettled(tx, params);
    await settle(tx, item.id, { as: 'noted', by: actor.email, note });
    const said =
      item.answer === 'given_up'
        ? `gives it up: ${oneLine(item.reason)}`
        : `hands it over to ${oneLine(item.to_person)}`;
    const about = item.answer === 'confirmed' ? 'confirmed it' : said;
    const text = `${item.owner} ${about}. (${item.campaign})\n\n${note}`;
    await comment(tx, { model: item.model, id: item.record_id }, text, requesterOf(request, actor));
    return readItem(tx, item.id);
  });

  serveChange(door, confirmForOwner, async (tx, { params, actor: { email: by } }) => {
    const item = await lockItem(tx, params);
    if (item.answer !== null) throw conflict(`Somebody has answered about ${item.title} meanwhile.`);
    await tx.query(
      `UPDATE attestation_items SET answer = 'confirmed', answered_at = $2, answered_by = $3 WHERE id = $1`,
      [item.id, new Date().toISOString(), by],
    );
    return readItem(tx, item.id);
  });
}

/** What an owner wrote, by a link without a sign-in: it begins no paragraph of its own in a comment that is signed by the desk. */
const oneLine = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ');

/** An answer that was not dealt with. @throws {Refusal} 404, 409 */
async function lockUnsettled(tx: PoolClient, of: { id: number; item: number }): Promise<StoredItem> {
  const item = await lockItem(tx, of);
  if (item.settled !== null)
    throw conflict(`${item.settled_by} has dealt with the answer about ${item.title} already.`);
  if (item.answer === null) throw conflict(`Nobody has answered about ${item.title} yet.`);
  return item;
}

const settle = (
  tx: PoolClient,
  id: number,
  { as, by, note }: { as: 'taken_over' | 'noted'; by: string; note: string },
) =>
  tx.query(
    'UPDATE attestation_items SET settled = $2, settled_at = $3, settled_by = $4, note = $5 WHERE id = $1',
    [id, as, new Date().toISOString(), by, note],
  );
