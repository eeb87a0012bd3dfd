/** Where the browser does not say when it is idle, it is believed to be after this time. */
const BELIEVED_MS = 1000;

/**
 * Runs `work` once the browser has nothing else to do.
 * @returns forgets it, where it has not begun
 */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, BELIEVED_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
