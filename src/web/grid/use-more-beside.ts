import { useEffect, type RefObject } from 'react';

/**
 * Keeps `data-before` and `data-after` on the scroller while columns are scrolled out of sight on that side,
 * without rendering anything.
 */
export function useMoreBeside(
  scroller: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    const tell = () => {
      box.toggleAttribute('data-before', box.scrollLeft > 1);
      box.toggleAttribute('data-after', box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    };
    const sizes = new ResizeObserver(tell);
    sizes.observe(box);
    sizes.observe(content.current);
    box.addEventListener('scroll', tell, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', tell);
    };
  }, [scroller, content]);
}
