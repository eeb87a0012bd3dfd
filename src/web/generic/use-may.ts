import type { Action, Resource } from '#kernel/resource.ts';
import { rightFor } from '#kernel/rights.ts';
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
