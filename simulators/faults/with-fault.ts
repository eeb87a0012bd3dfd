import type { Fault, Faults } from './faults.ts';

/** A body that no client can read. */
export const GARBAGE = '<html><body>502 Bad Gateway';

/** How a provider reports what goes wrong before anything is done, in its own words on the wire; it may throw them. */
export interface Dialect<Answer> {
  throttled: () => Answer;
  failing: () => Answer;
  /** Without it, credentials that are too old are what `act` sees to. */
  expired?: () => Answer;
  /** Without it, nobody is ever refused a right. @param operation what they have no right to */
  denied?: (operation: string) => Answer;
  /** With `GARBAGE` in it. */
  garbage: () => Answer;
}

/**
 * Answers a call of an operation with what is planned to go wrong with it.
 * @param act does everything; `conflict` and `stuck` are what it sees to itself
 * @returns null where the connection ends in place of an answer
 */
export async function withFault<Answer>(
  faults: Faults,
  operation: string,
  dialect: Dialect<Answer>,
  act: (fault: Fault | null) => Answer | Promise<Answer>,
): Promise<Answer | null> {
  const fault = faults.take(operation);
  if (fault === 'throttled' || fault === 'failing' || fault === 'garbage') return dialect[fault]();
  if (fault === 'denied' && dialect.denied) return dialect.denied(operation);
  if (fault === 'expired' && dialect.expired) return dialect.expired();
  if (fault === 'held-before') await faults.hold();
  const answered = await act(fault);
  if (fault === 'held-after') await faults.hold();
  if (fault === 'lost') return null;
  return fault === 'lost-garbage' ? dialect.garbage() : answered;
}
