/** Logs what could not be loaded where a supporter looks first: the browser's console. */
export function logFailure(what: string, error: unknown): void {
  console.error(`Could not load ${what}:`, error);
}
