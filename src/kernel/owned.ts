import { declarationFault } from './declaration-fault.ts';
import { asMention, asReference } from './fields/kinds.ts';
import type { Registry } from './registry.ts';
import type { Resource } from './resource.ts';

/** How it is known whose a record is. It is somebody's where any of these says so. */
export interface Owned {
  /** The field with the address of whose it is. */
  email?: string;
  /** References and names of records: it is of whom the record is that they lead to. */
  through?: readonly string[];
  /** That the model's behaviour says it (`owned`). */
  own?: true;
  /** `false`: owners see none of these records; they are there for others that lead to them. */
  shown?: false;
}

/** Whether owners see those records of a model that are theirs. */
export const ownersSee = ({ owned, rights }: Pick<Resource, 'owned' | 'rights'>): boolean =>
  owned !== undefined && owned.shown !== false && rights?.read === undefined;

/** The model to which a field of `through` leads. @throws for a field that leads to none */
export function ownedThrough(registry: Pick<Registry, 'get'>, resource: Resource, name: string): Resource {
  const field = resource.fields[name];
  const model = asReference(field)?.target ?? asMention(field)?.target;
  return model === undefined
    ? declarationFault(resource, 'owned', `goes through ${name}, which leads to no record.`)
    : registry.get(model);
}

/** @throws for a declaration by which it cannot be known whose a record is */
export function checkOwned(
  registry: Pick<Registry, 'get'>,
  resource: Resource,
  from: readonly string[] = [],
): void {
  const { owned, name } = resource;
  if (!owned) return;
  if (from.includes(name)) declarationFault(resource, 'owned', 'leads back to itself.');
  if (owned.email !== undefined && !resource.fields[owned.email])
    declarationFault(resource, 'owned', `has the address in ${owned.email}, which is no field.`);
  if (owned.email === undefined && owned.own === undefined && !owned.through?.length)
    declarationFault(resource, 'owned', 'says of no record whose it is.');
  for (const field of owned.through ?? []) {
    const target = ownedThrough(registry, resource, field);
    if (!target.owned)
      declarationFault(resource, 'owned', `goes through ${field}, whose records are nobody's.`);
    checkOwned(registry, target, [...from, name]);
  }
}
