import { sameInField } from '#kernel/former-values.ts';
import type { Resource } from '#kernel/resource.ts';
import { hasReview } from '#kernel/reviewable.ts';
import { flatInTurns, inTurns } from '../../in-turns.ts';
import { approvedFields, needsReason } from '../../review/held-change.ts';
import { ruleOf } from '../../review/rules.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Who } from '../../writes/write-statements.ts';
import { outcomeOf, type Draft } from '../draft.ts';
import type { ReadPart } from '../reading/read-part.ts';

/** Who imports, in which transaction, and whether it is written (`lock`). */
interface Context extends Pick<Who, 'isMachine' | 'reason' | 'approvedBy'> {
  tx: Runner;
  lock: boolean;
  /** Whether the file can wait for a second person as a whole. */
  mayWait?: boolean;
}

const ADVICE =
  'Leave this out of the file, and change the record on its own page, where the change waits for them.';

/**
 * Holds the changes of a file to what people agreed on: where a row changes a field that a second person approves, the whole file
 * waits for them. One that cannot wait, such as an upload of several models, has these rows as problems. New records are held by no
 * rule.
 * @returns the fields for which the file waits
 * @throws {Refusal} 422 where a reason is required and none is given; a preview needs none
 */
export async function holdRows(
  { tx, isMachine, reason, approvedBy, lock, mayWait }: Context,
  { resource, drafts, problems }: Pick<ReadPart, 'resource' | 'drafts' | 'problems'>,
): Promise<string[]> {
  if (isMachine || approvedBy || !hasReview(resource)) return [];
  const changing = await flatInTurns(drafts, (draft) => (outcomeOf(draft) === 'update' ? [draft] : []));
  if (changing.length === 0) return [];
  const { asks_reason, fields } = await ruleOf(tx, resource);
  if (asks_reason && lock && reason === undefined) throw needsReason();
  if (fields.length === 0) return [];
  const held = new Set<string>();
  await inTurns(changing, (draft) => {
    for (const name of fields)
      if (changes(resource, draft, name)) {
        held.add(name);
        if (!mayWait) problems.add(draft, name, `${approvedFields(resource, [name])} ${ADVICE}`);
      }
  });
  return mayWait ? fields.filter((name) => held.has(name)) : [];
}

/** Whether a row changes a field of its record. */
function changes({ fields }: Resource, { values, links, existing }: Draft, name: string): boolean {
  if (links.has(name)) return true;
  const field = fields[name];
  return (
    field !== undefined &&
    Object.hasOwn(values, name) &&
    !sameInField(field, values[name], existing?.values[name])
  );
}
