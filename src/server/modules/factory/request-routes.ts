import type { FastifyInstance } from 'fastify';
import type { Foreseen } from '#kernel/cloud/cloud-factory.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { invalid, Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { cloudDeployments, type DeploymentKind } from '#resources/cloud-deployments.ts';
import { parseRow } from '#server/engine/records.ts';
import { answers, arrayOf, keyHeader, object, orNull, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { askedSchema, checkAsked, readBody, readDryRun, type Asked } from './asked.ts';
import { mailApproval } from './approval-mails.ts';
import type { CloudAtHand } from './ledger/cloud.ts';
import type { Plan, Recipe } from './ledger/step.ts';
import { refuseTwin } from './ledger/twins.ts';
import { guardFactory, isApproved, tags, type ServedFactory } from './parts.ts';
import { providerTypes } from './provider-types.ts';

const planSchema = object({
  where: text('Where it will lie'),
  tags: arrayOf(object({ key: text('As the cloud spells it'), value: text('As the cloud spells it') })),
  settings: arrayOf(object({ label: text('What'), value: text('What it will be') })),
  steps: arrayOf(text('What is done, in this order')),
});

export const deploymentAnswer = object({
  data: object({ cloud_deployment: { $ref: `${cloudDeployments.singular}#` } }),
});

/** The calls by which accounts are asked for, one for each request that is declared. */
export function registerRequests(scope: FastifyInstance, parts: ServedFactory): void {
  for (const request of cloudRequests) {
    const cloud = parts.clouds.find((one) => one.cloud === request.cloud);
    if (cloud) serveRequest(scope, parts, request, cloud);
  }
}

function serveRequest(
  scope: FastifyInstance,
  parts: ServedFactory,
  request: CloudRequest,
  cloud: CloudAtHand,
): void {
  const { db, services, queue, deployments } = parts;
  scope.post(
    `/api${request.path}`,
    {
      onRequest: async (asked) => void guardFactory(asked),
      schema: {
        tags,
        summary: request.action,
        description:
          'Answers 202 with the deployment that makes it; follow it at /api/cloud_deployments/{id}. With dry_run nothing ' +
          'is made: 200 has what would be, and everything that is wrong so far.',
        headers: keyHeader,
        body: askedSchema(request),
        response: {
          ...answers(
            200,
            'What would be made',
            object({
              data: object({
                plan: orNull(planSchema),
                errors: arrayOf(
                  object({ field: text('Its name in the body'), message: text('What is wrong') }),
                ),
              }),
              meta: object({ unchecked: orNull(text('Why the cloud could not be asked about it')) }),
            }),
          ),
          ...answers(202, 'It will be made', deploymentAnswer, [409, 422]),
        },
      },
    },
    async (asked, reply) => {
      const who = guardFactory(asked);
      noQuery(asked);
      const { given, dryRun: said } = readBody(request, asked.body);
      const { dryRun, errors } = readDryRun(said);
      if (cloud.recipe === null)
        throw new Refusal(409, `${request.label}s cannot be made here. ${cloud.missing}`);
      const { recipe, reached } = cloud;
      const checked = await checkAsked(db, recipe, given);
      errors.push(...checked.errors);
      if (dryRun)
        return {
          data: { plan: await planOf(recipe, checked.values), errors } satisfies Foreseen,
          meta: { unchecked: checked.unchecked },
        };
      const waitsForApproval = isApproved(parts.config.approvals, request.name);
      await queue.ready();
      // Refused within: a request that comes again gets its first answer, although its account is there by now.
      await services.once(asked, reply, async (tx) => {
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
        const data = parseRow(
          await services.writer(services.registry.get(cloudDeployments.name)).read(id, tx),
        );
        if (waitsForApproval) await mailApproval(tx, parts, id, request, who);
        return { status: 202, body: { data: { cloud_deployment: data } } };
      });
      deployments.wake();
      return reply;
    },
  );
}

/** What the record of a deployment says of what is asked for. */
function describedBy(request: CloudRequest, { values, chosen }: Asked) {
  const called = (field: string | undefined) =>
    field === undefined ? null : (chosen.get(field) ?? textOrNull(values[field]));
  return {
    kind: request.name as DeploymentKind,
    provider_type: providerTypes[request.cloud],
    name: String(values[request.title]),
    cost_center: called(request.tags.cost_center),
    owner: called(request.tags.owner),
    request: values,
  };
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** What would be made; null where the cloud cannot be asked at the moment. */
async function planOf(recipe: Recipe, values: Values): Promise<Plan | null> {
  try {
    return await recipe.plan(values);
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}
