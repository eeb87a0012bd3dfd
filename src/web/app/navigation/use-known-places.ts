import { useSyncExternalStore } from 'react';
import { sessionState, subscribe } from '#web/data/session-store.ts';
import { knownPlaces, setPlacesOf, subscribePlaces, type KnownPlaces } from '#web/ui/pages/known-places.ts';

let known: string | null = null;

/** The places follow the person, before a screen shows where it is. */
function follow(): void {
  const state = sessionState();
  const person = state.status === 'in' ? state.person.email : null;
  if (person === known) return;
  known = person;
  setPlacesOf(person);
}

follow();
subscribe(follow);

/** The favourites and last visits of the signed-in person. */
export const useKnownPlaces = (): KnownPlaces => useSyncExternalStore(subscribePlaces, knownPlaces);
