import { useMatch, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** A path without the slash that somebody may have typed at its end. */
export const trimmed = (path: string): string => path.replace(/\/+$/, '');

/**
 * Answers, once something has taken its time, whether the person is on this screen still, and not on another one or on the
 * way to it: only then may its outcome lead elsewhere.
 */
export function useStillHere(): () => boolean {
  const router = useRouter();
  const path = useMatch({ strict: false, select: (match) => trimmed(match.pathname) });
  return useCallback(() => trimmed(router.latestLocation.pathname) === path, [router, path]);
}
