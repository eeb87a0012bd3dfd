import type { Resource } from '#kernel/resource.ts';
import type { ChangeRule } from '#kernel/review.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Who } from '../writes/write-statements.ts';
import { needsReason } from './held-change.ts';

const NO_RULE: ChangeRule = { asks_reason: false, fields: [] };

/** The rule of a model, for what says beforehand what a change will meet. */
export async function ruleOf(runner: Runner, { name }: Resource): Promise<ChangeRule> {
  const { rows } = await runner.query<ChangeRule>({
    name: 'change-rule',
    text: 'SELECT asks_reason, fields FROM change_rules WHERE model = $1',
    values: [name],
  });
  return rows[0] ?? NO_RULE;
}

/** @throws {Refusal} 422 for a change without the reason that is required, before its work is begun */
export async function demandReason(runner: Runner, resource: Resource, { reason }: Who): Promise<void> {
  if (reason === undefined && (await ruleOf(runner, resource)).asks_reason) throw needsReason();
}

/** Who rehearses a change, as if everybody had agreed: what it would do is shown, whoever has to approve it. */
export const asApproved = (who: Who): Who => ({
  ...who,
  approvedBy: { email: who.actor.email, name: who.actor.name },
});
