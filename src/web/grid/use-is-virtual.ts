import { useSyncExternalStore } from 'react';

/** With fewer rows than this all of them are mounted: the page's own search finds them. */
const ALL_MOUNTED = 120;

let printing = false;

/**
 * Whether only the rows in sight are mounted: where there are many, or come as one scrolls, and on no paper.
 * @param scrolls they come as one scrolls
 */
export function useIsVirtual(rows: number, scrolls: boolean): boolean {
  const printing = usePrinting();
  return (rows > ALL_MOUNTED || (scrolls && rows > 0)) && !printing;
}

function subscribe(listener: () => void): () => void {
  const set = (now: boolean) => () => {
    printing = now;
    listener();
  };
  const [begin, end] = [set(true), set(false)];
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Whether the page is being printed: what is mounted only while it is in sight is mounted whole then. */
const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);
