import { type Answer, ArmError, type Call, ok } from '../azure/arm.ts';
import { delta, type DeltaSizes } from './delta.ts';
import { groupJson, type Json, referenceJson, selected, userJson } from './objects.ts';
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
const DONE: Answer = { status: 204 };

const missing = (id: string): ArmError =>
  new ArmError(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  );
const bad = (message: string) => new ArmError(400, 'Request_BadRequest', message);

/** The operations of Microsoft Graph that the portal needs. */
export function graphOperations(state: DirectoryState, sizes: DeltaSizes): GraphOperation[] {
  const groupAt = (id: string): Group => {
    const group = state.groups.get(id.toLowerCase());
    if (!group) throw missing(id);
    return group;
  };
  const writable = (group: Group): Group => {
    if (group.syncedElsewhere)
      throw bad(
        'Unable to update the specified properties for on-premises mastered Directory Sync objects or objects currently undergoing migration.',
      );
    if (group.dynamic)
      throw bad('Adding or removing members of a group with dynamic membership is not allowed.');
    return group;
  };
  const listed = (relation: Relation): GraphOperation => ({
    name: `groups.${relation}.list`,
    method: 'GET',
    path: new RegExp(`^/v1\\.0/groups/([^/]+)/${relation}$`, 'i'),
    permissions: READS_GROUPS,
    run: (call) => {
      const { people, groups } = state;
      const json = (id: string): Json => {
        const person = people.get(id);
        const group = groups.get(id);
        return {
          ...referenceJson(state, id),
          ...(person && userJson(person)),
          ...(group && groupJson(group)),
        };
      };
      const all = groupAt(call.named[0] ?? '')[relation];
      return page(all, json, `/v1.0/groups/${call.named[0] ?? ''}/${relation}`, call);
    },
  });
  const added = (relation: Relation): GraphOperation => ({
    name: `groups.${relation}.add`,
    method: 'POST',
    path: new RegExp(`^/v1\\.0/groups/([^/]+)/${relation}/\\$ref$`, 'i'),
    permissions: relation === 'members' ? CHANGES_MEMBERS : ['Group.ReadWrite.All'],
    run: ({ named, body }) => {
      const reference = String(body['@odata.id'] ?? '');
      const other = /\/(?:directoryObjects|users|groups)\/([^/]+)$/.exec(reference)?.[1]?.toLowerCase();
      if (other === undefined) throw bad("A value is required for property '@odata.id' in the request.");
      const group = relation === 'members' ? writable(groupAt(named[0] ?? '')) : groupAt(named[0] ?? '');
      if (!state.people.has(other) && !state.groups.has(other)) throw missing(other);
      if (group[relation].includes(other))
        throw bad(
          `One or more added object references already exist for the following modified properties: '${relation}'.`,
        );
      state.put(group.id, relation, other);
      return DONE;
    },
  });

  return [
    {
      name: 'users.delta',
      method: 'GET',
      path: /^\/v1\.0\/users\/(?:microsoft\.graph\.)?delta(?:\(\))?$/i,
      permissions: READS_USERS,
      run: (call) => delta(state, 'users', call, sizes),
    },
    {
      name: 'groups.delta',
      method: 'GET',
      path: /^\/v1\.0\/groups\/(?:microsoft\.graph\.)?delta(?:\(\))?$/i,
      permissions: READS_GROUPS,
      run: (call) => delta(state, 'groups', call, sizes),
    },
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
    {
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
    },
    listed('members'),
    listed('owners'),
    added('members'),
    added('owners'),
    {
      name: 'groups.members.remove',
      method: 'DELETE',
      path: /^\/v1\.0\/groups\/([^/]+)\/members\/([^/]+)\/\$ref$/i,
      permissions: CHANGES_MEMBERS,
      run: ({ named: [id = '', other = ''] }) => {
        const group = writable(groupAt(id));
        if (!group.members.includes(other.toLowerCase())) throw missing(other);
        state.take(group.id, 'members', other.toLowerCase());
        return DONE;
      },
    },
  ];
}

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

const DEFAULT_TOP = 100;
const MOST_TOP = 999;

/** A page of a list, with the address of the next one. */
function page<Item>(
  all: readonly Item[],
  json: (item: Item) => Json,
  path: string,
  { query, base }: Call,
): Answer {
  const from = Number(query.get('$skiptoken') ?? 0);
  const top = Math.min(Number(query.get('$top') ?? DEFAULT_TOP) || DEFAULT_TOP, MOST_TOP);
  const value = all.slice(from, from + top).map((item) => selected(json(item), query.get('$select')));
  if (from + top >= all.length) return ok({ value });
  const next = new URLSearchParams(query);
  next.set('$skiptoken', String(from + top));
  return ok({ '@odata.nextLink': `${base}${path}?${next.toString()}`, value });
}

const CONDITION = /^(\w+) eq '((?:[^']|'')*)'$/;

/** The objects for which one of the conditions holds: `name eq 'text' or …`, without regard to case, as in Graph. */
function filtered(all: readonly Json[], { query }: Call): readonly Json[] {
  const filter = query.get('$filter');
  if (filter === null) return all;
  const conditions = filter.split(/ or (?=\w+ eq ')/).map((text) => {
    const [, name = '', value = ''] = CONDITION.exec(text.trim()) ?? [];
    if (name === '') throw new ArmError(400, 'Request_BadRequest', `Invalid filter clause: ${text}`);
    return [name, value.replaceAll("''", "'").toLowerCase()] as const;
  });
  return all.filter((one) =>
    conditions.some(([name, value]) => String(one[name] ?? '').toLowerCase() === value),
  );
}
