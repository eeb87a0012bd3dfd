import type { DirectoryState, Group, Person, Relation } from './state.ts';

/** An object as Graph answers it: with the fields that were selected, those that it has. */
export type Json = Record<string, unknown>;

export function userJson({ id, name, userPrincipalName, email, enabled }: Person): Json {
  return { id, displayName: name, mail: email, userPrincipalName, accountEnabled: enabled };
}

export function groupJson(group: Group): Json {
  const { id, name, description, email, dynamic, syncedElsewhere, mailEnabled = false, hidden } = group;
  return {
    id,
    displayName: name,
    description,
    mail: email,
    mailEnabled,
    visibility: hidden === true ? 'HiddenMembership' : null,
    groupTypes: dynamic ? ['DynamicMembership'] : [],
    onPremisesSyncEnabled: syncedElsewhere ? true : null,
    securityEnabled: true,
  };
}

/** @param select names of fields, separated by commas; null: all */
export function selected(json: Json, select: string | null): Json {
  if (select === null) return json;
  const names = new Set(['id', ...select.split(',')]);
  return Object.fromEntries(Object.entries(json).filter(([name]) => names.has(name) || name.startsWith('@')));
}

/** Somebody in a group, as a delta lists them. */
export function referenceJson({ people, groups }: DirectoryState, id: string): Json {
  const type = people.has(id) ? 'user' : groups.has(id) ? 'group' : 'device';
  return { '@odata.type': `#microsoft.graph.${type}`, id };
}

/** Owners and members as Graph lists them: no owners of groups that are kept elsewhere, no members that are hidden. */
export function listedIn(group: Group, seesHidden: boolean): Record<Relation, readonly string[]> {
  const { members, owners, hidden = false, syncedElsewhere, mailEnabled = false } = group;
  return {
    members: hidden && !seesHidden ? [] : members,
    owners: syncedElsewhere || mailEnabled ? [] : owners,
  };
}
