import { useCallback, useRef, useState, type MouseEvent } from 'react';

/** The props of a menu that is mounted while it is open. */
export interface OpenMenuProps {
  /** The button that was pressed. */
  at: HTMLElement;
  onClose: () => void;
}

/**
 * A plain button that opens a menu, whose code comes once somebody points at the button or focuses it.
 * @param fetch fetches the code of the menu; a failure is shown in the place of the menu
 */
export function useMenuButton(fetch: () => Promise<void>) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  const onClose = useCallback(() => setAt(null), []);
  const approach = () => void fetch().catch(() => undefined);
  return {
    /** Properties of the menu; null while it is closed. */
    open: at && { at, onClose },
    /** Properties of the button. */
    button: {
      'aria-haspopup': 'menu' as const,
      'aria-expanded': at !== null,
      onPointerEnter: approach,
      onFocus: approach,
      // A press beside the menu closes it first, also one on its own button, which is not to open it again.
      onPointerDown: () => {
        wasOpen.current = at !== null;
      },
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
        setAt(wasOpen.current ? null : currentTarget);
        wasOpen.current = false;
      },
    },
  };
}
