import { ProviderFailure, type FailureKind } from '../common/interface.ts';

/** What Google says of a failure, as far as it can be read. */
interface Said {
  /** Such as ALREADY_EXISTS. */
  code: string | null;
  http: number | null;
  message: string;
  retryAfterSeconds: number | null;
}

interface GoogleAnswer {
  error?: {
    code?: number;
    message?: string;
    status?: string;
    details?: { '@type'?: string; retryDelay?: string }[];
  };
}

const BUSY = 429;
const LONGEST = 300;
const CONNECTION_REFUSED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * A failure of Google as people read it.
 * @param what was not done, such as 'Google did not create the project'
 * @param changes whether the call would have changed something: then what is unknown is ambiguous
 */
export function gcpFailure(what: string, error: unknown, changes: boolean): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const said = readError(error);
  const kind = kindOf(said, error, changes);
  return new ProviderFailure(kind, `${what}: ${sentence(said.message)}${ADVICE[kind]}${hint(said)}`, {
    code: said.code ?? undefined,
    retryAfterSeconds: said.retryAfterSeconds ?? undefined,
    cause: error,
  });
}

const ADVICE: Record<FailureKind, string> = {
  refused: '',
  ambiguous: ' It may have been done all the same; the portal looks before it asks again.',
  busy: ' The portal asks again by itself.',
  away: ' The portal asks again by itself.',
};

function hint({ http }: Said): string {
  if (http === 401) return ' Sign the portal in again: its credentials are too old or were revoked.';
  if (http === 403) return ' Give the service account of the portal the role that this needs, then retry.';
  return '';
}

function kindOf({ http }: Said, error: unknown, changes: boolean): FailureKind {
  const lost: FailureKind = changes ? 'ambiguous' : 'away';
  if (http === null) return isNeverSent(error) ? 'away' : lost;
  if (http === BUSY) return 'busy';
  // Nothing is done without credentials; new ones may come.
  if (http === 401) return 'away';
  if (http === 409) return 'ambiguous';
  if (http >= 500 || http === 408) return lost;
  return 'refused';
}

/** Whether the machine that was asked never heard of it. */
function isNeverSent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const cause = error instanceof Error ? error.cause : undefined;
  return CONNECTION_REFUSED.has(code) || (cause !== undefined && cause !== error && isNeverSent(cause));
}

/** Google's library throws what was answered, as text, as the message of its error. */
export function readError(error: unknown): Said {
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : Number.NaN;
  const http = Number.isInteger(status) ? status : null;
  try {
    const answered = (JSON.parse(message) as GoogleAnswer).error;
    const delay = answered?.details?.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
    return {
      code: answered?.status ?? null,
      http: answered?.code ?? http,
      message: answered?.message ?? 'Google said nothing more',
      retryAfterSeconds: delay === undefined ? null : Math.ceil(Number.parseFloat(delay)),
    };
  } catch {
    const told = error instanceof SyntaxError ? 'the answer cannot be read' : message;
    return { code: null, http, message: told, retryAfterSeconds: null };
  }
}

function sentence(message: string): string {
  const text = message.replaceAll(/\s+/g, ' ').trim();
  if (text.length > LONGEST) return `${text.slice(0, LONGEST).toWellFormed()}…`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
