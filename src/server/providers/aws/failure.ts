import { ProviderFailure } from '../common/interface.ts';

/** What of an error of the SDK is looked at; connections and clients fail in shapes of their own. */
interface SdkError {
  name?: string;
  message?: string;
  code?: string;
  Reason?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string>; statusCode?: number };
}

const BUSY = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
  'RequestLimitExceeded',
  'LimitExceededException',
]);
/** Somebody changes the same just now, which may be what this portal asked for before. */
const AMBIGUOUS = new Set([
  'ConcurrentModificationException',
  'ConflictException',
  'DuplicateRequestException',
]);
const EXPIRED = new Set(['ExpiredTokenException', 'ExpiredToken', 'RequestExpired']);
const NO_CREDENTIALS = new Set(['CredentialsProviderError', 'TokenProviderError']);
const UNKNOWN_KEY = new Set([
  'UnrecognizedClientException',
  'InvalidClientTokenId',
  'MissingAuthenticationTokenException',
]);
const DENIED = new Set(['AccessDeniedException', 'AccessDenied', 'AccountNotRegisteredException']);
/** An account is known to all of AWS some moments after it was made. */
const NOT_YET = new Set([
  'AccountNotFoundException',
  'ChildNotFoundException',
  'FinalizingOrganizationException',
]);
const UNREACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPROTO',
]);
/** Limits that pass by themselves. */
const PASSING = new Map([
  ['ACCOUNT_CREATION_RATE_LIMIT_EXCEEDED', 600],
  ['ACCOUNT_CREATION_NOT_COMPLETE', 600],
]);
const SKEWED = /signature (expired|not yet current)/i;

/** @param doing what was being done, such as 'create the account' */
export function failureOf(error: unknown, doing: string): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const { name = 'Error', message = '', code, Reason: reason, $metadata, $response } = error as SdkError;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode ?? 0;
  const said = message.replace(/\.?\s*$/, '.').split('\n', 1)[0] ?? '';
  const fail = (
    kind: ConstructorParameters<typeof ProviderFailure>[0],
    sentence: string,
    retryAfterSeconds?: number,
  ) => new ProviderFailure(kind, sentence, { code: reason ?? name, retryAfterSeconds, cause: error });

  if (BUSY.has(name) || status === 429) {
    const wait = Number($response?.headers?.['retry-after']);
    return fail('busy', `AWS was asked too often to ${doing}.`, Number.isFinite(wait) ? wait : undefined);
  }
  const passes = reason === undefined ? undefined : PASSING.get(reason);
  if (passes !== undefined) return fail('busy', `AWS does not ${doing} yet: ${said}`, passes);
  if (EXPIRED.has(name))
    return fail(
      'away',
      `The credentials for AWS have expired before it could ${doing}. Renew them; it goes on by itself.`,
    );
  if (SKEWED.test(message) || name === 'RequestTimeTooSkewed')
    return fail(
      'away',
      'The clock of this machine differs from that of AWS by more than five minutes. Set it by NTP.',
    );
  if (NO_CREDENTIALS.has(name))
    return fail(
      'away',
      `There are no credentials for AWS to ${doing}. Give the portal a role or a key of the management account.`,
    );
  if (UNKNOWN_KEY.has(name) || name === 'InvalidSignatureException' || name === 'SignatureDoesNotMatch')
    return fail('refused', `AWS does not know the key of the portal (${name}). Check its credentials.`);
  if (DENIED.has(name)) return fail('refused', `The portal may not ${doing} in AWS: ${said}`);
  if (NOT_YET.has(name)) return fail('away', `AWS could not ${doing} yet: ${said}`);
  if (AMBIGUOUS.has(name))
    return fail('ambiguous', `AWS is busy with the same, so it could not ${doing}: ${said}`);
  if (UNREACHED.has(code ?? '') || UNREACHED.has(causeCode(error)))
    return fail(
      'away',
      `AWS cannot be reached to ${doing} (${code ?? causeCode(error)}). Check the way to it.`,
    );
  if (status >= 400 && status < 500)
    return fail('refused', `AWS did not ${doing}: ${said} (${reason ?? name})`);
  // A broken answer, a lost connection or a fault of AWS: it may have been done all the same.
  return fail('ambiguous', `AWS gave no answer that can be read when asked to ${doing} (${name}).`);
}

const causeCode = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  return (cause as SdkError | undefined)?.code ?? '';
};
