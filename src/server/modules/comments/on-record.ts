import type { PoolClient } from 'pg';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { addComment } from './store.ts';
import { subjectsOf } from './subjects.ts';

/**
 * Writes a comment on a record as part of another change, with its line of history. Whoever it mentions is not mailed.
 * @throws {Refusal} 404 where the record is gone
 */
export async function commentOn(
  services: EngineServices,
  tx: PoolClient,
  { model, id }: { model: string; id: number },
  text: string,
  who: Who,
): Promise<void> {
  const subject = subjectsOf(services, {})(model);
  await subject.hold(tx, id);
  await addComment(tx, who.actor, { model, record_id: id, text });
  await subject.note(tx, id, { action: 'comment', to: text }, who);
}
