import { useSyncExternalStore } from 'react';
import { seesOwnOnly } from '#kernel/rights.ts';
import { sessionState, subscribe, type Person, type SessionState } from './session-store.ts';

/** The state of the session; the component renders again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, sessionState);
}

/** Who is signed in; null while nobody is. */
export function usePerson(): Person | null {
  const state = useSession();
  return state.status === 'in' ? state.person : null;
}

/** Whether the person sees the records that are theirs, and no others. */
export const useOwnRows = (): boolean => seesOwnOnly(usePerson()?.roles ?? []);

/** The same outside of components: of whom the session is now. */
export function hasOwnRows(): boolean {
  const state = sessionState();
  return state.status === 'in' && seesOwnOnly(state.person.roles);
}
