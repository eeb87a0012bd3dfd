import {
  failure,
  failureOf,
  isOutOfReach,
  networkCode,
  sentenceOf,
  type CallEffect,
  type ClientError,
} from '../common/failure.ts';
import { ProviderFailure } from '../common/interface.ts';
import { GraphError } from './client.ts';

/** A call, for what its failure means and for what people read of it. */
export interface GraphCall {
  /** In the words of people, such as 'read its groups'. */
  what: string;
  effect: CallEffect;
  /** The permission of Microsoft Graph that it takes, such as Group.Read.All. */
  permission: string;
}

const OF_CREDENTIALS = /^(CredentialUnavailable|Authentication|AggregateAuthentication)/;
/** The words for a cursor that counts no more: they depend on why. */
const OF_CURSORS = /^(resyncRequired|syncStateNotFound|syncStateInvalid|SyncStateNotFound)/i;

/** The code of the failure of a reading whose cursor the directory no longer knows. */
export const RESYNC = 'resyncRequired';

function read(error: Error): ClientError & { code: string } {
  if (!(error instanceof GraphError))
    return {
      status: null,
      code: networkCode(error) ?? error.name,
      message: sentenceOf(error.message),
      cause: error,
    };
  const { status, code, message, retryAfterSeconds } = error;
  return {
    status,
    code,
    message: sentenceOf(message),
    retryAfterSeconds,
    // The code is that of a change beside another one of the same object: it was not made, and may be sent again.
    isBusy: code === 'Directory_ConcurrencyViolation' || (status === 503 && retryAfterSeconds !== undefined),
    // Such as Authorization_IdentityNotFound: the tenant does not know the application.
    isForbidden: status === 401 && code.startsWith('Authorization_'),
    cause: error,
  };
}

const SENTENCES = {
  busy: () => 'The directory is called too often just now. Wait a moment.',
  unauthorized: ({ message }: ClientError) =>
    `The directory does not accept the portal's token: ${message} Where this stays, renew the secret or certificate of its application.`,
  forbidden: ({ message }: ClientError, { what, permission }: GraphCall) =>
    `The directory does not allow the portal to ${what}: ${message} Grant its application the permission ${permission} of Microsoft Graph with an administrator's consent, then retry.`,
  refused: ({ message }: ClientError, { what }: GraphCall) =>
    `The directory refuses to ${what}: ${message} Correct what it names and retry.`,
  unreachable: () => 'The directory cannot be reached from this machine. Check its network and its proxy.',
  lost: (_: ClientError, { what }: GraphCall) =>
    `The directory was requested to ${what}, but its response did not arrive: it may be done all the same. Try again, which does nothing twice.`,
  unanswered: (_: ClientError, { what }: GraphCall) =>
    `The directory could not be called to ${what}: it did not answer as expected. See the health of Microsoft Entra where this stays.`,
};

/** Turns whatever a call throws into a failure that says what to do. */
export function graphFailure(error: unknown, call: GraphCall): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const thrown = error instanceof Error ? error : new Error(String(error));
  const found = read(thrown);
  if (found.status === null && OF_CREDENTIALS.test(found.code))
    return credentialFailure(thrown.message, found);
  if (found.status === 410 || (found.status !== null && OF_CURSORS.test(found.code)))
    return failure(
      'refused',
      'The directory no longer knows where the last reading ended. Read it anew, from its beginning.',
      { ...found, code: RESYNC },
    );
  return failureOf(SENTENCES, error, found, call);
}

const credentialFailure = (message: string, error: ClientError): ProviderFailure =>
  isOutOfReach(message)
    ? failure(
        'away',
        'The sign-in of Microsoft Entra cannot be reached from this machine. Check its network and its proxy.',
        error,
      )
    : failure(
        'refused',
        "The portal could not sign in to the directory: check GRAPH_TENANT_ID, AZURE_CLIENT_ID and whether the application's secret or certificate has expired, then retry.",
        error,
      );
