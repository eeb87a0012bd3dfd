import type { Group, User } from '@aws-sdk/client-identitystore';
import { orNull, PAGE, type Instance } from './identity-instances.ts';
import type { StoredPrincipal } from './interface.ts';
import { paged } from './paged.ts';

export type Principals = ReadonlyMap<string, StoredPrincipal>;

/** Groups and people of the identity store, by their ids there. */
export async function principalsOf({ clients, storeId, signal }: Instance): Promise<Principals> {
  const { paginateListGroups, paginateListUsers } = await import('@aws-sdk/client-identitystore');
  const config = { client: await clients.identityStore(), pageSize: PAGE };
  const query = { IdentityStoreId: storeId };
  const groups = paginateListGroups(config, query, { abortSignal: signal });
  const users = paginateListUsers(config, query, { abortSignal: signal });
  const found = new Map<string, StoredPrincipal>();
  for await (const page of paged(clients, 'list the groups', groups, (answer) => answer.Groups ?? []))
    for (const group of page) found.set(group.GroupId ?? '', groupOf(group));
  for await (const page of paged(clients, 'list the people', users, (answer) => answer.Users ?? []))
    for (const user of page) found.set(user.UserId ?? '', userOf(user));
  return found;
}

/** The object id of the directory that the identity store is filled from. */
const externalIdOf = ({ ExternalIds: ids = [] }: Group | User) => orNull(ids[0]?.Id);

const groupOf = (group: Group): StoredPrincipal => ({
  kind: 'group',
  externalId: externalIdOf(group),
  name: orNull(group.DisplayName),
});

const userOf = (user: User): StoredPrincipal => ({
  kind: 'person',
  externalId: externalIdOf(user),
  name: orNull(user.UserName),
});
