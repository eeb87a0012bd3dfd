import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { conflict, invalid, malformed, Refusal } from '#kernel/errors.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { parseRow, readId } from '#server/engine/records.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { answers, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { mailDecision } from './approval-mails.ts';
import { checkAgain, type Demand } from './asked-again.ts';
import { changeDeployment, holdDeployment } from './ledger/rows.ts';
import { guardFactory, tags, type ServedFactory } from './parts.ts';
import { deploymentAnswer } from './request-routes.ts';

/** Who does it, why, and what must hold for it. */
interface Given {
  who: Who;
  reason: string;
  demand: Demand;
}

/** What somebody does to a deployment, with what the body says. */
interface Deed {
  name: string;
  summary: string;
  description: string;
  /** The body says why. */
  hasReason: boolean;
  /** Looks at what takes time, before anything is held; what it answers is demanded once the deed may be done. */
  looks?: (id: number) => Promise<Demand>;
  does: (tx: PoolClient, id: number, given: Given) => Promise<void>;
}

const reasonField = { reason: longText('Reason', { max: 2000 }) };

/** The calls by which a deployment is tried again, cancelled and decided. */
export function registerDeployments(scope: FastifyInstance, parts: ServedFactory): void {
  const { services, deployments } = parts;
  const decide =
    (approved: boolean) =>
    async (tx: PoolClient, id: number, { who, reason, demand }: Given) => {
      const row = await holdDeployment(tx, id);
      if (row.state !== 'waiting_approval')
        throw conflict(
          row.decided_by === null
            ? `'${row.name}' does not wait for approval.`
            : `${row.decided_by} has decided on '${row.name}' already.`,
        );
      if (row.requested_by.toLowerCase() === who.actor.email.toLowerCase())
        throw new Refusal(403, 'Somebody else than the requester has to decide.');
      await demand(tx);
      const change = { decided_by: who.actor.email, decision_reason: reason };
      if (approved) await deployments.release(tx, row, change, who);
      else await changeDeployment(tx, services, row, { ...change, state: 'cancelled' }, who);
      await mailDecision(tx, parts, row, { approved, reason }, who);
    };
  const deeds: Deed[] = [
    {
      name: 'retry',
      summary: 'Try a failed cloud deployment again',
      description: 'It goes on from the step that failed.',
      hasReason: false,
      does: (tx, id, { who }) => deployments.retry(tx, id, who),
    },
    {
      name: 'cancel',
      summary: 'Cancel a cloud deployment',
      description: 'Only before the provider was asked to make something.',
      hasReason: false,
      does: (tx, id, { who }) => deployments.cancel(tx, id, who),
    },
    {
      name: 'approve',
      summary: 'Approve a cloud deployment',
      description:
        'For somebody else than the requester; it begins then. What no longer holds of what was asked for, such as a cost ' +
        'center that has expired meanwhile, is refused.',
      hasReason: true,
      looks: (id) => checkAgain(parts, id),
      does: decide(true),
    },
    {
      name: 'decline',
      summary: 'Decline a cloud deployment',
      description: 'For somebody else than the requester; it is cancelled then.',
      hasReason: true,
      does: decide(false),
    },
  ];
  for (const deed of deeds) serveDeed(scope, parts, deed);
}

function serveDeed(scope: FastifyInstance, parts: ServedFactory, deed: Deed): void {
  const { services, queue, deployments } = parts;
  const resource = services.registry.get(cloudDeployments.name);
  const body = object({ reason: text('Why; the history keeps it.') });
  scope.post<{ Params: { id: string } }>(
    `/api/${resource.name}/:id/${deed.name}`,
    {
      onRequest: async (request) => void guardFactory(request),
      schema: {
        tags,
        summary: deed.summary,
        description: deed.description,
        params: object({ id: text('The id of the deployment.') }),
        headers: keyHeader,
        ...(deed.hasReason && { body: { anyOf: [body, object({ [resource.singular]: body })] } }),
        response: answers(202, 'As it is now', deploymentAnswer, [404, 409, 422]),
      },
    },
    async (request, reply) => {
      const who = guardFactory(request);
      noQuery(request);
      const id = readId(resource, request.params.id);
      const reason = readReason(request, resource.singular, deed.hasReason);
      const demand = (await deed.looks?.(id)) ?? (async () => {});
      await queue.ready();
      await services.once(request, reply, async (tx) => {
        await deed.does(tx, id, { who, reason, demand });
        const data = parseRow(await services.writer(resource).read(id, tx));
        return { status: 202, body: { data: { cloud_deployment: data } } };
      });
      deployments.wake();
      return reply;
    },
  );
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why somebody decides so; empty where nobody is asked. @throws {Refusal} 400, 422 */
function readReason({ body }: FastifyRequest, wrapper: string, isAsked: boolean): string {
  const given = body === undefined ? {} : body;
  if (!isObject(given)) throw malformed('The body must be a JSON object.');
  const wrapped = Object.keys(given).length === 1 ? given[wrapper] : undefined;
  const fields = isObject(wrapped) ? wrapped : given;
  if (isAsked) return String(checkInput({ fields: reasonField }, fields, 'create')['reason']);
  const names = Object.keys(fields);
  if (names.length > 0)
    throw invalid(names.map((field) => ({ field, message: `${field.slice(0, 60)} is not known here.` })));
  return '';
}
