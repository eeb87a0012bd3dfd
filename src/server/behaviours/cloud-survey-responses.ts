import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { takeAnswersBack, takeAnswersOver } from '#calls/survey-responses.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { answersFrom, cloudSurveyResponses, TAKEN_OVER } from '#resources/cloud-survey-responses.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { openDoor } from '#server/engine/door.ts';
import { formerValues } from '#server/engine/former-values.ts';
import type { CompletionContext } from '#server/engine/hooks.ts';
import { calledBy, noRecord } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { serveChange, WrittenData } from '#server/platform/http/serve.ts';

const isMissing = (value: unknown) => value === undefined;

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
function takenOver(wanted: readonly (keyof typeof TAKEN_OVER)[], response: Values): Values {
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

/** The routes by which answers are written into the account that they are about, and taken back. */
function routes(scope: FastifyInstance, services: EngineServices): void {
  const resource = services.registry.get(cloudSurveyResponses.name);
  const door = openDoor(scope, services);
  const demandResponse = async (tx: PoolClient, id: number): Promise<Values> => {
    const response = await services.find(tx, resource.name, id);
    if (!response) throw noRecord(resource, id);
    return response;
  };
  serveChange(door, takeAnswersOver, async (tx, { params: { id }, body: { answers }, request }) => {
    const response = await demandResponse(tx, id);
    const values = takenOver(answers, response);
    const parent = parentOf(response);
    const before = await held(tx, parent);
    const who = services.guard(request, 'update', resource);
    const data = await services.update(cloudParents.name, parent, values, who, tx);
    // Whoever made that version would see their own change taken back.
    if (data.lock_version === before) throw conflict(`${calledBy(cloudParents, data)} says so already.`);
    return data;
  });
  serveChange(door, takeAnswersBack, async (tx, { params: { id }, body, request }) => {
    const parent = parentOf(await demandResponse(tx, id));
    const { lock_version: version } = body;
    const values = await formerValues(tx, cloudParents, parent, version, Object.values(TAKEN_OVER));
    const who = services.guard(request, 'update', resource);
    const writer = services.writer(services.registry.get(cloudParents.name));
    return new WrittenData(await writer.update(parent, values, version, who, tx));
  });
}

/** A response is about an account, and its answers can be taken over into that. */
export const cloudSurveyResponsesBehaviour: Behaviour = {
  resource: cloudSurveyResponses.name,
  complete: completed,
  routes,
};
