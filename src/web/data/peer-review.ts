import type { Waits } from '#calls/peer-review.ts';

/*
 * What the answers of changes say of peer review, whoever makes the call: that a reason is required, and that a change waits for a
 * second person. The signed-in part shows both.
 */

interface Desk {
  /** Asks the person why they make a change; null where they do not say. */
  askReason: () => Promise<string | null>;
  /** Says that a change waits. */
  showWaits: (waits: Waits) => void;
}

let desk: Desk | null = null;
let pending: Promise<string | null> | null = null;
const waiting = new WeakMap<object, Waits>();

/** Has somebody ask for reasons and show what waits; returns how to end that. */
export function openDesk(opened: Desk): () => void {
  desk = opened;
  return () => {
    if (desk === opened) desk = null;
  };
}

/** Why a change is made that was refused for want of a reason; null where it was refused for something else, or nobody says. */
export async function reasonFor(details: Readonly<Record<string, unknown>>): Promise<string | null> {
  if (details['needs_reason'] !== true || !desk) return null;
  // What is sent at the same time is one change to the person.
  pending ??= desk.askReason().finally(() => (pending = null));
  return pending;
}

/** Notes that the records of an answer are as they were, since their change waits. */
export function noteWaits(answer: unknown): void {
  const { data, waits } = (answer ?? {}) as { data?: unknown; waits?: Waits };
  if (!waits) return;
  if (typeof data === 'object' && data !== null) waiting.set(data, waits);
  desk?.showWaits(waits);
}

/** Whether the change that answered these records waits for a second person: then nothing was changed, and that is said already. */
export const isWaiting = (data: object): boolean => waiting.has(data);
