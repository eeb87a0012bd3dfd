import { Refusal } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { listed } from '#kernel/written.ts';

/** What the rule of a model says against a change, as its statement answers it. */
export interface Held {
  lacks_reason: boolean;
  /** The fields that a second person approves. */
  fields: string[];
}

export const NEEDS_REASON = 'Give a reason for this change.';

/** 422 for a change without the reason that the rule of its model asks for; with `needs_reason` a client asks for it. */
export const needsReason = (): Refusal =>
  new Refusal(422, NEEDS_REASON, {
    errors: [{ field: 'reason', message: NEEDS_REASON }],
    details: { needs_reason: true },
  });

/** What people call these fields. */
export const labelsOf = ({ fields }: Resource, names: readonly string[]): string[] =>
  names.map((name) => fields[name]?.label ?? name);

/** That a second person approves the changes of these fields, in words. */
export const approvedFields = (resource: Resource, names: readonly string[]): string =>
  `A second person approves changes of ${listed(labelsOf(resource, names))}.`;

/** What to do where a change cannot wait. */
const ADVICE = 'Change this record on its own page, where the change waits for them.';

/**
 * 422 for a change of fields that a second person approves. A route whose change can wait catches it, and keeps the change; anywhere
 * else nothing is written, and the sentence says what to do.
 */
export class HeldChange extends Refusal {
  constructor(resource: Resource, names: readonly string[]) {
    const sentence = `${approvedFields(resource, names)} ${ADVICE}`;
    super(422, sentence, { errors: names.map((field) => ({ field, message: sentence })) });
  }
}

/** Several changes of which at least one needs a second person, and none is refused for another reason. */
export class HeldChanges extends Refusal {
  constructor(refusal: Refusal) {
    super(refusal.status, refusal.message, { errors: refusal.errors, details: refusal.details });
  }
}

/** The refusal of several changes: one that asks for a reason, or can wait, where nothing else stands in its way. */
export function heldOr(refusals: Iterable<Refusal>, refusal: Refusal): Refusal {
  const all = [...refusals];
  if (all.some(({ details }) => details['needs_reason'] === true)) return needsReason();
  return all.every((one) => one instanceof HeldChange) ? new HeldChanges(refusal) : refusal;
}

/** @throws {Refusal} what the rule says against a change, if anything */
export function demandFree(resource: Resource, held: Held | null): void {
  if (held === null) return;
  if (held.lacks_reason) throw needsReason();
  throw new HeldChange(resource, held.fields);
}
