let arrived = false;

/** Whether a screen has been there since the page was loaded. */
export const hasArrived = (): boolean => arrived;

/** Notes that a screen is there, so that each later one replaces the one before. */
export function arrive(): void {
  arrived = true;
}
