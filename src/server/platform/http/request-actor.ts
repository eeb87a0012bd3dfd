import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import type { Actor } from '../base/actor.ts';

/**
 * The person who makes a request.
 * @throws {Refusal} 401 without a person
 */
export function actorOf({ actor }: FastifyRequest): Actor {
  if (!actor) throw new Refusal(401, 'Please sign in first.');
  return actor;
}

/** Schemas of routes in this scope only describe what they take and answer; what comes is checked by the routes themselves. */
export function schemasOnlyDescribe(scope: FastifyInstance): void {
  // Set on each route: what a scope sets is forgotten once a schema is added to the server after it.
  scope.addHook('onRoute', (route) => {
    route.validatorCompiler = () => () => true;
    route.serializerCompiler = () => JSON.stringify;
  });
}
