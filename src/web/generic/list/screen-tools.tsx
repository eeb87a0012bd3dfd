import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, useLayoutEffect, type ReactNode, type RefObject } from 'react';
import { NARROW } from '#web/ui/breakpoints.ts';
import classes from './screen-tools.module.css';

interface ScreenToolsProps {
  /** The most used action; it always has a button of its own. */
  main?: ReactNode;
  /** Buttons where they have room, a menu elsewhere. They stay mounted, and so do the dialogs they opened. */
  children: ReactNode;
}

/** The buttons of a screen of many records. */
export function ScreenTools({ main, children }: ScreenToolsProps) {
  const [open, setOpen] = useState(false);
  const menu = useId();
  const tools = useRef<HTMLDivElement>(null);
  useFolded(tools);
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      const toggles = event.target instanceof Element && event.target.closest('[aria-controls]');
      const leaves = event instanceof KeyboardEvent ? event.key === 'Escape' : !toggles;
      if (leaves) setOpen(false);
    };
    // One of its buttons was pressed, or something else.
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, [open]);
  return (
    <div ref={tools} className={classes.tools}>
      <Button
        className={classes.toggle}
        variant="default"
        size="xs"
        aria-expanded={open}
        aria-controls={menu}
        onClick={() => setOpen(!open)}
      >
        More
      </Button>
      <div id={menu} className={classes.others} data-open={open || undefined}>
        {children}
      </div>
      <div className={classes.main}>{main}</div>
    </div>
  );
}

/** A heading that is higher than this has begun a second line, in pixels. */
const ONE_LINE = 44;

/** Whether a heading has begun a second line, or reaches beyond the page. */
const hasNoRoom = (header: HTMLElement): boolean =>
  header.clientHeight > ONE_LINE || header.scrollWidth > header.clientWidth;

/**
 * Marks the buttons of a heading with `data-folded` where they are to be a menu: on a narrow screen, and where the heading
 * would take a second line for them, although what is seldom pressed is a sign alone (`data-signs`), and the way to it is left out
 * (`data-tight`).
 */
function useFolded(tools: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = tools.current;
    const header = element?.closest('header');
    if (!element || !header) return;
    const fold = () => {
      const isNarrow = matchMedia(NARROW).matches;
      element.toggleAttribute('data-folded', isNarrow);
      element.removeAttribute('data-signs');
      header.removeAttribute('data-tight');
      if (isNarrow || !hasNoRoom(header)) return;
      // A sign is enough of what is seldom pressed.
      element.setAttribute('data-signs', '');
      if (!hasNoRoom(header)) return;
      // The way from Home makes room before the buttons do.
      header.setAttribute('data-tight', '');
      if (!hasNoRoom(header)) return;
      header.removeAttribute('data-tight');
      element.setAttribute('data-folded', '');
    };
    fold();
    let frame = 0;
    // A frame later: what changes the height that it watches would have the browser complain about a loop.
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fold);
    });
    watch.observe(header);
    // What stands beside the heading, such as a count, comes later and takes room in the same line.
    const heading = header.querySelector('h1')?.parentElement;
    if (heading) watch.observe(heading);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
    };
  }, [tools]);
}
