import { useCallback, useEffect, useRef, useState } from 'react';
import { sessionState } from '#web/data/session-store.ts';
import { useStillHere } from '../use-still-here.ts';

/** Where somebody is who has sent something: at what they sent it with, at something else, or signed out. */
type Whereabouts = 'here' | 'elsewhere' | 'signed out';

/** Who is signed in now. A server that is not reached has signed nobody out. */
function isSignedIn(person: string | null): boolean {
  const session = sessionState();
  return session.status === 'in' ? session.person.email === person : session.status !== 'out';
}

/**
 * Returns where a person is by the time an answer has come: who is elsewhere sees in a notice what cannot be shown
 * in its place any more, and stays where they are; nobody sees what another person had requested.
 */
export function useWhereabouts(): () => Whereabouts {
  const isHere = useStillHere();
  const [person] = useState(() => {
    const session = sessionState();
    return session.status === 'in' ? session.person.email : null;
  });
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => {
    if (!isSignedIn(person)) return 'signed out';
    return shown.current && isHere() ? 'here' : 'elsewhere';
  }, [isHere, person]);
}
