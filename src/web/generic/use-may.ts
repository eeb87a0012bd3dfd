import type { Action, Resource } from '#kernel/resource.ts';
import { ownersSee } from '#kernel/owned.ts';
import { rightFor, seesOwnOnly } from '#kernel/rights.ts';
import { usePerson } from '#web/data/use-session.ts';

/** The rights of a person on the records of a model; `any` where there is some. */
export type May = Record<Exclude<Action, 'read'> | 'any', boolean>;

/** The changes that a person may make to a model: those that it offers and its declaration allows. */
export function useMay(resource: Resource): May {
  const rights = usePerson()?.rights;
  const may = (action: Action) =>
    resource.actions.includes(action) && (rights?.[rightFor(resource, action)] ?? false);
  const [create, update, remove] = [may('create'), may('update'), may('delete')];
  return { create, update, delete: remove, any: create || update || remove };
}

/** Whether a person may download the list of a model. */
export function useMayExport(resource: Resource): boolean {
  const person = usePerson();
  if (resource.csv === undefined) return false;
  if (!person) return true;
  return seesOwnOnly(person.roles) ? ownersSee(resource) : person.rights[rightFor(resource, 'export')];
}
