import { checkInput } from '#kernel/input.ts';
import { highestRole, type Role } from '#kernel/rights.ts';
import { newToken } from '#resources/new-token.ts';
import { readBody } from '#server/engine/request-body.ts';
import type { Actor } from '#server/platform/base/actor.ts';

/**
 * What a request says of a new token, bare or wrapped.
 * @throws {Refusal} 400, or 422 with every wrong field, among them a role beyond that of the person
 */
export function readNewToken(body: unknown, actor: Actor): { name: string; role: Role; days: number } {
  const { name: plural, singular, fieldsFor } = newToken;
  const fields = fieldsFor(highestRole(actor.roles) ?? 'viewer');
  const values = checkInput({ fields }, readBody({ name: plural, singular, fields }, body), 'create');
  return { name: values['name'] as string, role: values['role'] as Role, days: Number(values['days']) };
}
