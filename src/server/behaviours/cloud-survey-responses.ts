import { invalid } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { answersFrom, cloudSurveyResponses, TAKEN_OVER } from '#resources/cloud-survey-responses.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { CompletionContext } from '#server/engine/hooks.ts';
import { noRecord } from '#server/engine/records.ts';
import { readBody } from '#server/engine/request-body.ts';
import { answers, arrayOf, integer, keyHeader, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';

interface TakenOver {
  Params: { id: string };
}

const isMissing = (value: unknown) => value === undefined;
const isTakenOver = (answer: unknown): answer is keyof typeof TAKEN_OVER =>
  typeof answer === 'string' && Object.hasOwn(TAKEN_OVER, answer);

/** Says which account an answer is about, where it tells only the cloud parent or only the identifier. */
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

/** What is to be taken over, by field of the cloud parent. @throws {Refusal} 422 that says which answer cannot be */
function takenOver(asked: unknown, response: Values): Values {
  if (!Array.isArray(asked) || asked.length === 0 || !asked.every(isTakenOver)) {
    const names = Object.keys(TAKEN_OVER).join(', ');
    throw invalid([{ field: 'answers', message: `answers must be a list of some of ${names}.` }]);
  }
  const blank = asked.filter((answer) => response[answer] === null);
  if (blank.length > 0)
    throw invalid(
      blank.map((answer) => {
        const { label } = cloudSurveyResponses.fields[answer];
        return { field: answer, message: `${label} was not answered, so it cannot be taken over.` };
      }),
    );
  return Object.fromEntries(asked.map((answer) => [TAKEN_OVER[answer], response[answer]]));
}

/** `POST …/{id}/take_over` writes answers into the cloud parent that they are about, with its history. */
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
          params: object({ id: { ...integer, minimum: 1, description: 'The id of the record.' } }),
          body: object({
            answers: { ...arrayOf({ type: 'string', enum: Object.keys(TAKEN_OVER) }), minItems: 1 },
          }),
          response: answers(200, 'The cloud parent', object({ data: { $ref: 'cloud_parent#' } }), [404, 422]),
        },
      },
      async (request, reply) => {
        const who = services.guard(request, 'update', resource);
        noQuery(request);
        const id = parseId(request.params.id);
        const { answers: asked } = readBody(resource, request.body);
        return services.once(request, reply, async (tx) => {
          const response = id === null ? null : await services.find(resource.name, id, tx);
          if (!response) throw noRecord(resource, request.params.id.slice(0, 60));
          const values = takenOver(asked, response);
          const parent = response['cloud_parent_id'];
          if (typeof parent !== 'number')
            throw invalid([
              { field: 'cloud_parent_id', message: 'The answer is about no cloud parent of the inventory.' },
            ]);
          return {
            status: 200,
            body: { data: await services.update(cloudParents.name, parent, values, who, tx) },
          };
        });
      },
    );
  },
};
