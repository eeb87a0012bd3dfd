import type { FastifyRequest } from 'fastify';
import { malformed } from '#kernel/errors.ts';
import type { Via } from '#kernel/history.ts';
import { LONGEST_REASON, REASON_HEADER } from '#kernel/review.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Who } from './writes/write-statements.ts';
import { zoneOf } from './time-zone.ts';

/** The author of a request's changes: those of an API token are under the token's name in the history. */
export function requesterOf(request: FastifyRequest, actor: Actor): Who {
  const via: Via[] = actor.via === 'token' ? [{ kind: 'token', name: actor.token ?? null }] : [];
  const reason = reasonOf(request);
  return { actor, requestId: request.id, zone: zoneOf(request), via, ...(reason && { reason }) };
}

/**
 * Why a change is made, as its header says.
 * @throws {Refusal} 400 for a text that cannot be read or kept
 */
function reasonOf(request: FastifyRequest): string | null {
  const given = request.headers[REASON_HEADER];
  if (given === undefined) return null;
  const reason = decoded(String(given))?.trim();
  if (reason === undefined || reason.includes('\u0000') || reason.length > LONGEST_REASON)
    throw malformed(
      `Change-Reason must be a text of at most ${LONGEST_REASON} characters: UTF-8, percent-encoded.`,
    );
  return reason || null;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
