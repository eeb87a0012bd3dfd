import type { Registry } from '#kernel/registry.ts';
import { rightFor, type Rights } from '#kernel/rights.ts';
import type { KnownPlace } from '#web/ui/pages/known-places.ts';
import type { NavGroup } from '../navigation/navigation.ts';
import { listedAt } from '../own-addresses.ts';
import { listScreen } from '../screens.ts';

/** A screen that the palette goes to. */
export interface Place {
  label: string;
  /** Its group in the navigation: 'Editable Tables'. */
  within: string;
  to: string;
  kind: 'list' | 'table' | 'page' | 'add';
  /** The model whose records the screen shows. */
  model?: string;
}

/** Most places that are offered beside the records that a text finds. */
const MOST_PLACES = 6;

/** The screen of an address of the navigation. */
function shownAt(to: string): Pick<Place, 'kind' | 'model'> {
  const model = listedAt(to) ?? /^\/auth\/view\/(\w+)$/.exec(to)?.[1];
  return model ? { kind: 'list', model } : { kind: 'page' };
}

/** Every screen of the navigation, and the forms for new records. */
export function placesOf(groups: readonly NavGroup[], registry: Registry, rights: Rights): Place[] {
  const screens = groups.flatMap(({ label: group, sections }) =>
    sections.flatMap(({ label: section, entries }) =>
      entries.flatMap(({ label, to, table }): Place[] => {
        const place = { label, within: section ?? group, to, ...shownAt(to) };
        return table ? [place, { ...place, within: 'Editable Tables', to: table, kind: 'table' }] : [place];
      }),
    ),
  );
  const forms = registry.all
    .filter((resource) => rights[rightFor(resource, 'create')] && listScreen('create', resource))
    .map(({ name, label }): Place => ({
      label: `Add New ${label[0]}`,
      within: label[1],
      to: `/auth/create/${name}`,
      kind: 'add',
      model: name,
    }));
  return [{ label: 'Home', within: 'Start', to: '/auth/home', kind: 'page' }, ...screens, ...forms];
}

/** So many of the last visits are offered before anything is typed. */
const MOST_VISITED = 5;

/** Where the person was last, other than here, as places; a record is under the name of its model. */
export function visitedPlaces(visited: readonly KnownPlace[], here: string, registry: Registry): Place[] {
  return visited
    .filter(({ to }) => to !== here)
    .slice(0, MOST_VISITED)
    .map(({ to, label }): Place => {
      const [, action, model = '', id] = /^\/auth\/(view|crud)\/(\w+)(\/\d+)?$/.exec(to) ?? [];
      const resource = registry.find(model);
      const kind = action === 'crud' ? 'table' : resource ? 'list' : 'page';
      const within = resource && (id ? resource.label[0] : action === 'crud' ? 'Editable Tables' : '');
      return { label, within: within ?? '', to, kind, model: resource?.name };
    });
}

/** How well the words fit, the smaller the better; null where one of them is missing. */
export function fit(
  { label, within }: { label: string; within: string },
  words: readonly string[],
): number | null {
  const name = label.toLowerCase();
  const all = `${name} ${within.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return null;
  const [first = ''] = words;
  if (name.startsWith(first)) return 0;
  return ` ${all}`.includes(` ${first}`) ? 1 : 2;
}

/** The places that have all the words in their names, the best first. Without words, every screen. */
export function findPlaces(places: readonly Place[], text: string): Place[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return places.filter(({ kind }) => kind !== 'add');
  return places
    .map((place) => ({ place, rank: fit(place, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, MOST_PLACES)
    .map(({ place }) => place);
}
