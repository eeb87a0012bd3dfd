import type { FastifyRequest } from 'fastify';
import type { Via } from '#kernel/history.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Who } from './writes/write-statements.ts';
import { zoneOf } from './time-zone.ts';

/** The author of a request's changes: those of an API token are under the token's name in the history. */
export function requesterOf(request: FastifyRequest, actor: Actor): Who {
  const via: Via[] = actor.via === 'token' ? [{ kind: 'token', name: actor.token ?? null }] : [];
  return { actor, requestId: request.id, zone: zoneOf(request), via };
}
