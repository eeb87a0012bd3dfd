import {
  failure,
  failureOf,
  isOutOfReach,
  retryAfter,
  sentenceOf,
  type CallEffect,
  type ClientError,
} from '../common/failure.ts';
import { ProviderFailure } from '../common/interface.ts';

/** The common fields of the SDK's errors, whichever of its generations throws them. */
interface SdkError {
  name: string;
  message: string;
  code?: unknown;
  statusCode?: unknown;
  status?: unknown;
  response?: { headers?: { get?: (name: string) => string | undefined }; bodyAsText?: string | null };
}

/** A call, in the words of people, such as 'create the subscription'. */
interface AzureCall {
  what: string;
  effect: CallEffect;
}

const OF_CREDENTIALS =
  /^(CredentialUnavailable|Authentication|AggregateAuthentication|AuthenticationRequired)/;

/** The codes of a 401 by which a token is not accepted. Any other one says that a right is missing. */
const OF_TOKENS = /^(AuthenticationFailed$|InvalidAuthenticationToken|ExpiredAuthenticationToken$)/;

/** The billing role of an enrollment account that lets an application create subscriptions. */
const SUBSCRIPTION_CREATOR = 'SubscriptionCreator (a0bcee42-bf30-4d1b-926a-48d21664ef71)';

/** The `error` of ARM's body; null where the body is no such thing. */
function errorOf(body: string | null | undefined): { code?: unknown; message?: unknown } | null {
  try {
    const read = JSON.parse(body ?? '') as { error?: unknown } | null;
    return typeof read?.error === 'object' ? read.error : null;
  } catch {
    return null;
  }
}

function read(error: SdkError): ClientError {
  const { code, message } = errorOf(error.response?.bodyAsText) ?? error;
  const status = error.statusCode ?? error.status;
  const known = typeof code === 'string' ? code : null;
  return {
    status: typeof status === 'number' ? status : null,
    code: known,
    isForbidden: status === 401 && !OF_TOKENS.test(known ?? ''),
    message: sentenceOf(typeof message === 'string' ? message : error.message),
    retryAfterSeconds: retryAfter(error.response?.headers?.get?.('retry-after')),
    cause: error,
  };
}

const SENTENCES = {
  busy: () => 'Azure is called too often just now. Wait a moment.',
  unauthorized: ({ message }: ClientError) =>
    `Azure does not accept the portal's token: ${message} Where this stays, renew the credentials of its application.`,
  forbidden: ({ code, message }: ClientError, { what }: AzureCall) =>
    `Azure does not allow the portal to ${what}: ${message} ${
      code === 'UserNotAuthorized'
        ? `Give its enterprise application the billing role ${SUBSCRIPTION_CREATOR} on the enrollment account, or Azure subscription creator on the invoice section, as docs/operating.md describes, then retry.`
        : 'Give its application the right to do so, then retry.'
    }`,
  conflict: ({ message }: ClientError, { what }: AzureCall) =>
    `Azure was requested to ${what} and reports a conflict: ${message}`,
  refused: ({ message }: ClientError, { what }: AzureCall) =>
    `Azure refuses to ${what}: ${message} Correct what it names and retry, or ask anew.`,
  unreachable: () => 'Azure cannot be reached from this machine. Check its network and its proxy.',
  lost: (_: ClientError, { what }: AzureCall) =>
    `Azure was requested to ${what}, but its response did not arrive: it may be done all the same.`,
  unanswered: (_: ClientError, { what }: AzureCall) =>
    `Azure could not be called to ${what}: it did not answer as expected. See status.azure.com where this stays.`,
};

/**
 * Turns whatever the SDK throws into a failure that says what to do.
 * @param what the call in the words of people, such as 'create the subscription'
 */
export function azureFailure(error: unknown, what: string, effect: CallEffect): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const sdk: SdkError = error instanceof Error ? error : new Error(String(error));
  if (OF_CREDENTIALS.test(sdk.name)) return credentialFailure(sdk, read(sdk));
  return failureOf(SENTENCES, error, read(sdk), { what, effect });
}

function credentialFailure({ statusCode, message }: SdkError, error: ClientError): ProviderFailure {
  if (isOutOfReach(message))
    return failure(
      'away',
      'The sign-in of Azure cannot be reached from this machine. Check its network and its proxy.',
      error,
    );
  return typeof statusCode === 'number' && statusCode >= 500
    ? failure('away', 'The sign-in of Azure does not answer. See status.azure.com where this stays.', error)
    : failure(
        'refused',
        "The portal could not sign in to Azure: check AZURE_TENANT_ID, AZURE_CLIENT_ID and the application's secret or certificate, then retry.",
        error,
      );
}
