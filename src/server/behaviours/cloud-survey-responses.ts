import { conflict, invalid } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { answersFrom, cloudSurveyResponses, TAKEN_OVER } from '#resources/cloud-survey-responses.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { CompletionContext } from '#server/engine/hooks.ts';
import { calledBy, noRecord, parseRow, readId } from '#server/engine/records.ts';
import { readBody } from '#server/engine/request-body.ts';
import { recordParams } from '#server/engine/openapi/route-schemas.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { answers, arrayOf, integer, keyHeader, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { formerValues } from '#server/engine/former-values.ts';

interface TakenOver {
  Params: { id: string };
}

const isMissing = (value: unknown) => value === undefined;
const isTakenOver = (answer: unknown): answer is keyof typeof TAKEN_OVER =>
  typeof answer === 'string' && Object.hasOwn(TAKEN_OVER, answer);

/** Says which account an answer is about, where it has only the cloud parent or only the identifier. */
async function completed({ runner }: CompletionContext, inputs: readonly Values[]): Promise<void> {
  for (const input of inputs) {
    const id = parseId(String(input['cloud_parent_id'] ?? ''));
    const named = typeof input['identifier'] === 'string' ? input['identifier'].trim() : '';
    const byId = id !== null && (isMissing(input['identifier']) || isMissing(input['provider']));
    const byName = isMissing(input['cloud_parent_id']) && named !== '';
    if (!byId && !byName) continue;
    const { rows } = await runner.query<{ id: number } & Values>({
      text: `SELECT id, identifier, provider_type FROM cloud_parents
        WHERE ${byId ? 'id = $1' : 'lower(btrim(identifier)) = lower($1)'}`,
      values: [byId ? id : named],
    });
    const parent = rows[0];
    if (!parent) continue;
    const { identifier, provider } = answersFrom(parent);
    input['cloud_parent_id'] ??= parent.id;
    input['identifier'] ??= identifier;
    if (isMissing(input['provider'])) input['provider'] = provider;
  }
}

/** The answers to be taken over, by field of the cloud parent. @throws {Refusal} 422 that says which answer cannot be */
function takenOver(wanted: unknown, response: Values): Values {
  if (!Array.isArray(wanted) || wanted.length === 0 || !wanted.every(isTakenOver)) {
    const names = Object.keys(TAKEN_OVER).join(', ');
    throw invalid([{ field: 'answers', message: `answers must be a list of some of ${names}.` }]);
  }
  const blank = wanted.filter((answer) => response[answer] === null);
  if (blank.length > 0)
    throw invalid(
      blank.map((answer) => {
        const { label } = cloudSurveyResponses.fields[answer];
        return { field: answer, message: `${label} was not answered, so it cannot be taken over.` };
      }),
    );
  return Object.fromEntries(wanted.map((answer) => [TAKEN_OVER[answer], response[answer]]));
}

/** The cloud parent that a response is about. @throws {Refusal} 422 where it is about none */
function parentOf({ cloud_parent_id: parent }: Values): number {
  if (typeof parent === 'number') return parent;
  const message = 'The answer is about no cloud parent of the inventory.';
  throw invalid([{ field: 'cloud_parent_id', message }]);
}

/** The version of a cloud parent that nobody changes until the transaction ends; null where it is gone. */
async function held(tx: Runner, parent: number): Promise<number | null> {
  const { rows } = await tx.query<{ lock_version: number }>({
    text: 'SELECT lock_version FROM cloud_parents WHERE id = $1 FOR NO KEY UPDATE',
    values: [parent],
  });
  return rows[0]?.lock_version ?? null;
}

/** `POST …/{id}/take_over` writes answers into the cloud parent that they are about, with its history; `…/take_back` undoes it. */
export const cloudSurveyResponsesBehaviour: Behaviour = {
  resource: cloudSurveyResponses.name,
  complete: completed,
  routes(scope, services) {
    const resource = services.registry.get(cloudSurveyResponses.name);
    scope.post<TakenOver>(
      '/:id/take_over',
      {
        onRequest: async (request) => void services.guard(request, 'update', resource),
        schema: {
          tags: [resource.label[1]],
          summary: 'Take answers over into the Cloud Parent',
          headers: keyHeader,
          params: recordParams,
          body: object({
            answers: { ...arrayOf({ type: 'string', enum: Object.keys(TAKEN_OVER) }), minItems: 1 },
          }),
          response: answers(
            200,
            'The cloud parent',
            object({ data: { $ref: 'cloud_parent#' } }),
            [404, 409, 422],
          ),
        },
      },
      async (request, reply) => {
        const who = services.guard(request, 'update', resource);
        noQuery(request);
        const id = readId(resource, request.params.id);
        const { answers: wanted } = readBody(resource, request.body);
        return services.once(request, reply, async (tx) => {
          const response = await services.find(tx, resource.name, id);
          if (!response) throw noRecord(resource, id);
          const values = takenOver(wanted, response);
          const parent = parentOf(response);
          const before = await held(tx, parent);
          const data = await services.update(cloudParents.name, parent, values, who, tx);
          // Whoever made that version would see their own change taken back.
          if (data.lock_version === before)
            throw conflict(`${calledBy(cloudParents, data)} says so already.`);
          return { status: 200, body: { data } };
        });
      },
    );
    scope.post<TakenOver>(
      '/:id/take_back',
      {
        onRequest: async (request) => void services.guard(request, 'update', resource),
        schema: {
          tags: [resource.label[1]],
          summary: 'Give the Cloud Parent back what it said before answers were taken over',
          headers: keyHeader,
          params: recordParams,
          body: object({
            lock_version: { ...integer, description: 'That of the cloud parent since they were taken over.' },
          }),
          response: answers(
            200,
            'The cloud parent',
            object({ data: { $ref: 'cloud_parent#' } }),
            [404, 409, 422],
          ),
        },
      },
      async (request, reply) => {
        const who = services.guard(request, 'update', resource);
        noQuery(request);
        const id = readId(resource, request.params.id);
        const { lock_version: version } = readBody(resource, request.body);
        if (typeof version !== 'number' || !Number.isSafeInteger(version))
          throw invalid([{ field: 'lock_version', message: 'lock_version must be a whole number.' }]);
        return services.once(request, reply, async (tx) => {
          const response = await services.find(tx, resource.name, id);
          if (!response) throw noRecord(resource, id);
          const parent = parentOf(response);
          const values = await formerValues(tx, cloudParents, parent, version, Object.values(TAKEN_OVER));
          const row = await services
            .writer(services.registry.get(cloudParents.name))
            .update(parent, values, version, who, tx);
          return { status: 200, body: { data: parseRow(row) } };
        });
      },
    );
  },
};
