import { operationFailure } from './failure.ts';
import type { GcpProgress } from './interface.ts';

/** An operation of google.longrunning, as JSON. */
interface Operation {
  done?: boolean;
  error?: { code?: number; message?: string };
}

/**
 * How far an operation is.
 * @param what is not done where it has failed, such as 'Google did not create the project'
 * @param answered its JSON; null: there is none that the portal may see
 */
export function progressOf(what: string, answered: unknown): GcpProgress {
  if (answered === null) return { state: 'forgotten' };
  const { done, error } = answered as Operation;
  if (error) return { state: 'failed', failure: operationFailure(what, error) };
  return done ? { state: 'done' } : { state: 'running' };
}
