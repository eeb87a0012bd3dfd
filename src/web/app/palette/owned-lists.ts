import { asMention, asReference } from '#kernel/fields/kinds.ts';
import { ownersSee } from '#kernel/owned.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';

/** The lists of what records of a model own: each with the property by which it is narrowed to one of them. */
export function ownedLists(registry: Registry, person: Resource): { resource: Resource; by: string }[] {
  const { owned } = person;
  if (owned?.email === undefined) return [];
  return registry.all.filter(ownersSee).flatMap((resource) =>
    (resource.owned?.through ?? []).flatMap((name) => {
      const field = resource.fields[name];
      const reference = asReference(field);
      if (reference?.target === person.name && reference.show === owned.email)
        return [{ resource, by: reference.as }];
      const mention = asMention(field);
      return mention?.target === person.name && mention.by === owned.email ? [{ resource, by: name }] : [];
    }),
  );
}
