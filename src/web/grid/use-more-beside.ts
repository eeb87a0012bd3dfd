import { useEffect, type RefObject } from 'react';

/**
 * Keeps `data-before` and `data-after` on the scroller while columns are scrolled out of sight on that side, and `--bar`, the width
 * of its scroll bar, without rendering anything.
 */
export function useMoreBeside(
  scroller: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    const update = () => {
      // All is read before anything is written, which would have the table laid out once more.
      const before = box.scrollLeft;
      const after = box.scrollWidth - box.clientWidth - before;
      box.toggleAttribute('data-before', before > 1);
      box.toggleAttribute('data-after', after > 1);
    };
    // A row that opens makes the table higher, which says nothing here: reading would have it laid out once more.
    const widths = new Map<Element, number>();
    let frame = 0;
    let bar = 0;
    const sizes = new ResizeObserver((entries) => {
      // Before the paint: the columns do not move once they are seen. The border is that of the left side.
      const now = box.offsetWidth - box.clientWidth - 2 * box.clientLeft;
      if (now !== bar) box.style.setProperty('--bar', `${(bar = now)}px`);
      const changed = entries.filter(({ target, contentRect }) => widths.get(target) !== contentRect.width);
      for (const { target, contentRect } of changed) widths.set(target, contentRect.width);
      // After the paint: the shade beside the columns would have each row laid out once more before anything is seen.
      if (changed.length > 0) frame = requestAnimationFrame(update);
    });
    sizes.observe(box);
    sizes.observe(content.current);
    box.addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      cancelAnimationFrame(frame);
      box.removeEventListener('scroll', update);
    };
  }, [scroller, content]);
}
