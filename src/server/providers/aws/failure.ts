import { failure, failureOf, networkCode, retryAfter, type ClientError } from '../common/failure.ts';
import { ProviderFailure, type FailureKind } from '../common/interface.ts';

/** The fields of an error of the SDK that are looked at; connections and clients fail in shapes of their own. */
interface SdkError {
  name?: string;
  message?: string;
  Reason?: string;
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string>; statusCode?: number };
}

/** A call. The SDK does not say whether one only reads, so each may have been done. */
interface AwsCall {
  /** In the words of people, such as 'create the account'. */
  what: string;
  effect: 'writes';
}

const BUSY = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
  'ThrottledException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
]);
/** What passes by itself, by the reason of the error or its name, with the seconds to wait. */
const PASSING = new Map([
  // Too many accounts are being made at once.
  ['ACCOUNT_CREATION_RATE_LIMIT_EXCEEDED', 600],
  // So many accounts are being closed at once.
  ['CLOSE_ACCOUNT_REQUESTS_LIMIT_EXCEEDED', 600],
  // An organization that was just made is ready within an hour.
  ['FinalizingOrganizationException', 600],
]);
const SKEWED = /signature (expired|not yet current)/i;

/** Errors that AWS names and that mean something else than their status: the first of them that fits. */
const NAMED: readonly {
  names: readonly string[];
  kind: FailureKind;
  sentence: (error: ClientError, call: AwsCall) => string;
}[] = [
  {
    names: ['ExpiredTokenException', 'ExpiredToken', 'RequestExpired'],
    kind: 'away',
    sentence: (_, { what }) =>
      `The credentials for AWS have expired before it could ${what}. Renew them; it goes on by itself.`,
  },
  {
    names: ['RequestTimeTooSkewed'],
    kind: 'away',
    sentence: () =>
      'The clock of this machine differs from that of AWS by more than five minutes. Set it by NTP.',
  },
  {
    names: ['CredentialsProviderError', 'TokenProviderError'],
    kind: 'away',
    sentence: (_, { what }) =>
      `There are no credentials for AWS to ${what}. Give the portal a role or a key of the management account.`,
  },
  {
    names: [
      'UnrecognizedClientException',
      'InvalidClientTokenId',
      'MissingAuthenticationTokenException',
      'InvalidSignatureException',
      'SignatureDoesNotMatch',
    ],
    kind: 'refused',
    sentence: ({ code }) => `AWS does not know the key of the portal (${code}). Check its credentials.`,
  },
  {
    names: ['AccessDeniedException', 'AccessDenied', 'AccountNotRegisteredException'],
    kind: 'refused',
    sentence: ({ message }, { what }) => `The portal may not ${what} in AWS: ${message}`,
  },
  {
    // An account is known to all of AWS some moments after it was made (see inNewAccount).
    names: ['AccountNotFoundException', 'ChildNotFoundException', 'TargetNotFoundException'],
    kind: 'away',
    sentence: ({ message }, { what }) => `AWS could not ${what} yet: ${message}`,
  },
  {
    // Somebody changes the same just now, which may be what this portal requested before.
    names: ['ConcurrentModificationException', 'ConflictException', 'DuplicateRequestException'],
    kind: 'ambiguous',
    sentence: ({ message }, { what }) => `AWS is busy with the same, so it could not ${what}: ${message}`,
  },
];

const SENTENCES = {
  busy: (_: ClientError, { what }: AwsCall) => `AWS was called too often to ${what}.`,
  refused: ({ code, message }: ClientError, { what }: AwsCall) => `AWS did not ${what}: ${message} (${code})`,
  unreachable: ({ cause }: ClientError, { what }: AwsCall) =>
    `AWS cannot be reached to ${what} (${networkCode(cause)}). Check the way to it.`,
  // A broken answer, a lost connection or a fault of AWS: it may have been done all the same.
  lost: ({ cause }: ClientError, { what }: AwsCall) =>
    `AWS gave no readable response to the request to ${what} (${nameOf(cause)}).`,
  unanswered: ({ cause }: ClientError, { what }: AwsCall) =>
    `AWS gave no readable response to the request to ${what} (${nameOf(cause)}).`,
};

const nameOf = (error: unknown): string => (error as SdkError).name ?? 'Error';

/** @param what the call in the words of people, such as 'create the account' */
export function awsFailure(error: unknown, what: string): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const { message = '', Reason: reason } = error as SdkError;
  const call: AwsCall = { what, effect: 'writes' };
  const found = read(error);
  if (found.isBusy) return failureOf(SENTENCES, error, found, call);
  const passes = PASSING.get(reason ?? nameOf(error));
  if (passes !== undefined)
    return failure('busy', `AWS does not ${what} yet: ${found.message}`, {
      ...found,
      retryAfterSeconds: passes,
    });
  const name = SKEWED.test(message) ? 'RequestTimeTooSkewed' : nameOf(error);
  const named = NAMED.find(({ names }) => names.includes(name));
  if (named) return failure(named.kind, named.sentence(found, call), found);
  return failureOf(SENTENCES, error, found, call);
}

function read(error: unknown): ClientError {
  const { message = '', Reason: reason, $metadata, $response } = error as SdkError;
  const name = nameOf(error);
  const status = $metadata?.httpStatusCode ?? $response?.statusCode ?? 0;
  const isBusy = BUSY.has(name) || status === 429;
  return {
    status: status === 0 ? null : status,
    code: reason ?? name,
    message: message.replace(/\.?\s*$/, '.').split('\n', 1)[0] ?? '',
    isBusy,
    retryAfterSeconds: isBusy ? retryAfter($response?.headers?.['retry-after']) : undefined,
    cause: error,
  };
}
