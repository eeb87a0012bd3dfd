import { IDENTITY_STORE } from './identity.ts';
import type { State } from './state.ts';
import { pageOf, textOf, WireError, type Json, type Operations } from './wire.ts';

const PAGE = 100;
/** Who fills the store from the directory. */
const ISSUER = 'https://scim.aws.com/skyledger';

/** The identity store: its groups and the people in it. */
export function identityStoreOperations(state: State): Operations {
  const demandStore = (input: Json) => {
    if (textOf(input, 'IdentityStoreId') !== IDENTITY_STORE)
      throw new WireError('ResourceNotFoundException', 'IDENTITY_STORE not found.');
  };
  const external = (id: string | null) => (id === null ? {} : { ExternalIds: [{ Issuer: ISSUER, Id: id }] });
  return {
    ListGroups: ({ input }) => {
      demandStore(input);
      const { rows, next } = pageOf(state.groups, input, { most: PAGE });
      const groups = rows.map(({ id, name, externalId }) => ({
        GroupId: id,
        DisplayName: name,
        IdentityStoreId: IDENTITY_STORE,
        ...external(externalId),
      }));
      return { Groups: groups, ...next };
    },
    ListUsers: ({ input }) => {
      demandStore(input);
      const { rows, next } = pageOf(state.users, input, { most: PAGE });
      const users = rows.map(({ id, userName, name, externalId }) => ({
        UserId: id,
        UserName: userName,
        DisplayName: name,
        IdentityStoreId: IDENTITY_STORE,
        ...external(externalId),
      }));
      return { Users: users, ...next };
    },
  };
}
