import { useSyncExternalStore } from 'react';

let printing = false;

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

/** Whether the page is being printed: what is mounted only while it is in sight is mounted whole then, and light. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);
