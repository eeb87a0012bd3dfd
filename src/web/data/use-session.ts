import { useSyncExternalStore } from 'react';
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
