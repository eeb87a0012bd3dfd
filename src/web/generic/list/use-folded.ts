import { useLayoutEffect, type RefObject } from 'react';
import { NARROW, WIDE } from '#web/ui/breakpoints.ts';

/** A heading that is higher than this has begun a second line, in pixels. */
const ONE_LINE = 44;

/**
 * Marks the buttons of a heading with `data-folded` where they are to be a menu: on a narrow screen, and where the heading
 * would take a second line for them. Nothing is measured on a wide screen.
 */
export function useFolded(tools: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = tools.current;
    const header = element?.closest('header');
    if (!element || !header) return;
    const fold = () => {
      element.toggleAttribute('data-folded', matchMedia(NARROW).matches);
      if (matchMedia(NARROW).matches || matchMedia(WIDE).matches) return;
      element.toggleAttribute('data-folded', header.clientHeight > ONE_LINE);
    };
    fold();
    let frame = 0;
    // A frame later: what changes the height that it watches would have the browser complain about a loop.
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fold);
    });
    watch.observe(header);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
    };
  }, [tools]);
}
