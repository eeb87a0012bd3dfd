import type { Action, Resource } from '#kernel/resource.ts';
import { rightFor } from '#kernel/rights.ts';
import { usePerson } from '#web/data/use-session.ts';

/** What a person may do to the records of a model; `any` where there is something. */
export type May = Record<Exclude<Action, 'read'> | 'any', boolean>;

/** What the person may change of a model: what it offers and its declaration lets them do. */
export function useMay(resource: Resource): May {
  const rights = usePerson()?.rights;
  const may = (action: Action) =>
    resource.actions.includes(action) && (rights?.[rightFor(resource, action)] ?? false);
  const [create, update, remove] = [may('create'), may('update'), may('delete')];
  return { create, update, delete: remove, any: create || update || remove };
}
