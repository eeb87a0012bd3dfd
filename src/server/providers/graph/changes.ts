import { ProviderFailure } from '../common/interface.ts';
import type { Calls } from './calls.ts';
import { GraphError, referenceTo } from './client.ts';
import type { GraphCall } from './failure.ts';
import type { Directory, DirectoryAccess } from './interface.ts';
import { PERMISSIONS } from './permissions.ts';

const ADDS_MEMBER: GraphCall = {
  what: 'add somebody to the group',
  effect: 'writes',
  permission: PERMISSIONS.members,
};
const REMOVES_MEMBER: GraphCall = {
  what: 'take somebody out of the group',
  effect: 'writes',
  permission: PERMISSIONS.members,
};
const ADDS_OWNER: GraphCall = {
  what: 'make somebody an owner of the group',
  effect: 'writes',
  permission: PERMISSIONS.owners,
};

/** Graph has no code of its own for it. Source: Add members and Add owners, 400 for who is in it already. */
const isThere = ({ status, cause }: ProviderFailure): boolean =>
  status === 400 && cause instanceof GraphError && /already exist/i.test(cause.message);

const groupAt = (group: string) => `/groups/${encodeURIComponent(group)}`;

/** The calls that change who is in a group, and who owns it. */
export function changes(
  access: DirectoryAccess,
  { send }: Calls,
): Pick<Directory, 'addMember' | 'removeMember' | 'addOwner'> {
  const add = async (path: string, person: string, purpose: GraphCall, signal: AbortSignal | undefined) => {
    const body = { '@odata.id': referenceTo(access, person) };
    try {
      await send({ method: 'POST', path, body }, purpose, signal);
      return 'added';
    } catch (error) {
      if (error instanceof ProviderFailure && isThere(error)) return 'present';
      throw error;
    }
  };
  return {
    addMember: (group, person, signal) => add(`${groupAt(group)}/members/$ref`, person, ADDS_MEMBER, signal),

    addOwner: (group, person, signal) => add(`${groupAt(group)}/owners/$ref`, person, ADDS_OWNER, signal),

    async removeMember(group, person, signal) {
      // Without its end this path would delete the person.
      const path = `${groupAt(group)}/members/${encodeURIComponent(person)}/$ref`;
      try {
        await send({ method: 'DELETE', path }, REMOVES_MEMBER, signal);
        return 'removed';
      } catch (error) {
        if (error instanceof ProviderFailure && error.status === 404) return 'absent';
        throw error;
      }
    },
  };
}
