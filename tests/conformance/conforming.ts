import { DELIBERATE } from './deliberate.ts';
import type { Exchange } from './proxy.ts';
import type { Judgement } from './rest.ts';

/** The result of a scenario: whatever the published definitions refuse, and the operations that were seen. */
export interface Conformance {
  /** Each once, as `operation request: …`; without those that are deliberate. */
  faults: string[];
  operations: Set<string>;
}

/** Holds what passed a recorder against the definitions. @param isSignIn requests that only give a token of a simulator */
export function conformanceOf(
  judge: (exchange: Exchange) => Judgement,
  exchanges: readonly Exchange[],
  isSignIn: (path: string) => boolean = () => false,
): Conformance {
  const faults = new Set<string>();
  const operations = new Set<string>();
  for (const exchange of exchanges.filter(({ path }) => !isSignIn(path))) {
    const { operation, faults: found } = judge(exchange);
    if (operation !== null) operations.add(operation);
    for (const fault of found) faults.add(`${operation ?? '?'} ${fault}`);
  }
  const isMeant = (fault: string) => DELIBERATE.some(({ matches }) => matches.test(fault));
  return { faults: [...faults].filter((fault) => !isMeant(fault)), operations };
}

/** The operations that a provider's source sends and that a scenario has not shown, each with what to do. */
export const unseen = (sent: readonly string[], operations: ReadonlySet<string>): string[] =>
  sent
    .filter((operation) => !operations.has(operation))
    .map((operation) => `${operation} was not seen: have the scenario of this test call it.`);
