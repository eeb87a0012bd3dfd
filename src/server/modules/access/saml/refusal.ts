/**
 * A SAML message that is not accepted. The reason is for the log and is written by us, never copied from
 * the message; the person at the browser gets one generic text whatever it says.
 */
export class SamlRefusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SamlRefusal';
  }
}

/** Refuses for this reason unless the condition holds. */
export function refuseUnless(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new SamlRefusal(reason);
}
