import type { PoolClient } from 'pg';
import type { WaitingChange } from '#calls/peer-review.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { GREETING, type Outbox } from '#server/platform/mail/outbox.ts';

interface MailParts {
  services: { registry: Registry };
  outbox: Outbox;
  publicUrl: string;
}

const WORDS = { approved: 'approved', refused: 'refused' } as const;

/**
 * Notifies the requester of a change of the decision, in the transaction of the decision. What the change says stays in the portal: what
 * they may still see is known once they sign in.
 */
export async function mailDecision(
  tx: PoolClient,
  { services, outbox, publicUrl }: MailParts,
  { by, state, model, records, total, file, undo, decided }: WaitingChange,
  { actor, requestId }: Who,
): Promise<void> {
  if (state !== 'approved' && state !== 'refused') return;
  const [one, many] = services.registry.get(model).label;
  const [first] = records;
  const isOne = total === 1 && first !== undefined && file === null && undo === null;
  const count = total + (file?.created ?? 0) + (undo?.others ?? 0);
  const of = isOne ? `${one} ${first.title ?? first.id}` : `${count} ${count === 1 ? one : many}`;
  const path = isOne ? `/auth/view/${model}/${first.id}` : '/auth/waiting-changes';
  const who = actor.name ?? actor.email;
  const subject = `Your change of ${of} was ${WORDS[state]}`.replaceAll(/\p{Cc}+/gu, ' ');
  const said = decided?.decision ? ['', decided.decision] : [];
  const text = [
    GREETING,
    '',
    `${subject} by ${who}.`,
    ...said,
    '',
    `${publicUrl}${path}`,
    '',
    'Skyledger',
    '',
  ];
  await outbox.put(tx, {
    to: by.email,
    subject,
    text: text.join('\n'),
    files: [],
    createdBy: actor.email,
    requestId,
  });
}
