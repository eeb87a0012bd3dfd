import type { DirectoryState, Group, Person } from './state.ts';

/** An object as Graph answers it: with the fields that were selected, those that it has. */
export type Json = Record<string, unknown>;

export function userJson({ id, name, userPrincipalName, email, enabled }: Person): Json {
  return { id, displayName: name, mail: email, userPrincipalName, accountEnabled: enabled };
}

export function groupJson({ id, name, description, email, dynamic, syncedElsewhere }: Group): Json {
  return {
    id,
    displayName: name,
    description,
    mail: email,
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
