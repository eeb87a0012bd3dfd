/**
 * A start that cannot go on for a reason the operator can mend. The message is the whole story, one or more
 * plain sentences; it is printed without a stack trace and the process ends with exit code 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

/** The system's code of a failed call, such as 'EACCES' or a PostgreSQL SQLSTATE; undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
