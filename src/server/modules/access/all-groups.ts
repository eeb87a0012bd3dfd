import type { Directory } from '#server/providers/graph/interface.ts';
import { GroupsNotSent, type Admission, type Vouching } from './person.ts';

/**
 * Microsoft Entra sends it in place of the groups of somebody who is in more than 150. Its value is an address; nothing that an
 * answer names is ever called.
 */
const GROUPS_LINK = 'http://schemas.microsoft.com/claims/groups.link';
/** Entra lets nobody say what these two hold. */
const OBJECT_ID = 'http://schemas.microsoft.com/identity/claims/objectidentifier';
const PRINCIPAL_NAME = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn';

/** A person waits for it. */
const PATIENCE_MS = 10_000;

/**
 * The answer with the groups that the provider left out since there are too many, as the directory has them: by their object ids.
 * Where roles are not mapped, or none are left out, it is the answer itself.
 *
 * @param directory null: the settings name none
 * @returns `missing`: why the groups are not there; null where nothing is missing
 */
export async function withAllGroups<A extends Vouching>(
  answer: A,
  { rolesAttribute, roleMap }: Pick<Admission, 'rolesAttribute' | 'roleMap'>,
  directory: Pick<Directory, 'groupsOf'> | null,
): Promise<{ answer: A; missing: GroupsNotSent | null }> {
  const { attributes } = answer;
  if (!roleMap || rolesAttribute === null || !attributes.has(GROUPS_LINK)) return { answer, missing: null };
  const found = await groupsOf(answer, directory);
  if (found instanceof GroupsNotSent) return { answer, missing: found };
  const groups = [...(attributes.get(rolesAttribute) ?? []), ...found];
  return {
    answer: { ...answer, attributes: new Map([...attributes, [rolesAttribute, groups]]) },
    missing: null,
  };
}

async function groupsOf(
  { attributes }: Vouching,
  directory: Pick<Directory, 'groupsOf'> | null,
): Promise<string[] | GroupsNotSent> {
  if (!directory) return new GroupsNotSent('too many groups to be sent, and no directory is connected');
  const named = [OBJECT_ID, PRINCIPAL_NAME].map((name) => attributes.get(name) ?? []);
  const [person, another] = [...new Set(named.find((values) => values.length > 0))];
  if (person === undefined || another !== undefined)
    return new GroupsNotSent('too many groups to be sent, and not one object id of the person');
  try {
    const groups = await directory.groupsOf(person, AbortSignal.timeout(PATIENCE_MS));
    return (
      groups ?? new GroupsNotSent('too many groups to be sent, and the directory does not know the person')
    );
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return new GroupsNotSent('too many groups to be sent, and the directory could not be read', detail);
  }
}
