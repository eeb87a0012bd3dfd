import { useLayoutEffect } from 'react';
import { leaveForDialog } from './focus-places.ts';

/** While `opened`, the focus is in a dialog; afterwards it is back where it came from. */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => (opened ? leaveForDialog() : undefined), [opened]);
}
