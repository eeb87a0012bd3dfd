import { invalid, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { isWithin, mailDomains } from '#server/platform/mail/recipient.ts';

/** What a request asks of a report. */
export interface Asked {
  /** The one address that it goes to; null where it goes to many. */
  to: string | null;
  values: Values;
}

/** What is asked of a report by somebody, who gets it where nobody else is named. */
export function askedOf({ address, fields = {} }: Report, body: Values, asker: string): Asked {
  return {
    to: address === null ? null : String(body[address] ?? asker),
    values: Object.fromEntries(Object.keys(fields).map((name) => [name, body[name]])),
  };
}

/** To whom a report may go. */
export interface Reach {
  /** Of who asks. */
  asker: string;
  /** Those that reports may be sent to; null: that of the person who asks. */
  domains: readonly string[] | null;
  /** Whether an address outside the domains may get what is asked for all the same. */
  admits: (address: string, values: Values) => Promise<boolean>;
  /** What is wrong with the values, beside what their fields say themselves. */
  check: (values: Values) => readonly FieldError[];
}

/** Refuses what cannot be made, and addresses that it may not go to. @throws {Refusal} 422 */
export async function demandReach({ address }: Report, { to, values }: Asked, reach: Reach): Promise<void> {
  const errors = [...reach.check(values)];
  const allowed = mailDomains(reach.domains, reach.asker);
  if (errors.length === 0 && to !== null && !isWithin(allowed, to) && !(await reach.admits(to, values))) {
    const message = `Reports may be sent to addresses at ${allowed.join(', ')} only.`;
    errors.push({ field: address ?? '', message });
  }
  if (errors.length > 0) throw invalid(errors);
}
