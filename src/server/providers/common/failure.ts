import { ProviderFailure, type FailureKind } from './interface.ts';

/** Whether a call could have changed something: a lost answer to one that only reads leaves no doubt. */
export type CallEffect = 'reads' | 'writes';

/** The facts of an error of a provider's client. */
export interface ClientError {
  /** The HTTP status that was answered; null where there was no answer. */
  status: number | null;
  /** The provider's own word for it, such as `EMAIL_ALREADY_EXISTS`. */
  code: string | null;
  /** The provider's message, as a sentence. */
  message: string;
  retryAfterSeconds?: number | undefined;
  /** Whether the provider is called too often, where it says so in its own way and not by 429. */
  isBusy?: boolean;
  /** Whether a right is missing, where the provider says so in its own way and not by 403. */
  isForbidden?: boolean;
  /** The cause for the log; left out where it carries credentials. */
  cause?: unknown;
}

/**
 * The situations in which a call fails:
 * - `busy`: too many calls (429)
 * - `unauthorized`: the credentials are not accepted (401)
 * - `forbidden`: the right to it is missing (403)
 * - `conflict`: the same is there or under way, perhaps by a call whose answer was lost (409)
 * - `refused`: the provider does not want it (any other 4xx)
 * - `unreachable`: the provider never heard of it
 * - `lost`: no answer to a call that may have changed something
 * - `unanswered`: no answer to a call that only reads
 */
export type Situation = keyof typeof KINDS;

/** The kind of failure of each situation for the caller. */
const KINDS = {
  busy: 'busy',
  unauthorized: 'away',
  forbidden: 'refused',
  conflict: 'ambiguous',
  refused: 'refused',
  unreachable: 'away',
  lost: 'ambiguous',
  unanswered: 'away',
} as const satisfies Record<string, FailureKind>;

/** Situations for which a provider may have no sentence of its own; then it is one of `refused`. */
type Special = 'unauthorized' | 'forbidden' | 'conflict';

/** The sentence of a situation, for the person at the desk: what did not work, and what to do. */
type Sentence<Call> = (error: ClientError, call: Call) => string;

/** The sentences of a provider for each situation. */
export type Sentences<Call> = Record<Exclude<Situation, Special>, Sentence<Call>> &
  Partial<Record<Special, Sentence<Call>>>;

/** Statuses of answers that never came: a request that timed out, and one that was cancelled on its way. */
const NEVER_ANSWERED = new Set([408, 499]);

/** The situation by the answer of a provider. */
export function situationOf(
  { status, isBusy = false, isForbidden = false }: ClientError,
  error: unknown,
  effect: CallEffect,
): Situation {
  const unheard = effect === 'writes' ? 'lost' : 'unanswered';
  if (isBusy || status === 429) return 'busy';
  if (status === null) return networkCode(error) === null ? unheard : 'unreachable';
  if (isForbidden || status === 403) return 'forbidden';
  if (status === 401) return 'unauthorized';
  if (status === 409) return 'conflict';
  return status >= 400 && status < 500 && !NEVER_ANSWERED.has(status) ? 'refused' : unheard;
}

/**
 * The failure of a call, in the words of the provider.
 * @param error what its client threw
 * @param read what that says
 */
export function failureOf<Call extends { effect: CallEffect }>(
  sentences: Sentences<Call>,
  error: unknown,
  read: ClientError,
  call: Call,
): ProviderFailure {
  const found = situationOf(read, error, call.effect);
  const situation = sentences[found] ? found : 'refused';
  const sentence = sentences[situation] ?? sentences.refused;
  return failure(KINDS[situation], sentence(read, call), { ...read, unreached: found === 'unreachable' });
}

/** A failure with what is known of the error behind it. */
export const failure = (
  kind: FailureKind,
  sentence: string,
  {
    status,
    code,
    retryAfterSeconds,
    unreached = false,
    cause,
  }: Pick<ClientError, 'code' | 'retryAfterSeconds' | 'cause'> &
    Partial<Pick<ClientError, 'status'>> & { unreached?: boolean },
): ProviderFailure =>
  new ProviderFailure(kind, sentence, {
    status,
    code: code ?? undefined,
    retryAfterSeconds,
    unreached,
    cause,
  });

/** The system's words for a call that never left, or never arrived. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EPROTO',
]);
/** Clients wrap the errors of the network in errors of their own. */
const DEEPEST = 5;

const OF_NETWORK = /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|network_error|network request failed/i;

/** Whether the sign-in of Microsoft could not be reached, which its library says in the message alone. */
export const isOutOfReach = (message: string): boolean => OF_NETWORK.test(message);

/** The system's word for a call that the provider never heard of, such as ECONNREFUSED; null for anything else. */
export function networkCode(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < DEEPEST; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string' && NEVER_SENT.has(code)) return code;
  }
  return null;
}

/** The message of a provider as one sentence of at most `longest` characters. */
export function sentenceOf(text: string, longest = 400): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length > longest) return `${line.slice(0, longest).toWellFormed()}…`;
  return line === '' || /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** The seconds of a Retry-After header, which may name a moment; undefined without one. */
export function retryAfter(header: string | number | null | undefined): number | undefined {
  if (header === null || header === undefined || header === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const until = Date.parse(String(header));
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
