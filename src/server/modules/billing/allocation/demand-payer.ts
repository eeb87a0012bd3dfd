import { formatDay } from '#kernel/dates.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import { validityBeside, type Validity } from '#kernel/validity.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { problemSentence } from '../runs/problems.ts';
import { problemsOfNames } from './resolve.ts';

/** A cost center that is about to be charged. */
export interface Payer extends Validity {
  identifier: string;
}

/** A day on which it has to be valid, and what is posted then, such as 'billing run 7 is posted on'. */
export interface PaidOn {
  day: string;
  what: string;
}

/** A cost center, and the input that names it. */
interface Named {
  field: string;
  payer: Payer;
}

/**
 * Which of these cost centers would be charged for nothing on a day, as mistakes at their fields. One that something valid
 * replaces is charged by that.
 */
export async function mistakesOfPayers(
  runner: Runner,
  named: readonly Named[],
  on: PaidOn,
): Promise<FieldError[]> {
  if (named.length === 0) return [];
  const names = [...new Set(named.map(({ payer }) => payer.identifier))];
  const problems = await problemsOfNames(runner, names, on.day);
  return named.flatMap(({ field, payer }) => {
    const found = problems.get(payer.identifier.trim().toLowerCase());
    if (!found) return [];
    const { problem, chain } = found;
    const message =
      problem === 'nothing_valid'
        ? notValid(payer, on, chain.at(-1)?.identifier ?? payer.identifier)
        : `Cost Center ${payer.identifier} cannot be charged. ${problemSentence(problem)}`;
    return [{ field, message }];
  });
}

/** @throws {Refusal} 422 at `field` where a cost center would be charged for nothing on one of these days */
export async function demandPayer(runner: Runner, named: Named, days: readonly PaidOn[]): Promise<void> {
  for (const [day, [on]] of Map.groupBy(days, (one) => one.day)) {
    const mistakes = on ? await mistakesOfPayers(runner, [named], { ...on, day }) : [];
    if (mistakes.length > 0) throw invalid(mistakes);
  }
}

/** @param last where its replacements end */
function notValid(payer: Payer, on: PaidOn, last: string): string {
  const { identifier } = payer;
  const led = last === identifier ? '' : ` It is replaced, but ${last} is not valid on that day either.`;
  return `Cost Center ${identifier} is valid ${validityBeside(payer, on.day)}, and ${on.what} ${formatDay(on.day)}.${led} Choose one that is valid on that day, or change its validity or what replaces it first.`;
}
