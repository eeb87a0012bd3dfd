import { useEffect, useRef, useState, type ReactNode } from 'react';
import tables from './tables.module.css';

export interface TableFrameProps {
  /** Whether it is directly below a heading of its own. */
  below?: boolean;
  /** Whether its last columns are seen first, where it has no room for all. */
  atEnd?: boolean;
  children: ReactNode;
}

/** The frame of a table of billing. One that is too wide scrolls sideways, also with the keyboard. */
export function TableFrame({ below = false, atEnd = false, children }: TableFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const { current: shown } = frame;
    if (!shown) return;
    if (atEnd) shown.scrollLeft = shown.scrollWidth;
    const observer = new ResizeObserver(() => setOverflows(shown.scrollWidth > shown.clientWidth));
    for (const element of [shown, ...shown.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [atEnd]);
  return (
    <div
      ref={frame}
      className={below ? `${tables.frame} ${tables.below}` : tables.frame}
      {...(overflows && { tabIndex: 0, role: 'group', 'aria-label': 'Table that scrolls sideways' })}
    >
      {children}
    </div>
  );
}
