import { requestAccountCall, type Plan } from '#calls/factory.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { invalid, Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { baselineOf, baselineWords } from '#resources/baseline.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { parseRow } from '#server/engine/records.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, servePrepared } from '#server/platform/http/serve.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { baselineSteps } from './baseline/steps.ts';
import { budgetSteps, budgetWords } from './budget.ts';
import { checkRequest, readDryRun } from './check-request.ts';
import { mailApproval } from './approval-mails.ts';
import type { CloudAtHand } from './ledger/cloud.ts';
import type { Recipe } from './ledger/step.ts';
import { refuseTwin } from './ledger/twins.ts';
import { describedBy } from './described.ts';
import { isApproved, type ServedFactory } from './parts.ts';

/** The calls that request accounts, one for each request that is declared. */
export function requestRoutes(door: Door, parts: ServedFactory): void {
  for (const request of cloudRequests) {
    const cloud = parts.clouds.find((one) => one.cloud === request.cloud);
    if (cloud) requestRoute(door, parts, request, cloud);
  }
}

function requestRoute(door: Door, parts: ServedFactory, request: CloudRequest, cloud: CloudAtHand): void {
  const { db, services, queue, deployments } = parts;
  servePrepared(
    door,
    requestAccountCall(request),
    async ({ body: { dry_run: wantsPreview, ...given }, actor, request: made }) => {
      const who = requesterOf(made, actor);
      const { dryRun, errors } = readDryRun(wantsPreview);
      if (cloud.recipe === null)
        throw new Refusal(409, `${request.label}s cannot be made here. ${cloud.missing}`);
      const { recipe, reached } = cloud;
      const checked = await checkRequest(db, recipe, given);
      errors.push(...checked.errors);
      if (dryRun)
        return new Previewed({
          data: { plan: await planOf(parts, recipe, checked.values), errors },
          meta: { unchecked: checked.unchecked },
        });
      const waitsForApproval = isApproved(parts.config.approvals, request.name);
      await queue.ready();
      // Refused within: a request that comes again gets its first answer, although its account is there by now.
      return async (tx) => {
        if (errors.some((error) => !checked.found.includes(error))) throw invalid(errors);
        await refuseTwin(tx, request, checked.values);
        if (errors.length > 0) throw invalid(errors);
        const id = await deployments.begin(
          tx,
          {
            ...describedBy(request, checked),
            simulated: reached.simulated,
            waitsForApproval,
          },
          who,
        );
        const deployment = parseRow(
          await services.writer(services.registry.get(cloudDeployments.name)).read(id, tx),
        );
        if (waitsForApproval) await mailApproval(tx, parts, id, request, who);
        return { cloud_deployment: deployment };
      };
    },
    () => deployments.wake(),
  );
}

/** A plan of what would be made; null where the cloud cannot be reached at the moment. */
async function planOf(parts: ServedFactory, recipe: Recipe, values: Values): Promise<Plan | null> {
  const { services, config } = parts;
  try {
    const plan = await recipe.plan(values);
    const budget = budgetWords(recipe.request, values);
    const baseline = baselineOf(values);
    const further = [
      ...budgetSteps(services, recipe, values),
      ...baselineSteps({ ...parts, publicUrl: config.publicUrl }, recipe, values),
    ];
    return {
      ...plan,
      settings: [
        ...plan.settings,
        ...(budget === null ? [] : [{ label: 'Budget', value: budget }]),
        ...(baseline ? [{ label: 'Baseline', value: baselineWords(baseline) }] : []),
      ],
      steps: [...plan.steps, ...further.map(({ label }) => label)],
    };
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}
