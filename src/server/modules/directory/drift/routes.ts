import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, malformed, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { driftFindings } from '#resources/drift-findings.ts';
import {
  DRIFT_FIELDS,
  DRIFT_TAKES,
  MOST_HANDED_OVER,
  type DriftChanged,
  type DriftModel,
} from '#resources/drift-repairs.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { readBody } from '#server/engine/request-body.ts';
import { schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers, arrayOf, integer, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { asking, directoryOf, guardGroups, type ChangeParts } from '../spinco/parts.ts';
import { countOwned, handOver } from './hand-over.ts';
import { addOwner } from './owner.ts';
import { repairFinding, takeBack } from './repair.ts';
import { readSubject } from './subject.ts';

const changedRecord = object({
  model: { type: 'string', enum: Object.keys(DRIFT_FIELDS) },
  id: integer,
  lock_version: { ...integer, description: 'Since it was changed; it is needed to take that back.' },
});
const records = object({ records: arrayOf(changedRecord) });
const newOwner = text('The address of who is to be the owner');

/** Repairs of what nobody answers for any more: record by record, everything of a person, and back. */
export async function registerDrift(
  app: FastifyInstance,
  parts: Omit<ChangeParts, 'queue' | 'jobs' | 'prefixes'>,
) {
  const { db, services, at } = parts;
  const resource = services.registry.get(driftFindings.name);
  const guard = (request: FastifyRequest) => services.guard(request, 'update', resource);
  const told = { tags: [resource.label[1]], headers: keyHeader };
  const base = `/api/${resource.name}`;
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.post<{ Params: { id: string } }>(
      `${base}/:id/repair`,
      {
        onRequest: async (request) => void guard(request),
        schema: {
          ...told,
          summary:
            'Give what nobody answers for to somebody, terminate its contact, or name an owner of a group',
          params: object({ id: text('The id of the finding.') }),
          body: object({ take: { type: 'string', enum: [...DRIFT_TAKES] }, to: newOwner }, ['to']),
          response: answers(
            200,
            'What was changed; of a group nothing in the portal',
            object({ data: records }),
            [404, 409, 422],
          ),
        },
      },
      async (request, reply) => {
        const who = guard(request);
        noQuery(request);
        const { take, to, ...others } = readBody(resource, request.body);
        const errors = unknownFields(others);
        if (!DRIFT_TAKES.some((one) => one === take))
          errors.push({ field: 'take', message: `take must be one of ${DRIFT_TAKES.join(', ')}.` });
        if (errors.length > 0) throw invalid(errors);
        const subject = readSubject(request.params.id);
        if (take !== 'add_owner')
          return services.once(request, reply, async (tx) => {
            const record = await repairFinding(tx, services, subject, { take, to }, who);
            return { status: 200, body: { data: { records: [record] } } };
          });
        guardGroups(request);
        const directory = directoryOf(at);
        return services.onceAfter(request, reply, async (hold) => {
          await hold(
            `owner of group ${subject.id}`,
            'Somebody else is naming an owner of this group just now. Look at the list again in a moment.',
          );
          const learn = await asking(() => addOwner(db, directory, subject, to));
          return async (tx) => {
            await learn(tx);
            return { status: 200, body: { data: { records: [] } } };
          };
        });
      },
    );
    scope.get(
      `${base}/owned`,
      {
        onRequest: async (request) => void services.guard(request, 'read', resource),
        schema: {
          tags: told.tags,
          summary: 'Count what somebody owns',
          querystring: object({ email: text('Their address') }),
          response: answers(
            200,
            'Valid cost centers, and accounts in use',
            object({ data: object({ cost_centers: integer, cloud_parents: integer }) }),
          ),
        },
      },
      async (request) => {
        services.guard(request, 'read', resource);
        const email = readTexts(request.query, ['email']).get('email');
        if (email === undefined) throw malformed('The parameter email must be given.');
        return { data: await countOwned(db, email) };
      },
    );
    scope.post(
      `${base}/hand_over`,
      {
        onRequest: async (request) => void guard(request),
        schema: {
          ...told,
          summary: 'Give everything of somebody to somebody else',
          description: `Valid cost centers and accounts in use, ${MOST_HANDED_OVER} at a time.`,
          body: object({ from: text('The address of who owns it'), to: newOwner }),
          response: answers(200, 'What was changed', object({ data: records }), [409, 422]),
        },
      },
      async (request, reply) => {
        const who = guard(request);
        noQuery(request);
        const { from, to, ...others } = readBody(resource, request.body);
        const errors = unknownFields(others);
        if (errors.length > 0) throw invalid(errors);
        return services.once(request, reply, async (tx) => {
          const changed = await handOver(tx, services, { from, to }, who);
          return { status: 200, body: { data: { records: changed } } };
        });
      },
    );
    scope.post(
      `${base}/take_back`,
      {
        onRequest: async (request) => void guard(request),
        schema: {
          ...told,
          summary: 'Give records back what they said before they were repaired',
          body: records,
          response: answers(200, 'What was changed', object({ data: records }), [409, 422]),
        },
      },
      async (request, reply) => {
        const who = guard(request);
        noQuery(request);
        const { records: given, ...others } = readBody(resource, request.body);
        const errors = unknownFields(others);
        if (errors.length > 0) throw invalid(errors);
        const changed = readChanged(given);
        return services.once(request, reply, async (tx) => {
          const back = await takeBack(tx, services, changed, who);
          return { status: 200, body: { data: { records: back } } };
        });
      },
    );
    for (const [path, method] of [
      ['/:id/repair', 'POST'],
      ['/owned', 'GET'],
      ['/hand_over', 'POST'],
      ['/take_back', 'POST'],
    ] as const)
      refuseOtherMethods(scope, `${base}${path}`, [method]);
  });
}

const unknownFields = (others: Values): FieldError[] =>
  Object.keys(others).map((field) => ({ field, message: `${field.slice(0, 60)} is not known here.` }));

/** @throws {Refusal} 422 */
function readChanged(given: unknown): DriftChanged[] {
  const isNumber = (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31;
  const isRight = (one: unknown): one is DriftChanged => {
    if (typeof one !== 'object' || one === null) return false;
    const { model, id, lock_version: version } = one as Values;
    return (
      typeof model === 'string' &&
      Object.hasOwn(DRIFT_FIELDS, model as DriftModel) &&
      isNumber(id) &&
      isNumber(version)
    );
  };
  if (Array.isArray(given) && given.length > 0 && given.length <= MOST_HANDED_OVER && given.every(isRight))
    return given;
  const message = `records must be those that a repair answered, 1 to ${MOST_HANDED_OVER} of them.`;
  throw invalid([{ field: 'records', message }]);
}
