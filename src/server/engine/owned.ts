import { asMention } from '#kernel/fields/kinds.ts';
import { text } from '#kernel/fields/text.ts';
import { ownedThrough } from '#kernel/owned-checks.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { sqlOf } from './kinds/sql-of.ts';
import { OWNER, type GivenParameter } from './lists/list-additions.ts';
import { quoted, sameName } from './sql.ts';

/** The condition that a record is somebody's, as SQL of the name of its row and of the expression of an address. */
export type OwnedSql = (row: string, email: string) => string;

/**
 * The condition that a record is somebody's, as its model declares it (`owned`): the one place in which it is said, for whatever
 * reads records.
 * @param ownOf what behaviours say of models that leave it to them
 */
export function ownedSql(
  registry: Registry,
  resource: Resource,
  ownOf: (resource: Resource) => OwnedSql | undefined,
): OwnedSql {
  const { owned } = resource;
  // Nobody's.
  if (!owned) return () => 'false';
  const own = owned.own ? ownOf(resource) : undefined;
  if (owned.own && !own) throw new Error(`No behaviour says whose ${resource.label[1]} are.`);
  const led = (owned.through ?? []).map((name) => {
    const target = ownedThrough(registry, resource, name);
    return { name, target, theirs: ownedSql(registry, target, ownOf) };
  });
  return (row, email) => {
    const terms = led.map(({ name, target, theirs }, at) => {
      const it = `${row}_${at}`;
      return `EXISTS (SELECT FROM ${quoted(target.name)} ${it} WHERE ${leads(resource, name, row, target, it)} AND ${theirs(it, email)})`;
    });
    const field = owned.email === undefined ? undefined : resource.fields[owned.email];
    if (field && owned.email !== undefined)
      terms.push(`${sqlOf(field).unique(`${row}.${quoted(owned.email)}`)} = lower(btrim(${email}::text))`);
    if (own) terms.push(own(row, email));
    return `(${terms.join(' OR ')})`;
  };
}

/**
 * Who answers for a record, of several whose it is: whoever is reached first by the fields of its declaration, as SQL of the id of
 * the record that has their address.
 */
export function firstOwnerSql(registry: Registry, resource: Resource, row: string): string {
  const terms = (resource.owned?.through ?? []).map((name, at) => {
    const target = ownedThrough(registry, resource, name);
    const it = `${row}_${at}`;
    const found = target.owned?.email === undefined ? firstOwnerSql(registry, target, it) : `${it}.id`;
    return `(SELECT ${found} FROM ${quoted(target.name)} ${it} WHERE ${leads(resource, name, row, target, it)} LIMIT 1)`;
  });
  return terms.length > 0 ? `coalesce(${terms.join(', ')})` : 'NULL::integer';
}

/** Whether a reference or a name of the record `row` leads to `it`. */
function leads(resource: Resource, name: string, row: string, target: Resource, it: string): string {
  const field = resource.fields[name];
  const column = `${row}.${quoted(name)}`;
  const mention = asMention(field);
  return field && mention
    ? sameName(field, column, target.fields[mention.by], `${it}.${quoted(mention.by)}`)
    : `${it}.id = ${column}`;
}

/** The condition as a parameter that nobody gives: it narrows a list, and all that is counted and summed of it. */
export const narrowedTo = (owned: OwnedSql, email: string): GivenParameter => ({
  parameter: { name: OWNER, summary: 'Whose they are.', field: text('owner'), where: owned },
  value: email,
});
