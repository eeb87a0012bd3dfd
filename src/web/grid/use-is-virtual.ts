import { usePrinting } from '#web/ui/use-printing.ts';

/** Up to so many rows all of them are mounted: the page's own search finds them. */
export const ALL_MOUNTED = 120;

/**
 * Whether only the rows in sight are mounted: where there are many, or come as one scrolls, and on no paper.
 * @param scrolls they come as one scrolls
 */
export function useIsVirtual(rows: number, scrolls: boolean): boolean {
  const printing = usePrinting();
  return (rows > ALL_MOUNTED || (scrolls && rows > 0)) && !printing;
}
