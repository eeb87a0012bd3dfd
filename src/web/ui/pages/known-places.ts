/** A screen of the portal that a person was at, or marked. */
export interface KnownPlace {
  /** Its address, without what is filtered. */
  to: string;
  label: string;
}

export interface KnownPlaces {
  /** In the order in which they were marked. */
  favourites: readonly KnownPlace[];
  /** The latest first. */
  visited: readonly KnownPlace[];
}

/** So many visits are kept; the navigation shows fewer. */
const KEPT = 12;
const NOTHING: KnownPlaces = { favourites: [], visited: [] };
/** Forms are on the way to somewhere, and the start page is always there. */
const NO_PLACE = /^\/auth\/(?:create|edit|home)\b/;

let key: string | null = null;
let places = NOTHING;
const listeners = new Set<() => void>();

function readPlaces(): KnownPlaces {
  try {
    const kept = JSON.parse((key && localStorage.getItem(key)) ?? 'null') as Partial<KnownPlaces> | null;
    return { favourites: kept?.favourites ?? [], visited: kept?.visited ?? [] };
  } catch {
    return NOTHING;
  }
}

function keepPlaces(next: KnownPlaces): void {
  places = next;
  try {
    if (key) localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // A full or forbidden storage costs the memory, not the screen.
  }
  for (const listener of listeners) listener();
}

/** From now on the places are those of this person; null: of nobody. */
export function setPlacesOf(person: string | null): void {
  key = person && `skyledger.places.${person}`;
  keepPlaces(readPlaces());
}

/** The places that this person marked and visited in this browser. */
export const knownPlaces = (): KnownPlaces => places;

/** Calls `listener` after every change; answers how to stop that. */
export function subscribePlaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether an address is one that can be marked and is remembered. */
export const isPlace = (to: string): boolean => !NO_PLACE.test(to);

/** Remembers that a person is here; its newest name counts everywhere. */
export function notePlace(place: KnownPlace): void {
  if (!isPlace(place.to)) return;
  const { favourites, visited } = places;
  if (visited[0]?.to === place.to && visited[0].label === place.label) return;
  keepPlaces({
    favourites: favourites.map((one) => (one.to === place.to ? place : one)),
    visited: [place, ...visited.filter(({ to }) => to !== place.to)].slice(0, KEPT),
  });
}

/** Marks a place as a favourite, or takes the mark away. */
export function toggleFavourite(place: KnownPlace): void {
  const { favourites } = places;
  const others = favourites.filter(({ to }) => to !== place.to);
  keepPlaces({ ...places, favourites: others.length < favourites.length ? others : [...favourites, place] });
}
