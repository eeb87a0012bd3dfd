import type { Registry } from '#kernel/registry.ts';
import type { KnownPlace } from '#web/ui/pages/known-places.ts';
import { listedAt } from '../own-addresses.ts';

/** The model whose record an address shows. */
function modelAt(to: string): string | undefined {
  const above = to.slice(0, to.lastIndexOf('/'));
  return listedAt(above) ?? /^\/auth\/(?:view|crud)\/(\w+)$/.exec(above)?.[1];
}

/** Records of several models may have one name, as an account and its deployment do: their models are shown too. */
export function namedApart(places: readonly KnownPlace[], registry: Registry): KnownPlace[] {
  const count = new Map<string, number>();
  for (const { label } of places) count.set(label, (count.get(label) ?? 0) + 1);
  return places.map((place) => {
    const model = modelAt(place.to);
    const resource = registry.all.find(({ name }) => name === model);
    if (!resource || (count.get(place.label) ?? 0) < 2) return place;
    return { ...place, label: `${place.label} (${resource.label[0]})` };
  });
}
