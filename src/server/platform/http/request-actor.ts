import type { FastifyRequest } from 'fastify';
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
