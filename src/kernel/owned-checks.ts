import { declarationFault } from './declaration-fault.ts';
import { asMention, asReference } from './fields/kinds.ts';
import { ownersSee } from './owned.ts';
import { keepsHistory, type Resource } from './resource.ts';

/** Models by their names. */
interface Models {
  get: (name: string) => Resource;
}

/** The model to which a field of `through` leads. @throws for a field that leads to none */
export function ownedThrough(models: Models, resource: Resource, name: string): Resource {
  const field = resource.fields[name];
  const model = asReference(field)?.target ?? asMention(field)?.target;
  return model === undefined
    ? declarationFault(resource, 'owned', `goes through ${name}, which leads to no record.`)
    : models.get(model);
}

/**
 * The field that names the person whose a record is: who it is given to is written there. Null where none does, or where nothing keeps
 * who had it before.
 */
export function ownerField(models: Models, resource: Resource): string | null {
  if (!ownersSee(resource) || !keepsHistory(resource)) return null;
  const names = resource.owned?.through ?? [];
  return names.find((name) => isOfPerson(ownedThrough(models, resource, name))) ?? null;
}

const isOfPerson = (resource: Resource): boolean =>
  resource.owned?.email !== undefined && ownersSee(resource);

/** @throws for a declaration by which it cannot be known whose a record is */
export function checkOwned(models: Models, resource: Resource, from: readonly string[] = []): void {
  const { owned, name } = resource;
  if (!owned) return;
  if (from.includes(name)) declarationFault(resource, 'owned', 'leads back to itself.');
  if (owned.email !== undefined && !resource.fields[owned.email])
    declarationFault(resource, 'owned', `has the address in ${owned.email}, which is no field.`);
  if (owned.name !== undefined && !resource.fields[owned.name])
    declarationFault(resource, 'owned', `has the name in ${owned.name}, which is no field.`);
  if (owned.email === undefined && owned.own === undefined && !owned.through?.length)
    declarationFault(resource, 'owned', 'says of no record whose it is.');
  for (const field of owned.through ?? []) {
    const target = ownedThrough(models, resource, field);
    if (!target.owned)
      declarationFault(resource, 'owned', `goes through ${field}, whose records are nobody's.`);
    checkOwned(models, target, [...from, name]);
  }
}
