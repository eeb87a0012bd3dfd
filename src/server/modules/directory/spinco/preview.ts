import type { ChangePreview } from '#calls/security-groups.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import type { ChangeRequest } from './read-request.ts';
import { findMeant, type MeantGroup } from './groups.ts';
import { findUsers, type FoundUser } from './users.ts';

/** A preview of a change: the group, the people, and all that is wrong with it. */
export interface Preview {
  group: MeantGroup | null;
  /** Each person once. */
  users: FoundUser[];
  errors: FieldError[];
}

interface PreviewParts {
  db: Database;
  directory: Directory;
  prefixes: readonly string[];
}

/**
 * Checks a request with the directory, before anything is changed.
 * @throws {ProviderFailure} where the directory has to be called and cannot be reached
 */
export async function previewChange(
  { db, directory, prefixes }: PreviewParts,
  wanted: ChangeRequest,
): Promise<Preview> {
  const errors = [...wanted.errors];
  const found = wanted.group === null ? null : await findMeant(db, directory, wanted.group, prefixes);
  if (found && 'problem' in found) errors.push({ field: 'securityGroupName', message: found.problem });
  const group = found && 'group' in found ? found.group : null;
  const users = await findUsers(db, directory, wanted.users, group?.id ?? null);
  errors.push(
    ...users.flatMap(({ problem }) => (problem === null ? [] : [{ field: 'users', message: problem }])),
  );
  return { group, users: onceEach(users), errors };
}

/** Somebody who is named by their address and by their user principal name is one person. */
function onceEach(users: readonly FoundUser[]): FoundUser[] {
  const seen = new Set<string>();
  return users.filter(({ externalId }) => {
    if (externalId === null) return true;
    const isNew = !seen.has(externalId);
    seen.add(externalId);
    return isNew;
  });
}

/** Group and users of a change that has no errors. @throws {Refusal} 422 that names all that is wrong */
export function demandRight({ group, users, errors }: Preview): { group: MeantGroup; users: FoundUser[] } {
  if (errors.length > 0 || group === null) throw invalid(errors);
  return { group, users };
}

/** The preview as it is answered. */
export const presentPreview = ({ users, errors }: Preview): ChangePreview => ({
  users: users.map(({ user, name, enabled, member, problem }) => ({ user, name, enabled, member, problem })),
  errors,
});
