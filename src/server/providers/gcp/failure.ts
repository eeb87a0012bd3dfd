import { failureOf, sentenceOf, type CallEffect, type ClientError } from '../common/failure.ts';
import { ProviderFailure } from '../common/interface.ts';

/** The body of an error of Google's APIs. */
interface GoogleAnswer {
  error?: {
    code?: number;
    message?: string;
    status?: string;
    details?: { '@type'?: string; retryDelay?: string }[];
  };
}

/** A call that failed. */
interface GoogleCall {
  /** The work that was not done, such as 'Google did not create the project'. */
  what: string;
  effect: CallEffect;
}

const LONGEST = 300;

const AGAIN = ' The portal asks again by itself.';
/** The sentences about a failure beside Google's own, by what to do about it. */
const saying =
  (advice: string) =>
  ({ message }: ClientError, { what }: GoogleCall): string =>
    `${what}: ${message}${advice}`;

const SENTENCES = {
  busy: saying(AGAIN),
  unauthorized: saying(`${AGAIN} Sign the portal in again: its credentials are too old or were revoked.`),
  forbidden: saying(' Give the service account of the portal the role that this needs, then retry.'),
  conflict: saying(' It may have been done all the same; the portal looks before it asks again.'),
  refused: saying(''),
  unreachable: saying(AGAIN),
  lost: saying(' It may have been done all the same; the portal looks before it asks again.'),
  unanswered: saying(AGAIN),
};

/**
 * A failure of Google as people read it.
 * @param what was not done, such as 'Google did not create the project'
 */
export function gcpFailure(what: string, error: unknown, effect: CallEffect): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  return failureOf(SENTENCES, error, readError(error), { what, effect });
}

/** Google's library throws what was answered, as text, as the message of its error. */
export function readError(error: unknown): ClientError {
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : Number.NaN;
  try {
    const answered = (JSON.parse(message) as GoogleAnswer).error;
    const delay = answered?.details?.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
    return {
      code: answered?.status ?? null,
      status: answered?.code ?? (Number.isInteger(status) ? status : null),
      message: sentenceOf(answered?.message ?? 'Google said nothing more', LONGEST),
      retryAfterSeconds: delay === undefined ? undefined : Math.ceil(Number.parseFloat(delay)),
      cause: error,
    };
  } catch {
    // An answer that is not in Google's form may be the page of a proxy, whose status says nothing of Google.
    const text = error instanceof SyntaxError ? 'the answer cannot be read' : message;
    return { code: null, status: null, message: sentenceOf(text, LONGEST), cause: error };
  }
}
