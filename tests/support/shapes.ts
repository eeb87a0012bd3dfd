import { importOf } from '#kernel/csv/csv-import.ts';
import { isWritten } from '#kernel/fields/field.ts';
import { referencesOf } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';

/** What of a declaration changes what the shared screens show, each as a few words. */
export function traitsOf(registry: Registry, resource: Resource): Set<string> {
  const { actions, columns, gridColumns, tones = {}, csv, filters = {}, history, search, source } = resource;
  const properties = registry.properties(resource);
  const shown = [...new Set([...columns, ...(gridColumns ?? [])])];
  const written = Object.values(resource.fields).filter(
    (field) => isWritten(field, 'create') || isWritten(field, 'update'),
  );
  const filtered = Object.keys(filters).map((key) => properties.get(key)?.field.kind ?? 'another');
  return new Set([
    ...actions,
    source,
    ...shown.map((name) => `shows ${properties.get(name)?.field.kind}`),
    ...shown.flatMap((name) => (tones[name] ? [`tones by ${tones[name].about}`] : [])),
    ...(actions.includes('create') || actions.includes('update')
      ? written.map(({ kind }) => `asks for ${kind}`)
      : []),
    ...filtered.map((kind) => `filters by ${kind}`),
    ...(referencesOf(resource).length > 0 ? ['refers to others'] : []),
    ...(registry.referencesTo(resource).length > 0 ? ['is referred to'] : []),
    ...(csv ? ['downloads'] : []),
    ...(importOf(resource) ? ['imports'] : []),
    `keeps ${history} history`,
    search ? 'is searched' : 'is not searched',
  ]);
}

/**
 * Few models that together have every trait of all: what is shared by the screens of all models is looked at with
 * these, so that a further model of a known shape costs nothing. Those with most come first.
 */
export function oneOfEachShape(registry: Registry, among = registry.all): Resource[] {
  const traits = new Map(among.map((resource) => [resource, [...traitsOf(registry, resource)]]));
  const of = (model: Resource) => traits.get(model) ?? [];
  const missing = new Set([...traits.values()].flat());
  const chosen: Resource[] = [];
  while (missing.size > 0) {
    const brings = (model: Resource) => of(model).filter((trait) => missing.has(trait)).length;
    const [best] = among.toSorted((a, b) => brings(b) - brings(a));
    if (!best) break;
    chosen.push(best);
    for (const trait of of(best)) missing.delete(trait);
  }
  // One that was chosen early may have nothing that those after it lack.
  let needed = chosen;
  for (const model of chosen) {
    const others = needed.filter((other) => other !== model);
    const theirs = new Set(others.flatMap(of));
    if (of(model).every((trait) => theirs.has(trait))) needed = others;
  }
  return needed;
}
