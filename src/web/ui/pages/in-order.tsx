import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './in-order.module.css';

/** A placeholder for a part of which nothing is known before it has come. */
export const Awaited = () => <div data-loading />;

/**
 * Parts below one another, each of which loads by itself and is as high as what it has. Until all have come for the first
 * time, what is below one that is awaited is not painted: it would move. All are mounted, so all load at once.
 */
export function InOrder({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [hasCome, setCome] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current || hasCome) return;
    const look = () => setCome(current.querySelector('[data-loading]') === null);
    const watch = new MutationObserver(look);
    watch.observe(current, { childList: true, subtree: true });
    look();
    return () => watch.disconnect();
  }, [hasCome]);
  return (
    <div ref={place} className={hasCome ? undefined : classes.coming}>
      {children}
    </div>
  );
}
