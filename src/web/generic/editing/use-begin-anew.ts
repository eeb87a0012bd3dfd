import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useReducer } from 'react';
import type { FormStatus } from './form-state-types.ts';

/** Which form of a screen it is, as a key, and how another one takes its place. */
export const useForms = () => useReducer((count: number) => count + 1, 1);

/**
 * Lets a form begin anew where somebody comes back to it before it was gone: it stays until the screen has loaded to which
 * it led when it was saved, and takes nothing any more meanwhile.
 * @param formState what is typed into; null: nothing is
 * @param begin puts another form in its place
 */
export function useBeginAnew(
  formState: { status: () => Pick<FormStatus, 'over'> } | null,
  begin: () => void,
): void {
  const router = useRouter();
  const address = useLocation({ select: (location) => location.pathname });
  useEffect(
    () =>
      router.subscribe('onRendered', ({ toLocation }) => {
        if (formState?.status().over && toLocation.pathname === address) begin();
      }),
    [router, formState, address, begin],
  );
}
