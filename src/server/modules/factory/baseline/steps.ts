import type { Values } from '#kernel/input.ts';
import { baselineOf } from '#resources/baseline.ts';
import type { Recipe, Step } from '../ledger/step.ts';
import type { BaselineParts } from './awaited.ts';
import { webhookStep } from './webhook-step.ts';

/**
 * The steps that the template of a request brings, those of its cloud first: the message to the webhook lists all that was
 * made. They are extras, unless the template says that the account is not made without them.
 */
export function baselineSteps(parts: BaselineParts, recipe: Recipe, request: Values): Step[] {
  const baseline = baselineOf(request);
  if (!baseline) return [];
  const { webhook, required } = baseline;
  const steps = [...recipe.baseline(baseline), ...(webhook ? [webhookStep(parts, webhook)] : [])];
  return required ? steps : steps.map((step) => ({ ...step, isExtra: true as const }));
}
