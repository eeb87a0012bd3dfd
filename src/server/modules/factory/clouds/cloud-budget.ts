import { z } from 'zod';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { requestedBudget, textOf } from '#resources/cloud-requests/parts.ts';
import { CLOUD_BUDGET } from '#resources/cloud-deployments.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Step, StepAnswer, StepContext } from '../ledger/step.ts';

const inputOf = z.object({
  /** A decimal of the currency, for each month. */
  amount: z.string(),
  currency: z.string(),
  /** In per cent of the amount, the smallest first: the highest ones, where the cloud takes fewer than were requested. */
  thresholds: z.array(z.int()),
  /** Whom the cloud mails. */
  email: z.string(),
});
/** A budget as it is requested of a cloud. */
export type CloudBudget = z.infer<typeof inputOf>;

interface CloudParts {
  request: CloudRequest;
  /** Such as 'AWS'. */
  called: string;
  /** How many thresholds the cloud takes. */
  mostThresholds: number;
  /** Which right the portal needs for it, as a sentence. */
  right: string;
  /** Makes it, or finds what an earlier call made: the same may be called twice. @throws {ProviderFailure} */
  make: (context: StepContext, wanted: CloudBudget) => Promise<StepAnswer>;
}

/**
 * Makes the budget in the cloud. The account is there and works without it, so that what the cloud refuses ends the step and
 * not the deployment: the step says what is missing. What passes by itself is waited for, as ever.
 */
export function cloudBudgetStep({ request, called, mostThresholds, right, make }: CloudParts): Step {
  const attempt: Step['call'] = async (context, given) => {
    try {
      return await make(context, inputOf.parse(given));
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
      const advice = isForbidden(error) ? ` ${right}` : '';
      return { state: 'skipped', note: `${called} has no budget of its own. ${error.message}${advice}` };
    }
  };
  return {
    name: CLOUD_BUDGET,
    label: `Make the budget in ${called}`,
    input: async ({ request: values }) => {
      const { amount = '', currency = '', thresholds = '' } = requestedBudget(request, values) ?? {};
      const wanted: CloudBudget = {
        amount,
        currency,
        thresholds: thresholds.split(', ').map(Number).slice(-mostThresholds),
        email: textOf(values, request.tags.owner ?? ''),
      };
      return wanted;
    },
    isExtra: true,
    call: attempt,
    look: attempt,
  };
}

const isForbidden = ({ status, code }: ProviderFailure) => status === 403 || code === 'AccessDeniedException';

/** What is said of a budget that is there. */
export const budgetNote = (name: string, { thresholds, email }: CloudBudget): string =>
  `${name} mails ${email} at ${thresholds.join(', ')}%.`;
