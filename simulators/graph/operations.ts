import type { Answer, Call } from '../azure/arm.ts';
import { ArmError } from '../azure/arm.ts';
import { delta, type DeltaOptions } from './delta.ts';
import { filtered, page } from './lists.ts';
import { groupJson, type Json, listedIn, referenceJson, userJson } from './objects.ts';
import type { DirectoryState, Group, Relation } from './state.ts';

/** A call of Graph, by the name that faults are planned for. */
export interface GraphOperation {
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  /** Any of these lets the application make it. */
  permissions: readonly string[];
  run: (call: Call) => Answer;
}

const READS_USERS = ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All'];
const READS_GROUPS = ['GroupMember.Read.All', 'Group.Read.All', 'Group.ReadWrite.All', 'Directory.Read.All'];
const CHANGES_MEMBERS = ['GroupMember.ReadWrite.All', 'Group.ReadWrite.All'];
const CHANGES_OWNERS = ['Group.ReadWrite.All', 'Directory.ReadWrite.All'];
const DONE: Answer = { status: 204 };

const missing = (id: string): ArmError =>
  new ArmError(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  );
const bad = (message: string) => new ArmError(400, 'Request_BadRequest', message);

/** The operations of Microsoft Graph that the portal needs. */
export const graphOperations = (state: DirectoryState, options: DeltaOptions): GraphOperation[] => [
  ...deltas(state, options),
  ...lists(state),
  memberships(state),
  listed(state, 'members', options),
  listed(state, 'owners', options),
  added(state, 'members'),
  added(state, 'owners'),
  removed(state),
];

const deltas = (state: DirectoryState, options: DeltaOptions): GraphOperation[] => [
  {
    name: 'users.delta',
    method: 'GET',
    path: /^\/v1\.0\/users\/(?:microsoft\.graph\.)?delta(?:\(\))?$/i,
    permissions: READS_USERS,
    run: (call) => delta(state, 'users', call, options),
  },
  {
    name: 'groups.delta',
    method: 'GET',
    path: /^\/v1\.0\/groups\/(?:microsoft\.graph\.)?delta(?:\(\))?$/i,
    permissions: READS_GROUPS,
    run: (call) => delta(state, 'groups', call, options),
  },
];

const lists = (state: DirectoryState): GraphOperation[] => [
  {
    name: 'users.list',
    method: 'GET',
    path: /^\/v1\.0\/users$/i,
    permissions: READS_USERS,
    run: (call) =>
      page(filtered([...state.people.values()].map(userJson), call), (one) => one, '/v1.0/users', call),
  },
  {
    name: 'groups.list',
    method: 'GET',
    path: /^\/v1\.0\/groups$/i,
    permissions: READS_GROUPS,
    run: (call) =>
      page(filtered([...state.groups.values()].map(groupJson), call), (one) => one, '/v1.0/groups', call),
  },
];

/** The groups that something is in, directly or by other groups. */
function groupsAround({ groups }: DirectoryState, id: string): Group[] {
  const found = new Set<Group>();
  const look = (inner: string): void => {
    for (const group of groups.values())
      if (group.members.includes(inner) && !found.has(group)) {
        found.add(group);
        look(group.id);
      }
  };
  look(id);
  return [...found];
}

const memberships = (state: DirectoryState): GraphOperation => ({
  name: 'users.transitiveMemberOf',
  method: 'GET',
  path: /^\/v1\.0\/users\/([^/]+)\/transitiveMemberOf$/i,
  permissions: [...READS_USERS, ...READS_GROUPS],
  run: (call) => {
    const [key = ''] = call.named;
    const wanted = key.toLowerCase();
    const person = [...state.people.values()].find(
      ({ id, userPrincipalName }) => id === wanted || userPrincipalName.toLowerCase() === wanted,
    );
    if (!person) throw missing(key);
    const json = (group: Group): Json => ({ ...referenceJson(state, group.id), ...groupJson(group) });
    const path = `/v1.0/users/${encodeURIComponent(key)}/transitiveMemberOf`;
    return page(groupsAround(state, person.id), json, path, call);
  },
});

function groupAt(state: DirectoryState, id: string): Group {
  const group = state.groups.get(id.toLowerCase());
  if (!group) throw missing(id);
  return group;
}

/** The group, unless its members are changed elsewhere alone. */
function changeable(state: DirectoryState, id: string): Group {
  const group = groupAt(state, id);
  if (group.mailEnabled) throw bad('Cannot Update a mail-enabled security groups and or distribution list.');
  if (group.syncedElsewhere)
    throw bad(
      'Unable to update the specified properties for on-premises mastered Directory Sync objects or objects currently undergoing migration.',
    );
  if (group.dynamic)
    throw bad('Adding or removing members of a group with dynamic membership is not allowed.');
  return group;
}

const listed = (state: DirectoryState, relation: Relation, { seesHidden }: DeltaOptions): GraphOperation => ({
  name: `groups.${relation}.list`,
  method: 'GET',
  path: new RegExp(`^/v1\\.0/groups/([^/]+)/${relation}$`, 'i'),
  permissions: READS_GROUPS,
  run: (call) => {
    const json = (id: string): Json => {
      const person = state.people.get(id);
      const group = state.groups.get(id);
      return { ...referenceJson(state, id), ...(person && userJson(person)), ...(group && groupJson(group)) };
    };
    const [id = ''] = call.named;
    const all = listedIn(groupAt(state, id), seesHidden())[relation];
    return page(all, json, `/v1.0/groups/${id}/${relation}`, call);
  },
});

const added = (state: DirectoryState, relation: Relation): GraphOperation => ({
  name: `groups.${relation}.add`,
  method: 'POST',
  path: new RegExp(`^/v1\\.0/groups/([^/]+)/${relation}/\\$ref$`, 'i'),
  permissions: relation === 'members' ? CHANGES_MEMBERS : CHANGES_OWNERS,
  run: ({ named: [id = ''], body }) => {
    const reference = String(body['@odata.id'] ?? '');
    const other = /\/(?:directoryObjects|users|groups)\/([^/]+)$/.exec(reference)?.[1]?.toLowerCase();
    if (other === undefined) throw bad("A value is required for property '@odata.id' in the request.");
    const group = relation === 'members' ? changeable(state, id) : groupAt(state, id);
    if (!state.people.has(other) && !state.groups.has(other)) throw missing(other);
    if (group[relation].includes(other))
      throw bad(
        `One or more added object references already exist for the following modified properties: '${relation}'.`,
      );
    state.put(group.id, relation, other);
    return DONE;
  },
});

const removed = (state: DirectoryState): GraphOperation => ({
  name: 'groups.members.remove',
  method: 'DELETE',
  path: /^\/v1\.0\/groups\/([^/]+)\/members\/([^/]+)\/\$ref$/i,
  permissions: CHANGES_MEMBERS,
  run: ({ named: [id = '', other = ''] }) => {
    const group = changeable(state, id);
    if (!group.members.includes(other.toLowerCase())) throw missing(other);
    state.take(group.id, 'members', other.toLowerCase());
    return DONE;
  },
});
