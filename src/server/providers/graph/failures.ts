import { ProviderFailure } from '../common/interface.ts';

/** A call, for what its failure means and for what people read of it. */
export interface Asked {
  /** In the words of people, such as 'read its groups'. */
  what: string;
  /** Whether it could have changed something: a lost answer to one that only reads leaves no doubt. */
  deed: 'reads' | 'writes';
  /** The permission of Microsoft Graph that it takes, such as Group.Read.All. */
  permission: string;
}

/** What the client's errors have. */
interface ClientError {
  name: string;
  message: string;
  statusCode?: unknown;
  code?: unknown;
  headers?: { get?: (name: string) => string | null };
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
const OF_CREDENTIALS = /^(CredentialUnavailable|Authentication|AggregateAuthentication)/;
const OF_NETWORK = /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|network_error|network request failed/i;
/** The words for a cursor that counts no more: they depend on why. */
const OF_CURSORS = /^(resyncRequired|syncStateNotFound|syncStateInvalid|SyncStateNotFound)/i;
const LONGEST_SAYING = 400;

/** The code of the failure of a reading whose cursor the directory no longer knows. */
export const RESYNC = 'resyncRequired';

const sentence = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_SAYING);
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`;
};

function secondsOf(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** Turns whatever the client throws into a failure that says what to do. */
export function failureOf(error: unknown, { what, deed, permission }: Asked): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const told: ClientError = error instanceof Error ? error : new Error(String(error));
  const status = typeof told.statusCode === 'number' && told.statusCode > 0 ? told.statusCode : null;
  const code = typeof told.code === 'string' ? told.code : told.name;
  const retryAfterSeconds = secondsOf(told.headers?.get?.('retry-after'));
  const extras = { code, retryAfterSeconds, cause: error };
  const says = sentence(told.message);
  if (OF_CREDENTIALS.test(code)) return credentialFailure(told.message, extras);
  if (status === 410 || (status !== null && OF_CURSORS.test(code)))
    return new ProviderFailure(
      'refused',
      'The directory no longer knows where the last reading ended. Read it anew, from its beginning.',
      { ...extras, code: RESYNC },
    );
  if (status === 429 || (status === 503 && retryAfterSeconds !== undefined))
    return new ProviderFailure('busy', 'The directory is asked too often just now. Wait a moment.', extras);
  if (status === 401)
    return new ProviderFailure(
      'away',
      `The directory does not accept the portal's token: ${says} Where this stays, renew the secret or certificate of its application.`,
      extras,
    );
  if (status === 403)
    return new ProviderFailure(
      'refused',
      `The directory does not allow the portal to ${what}: ${says} Grant its application the permission ${permission} of Microsoft Graph with an administrator's consent, then retry.`,
      extras,
    );
  if (status !== null && status >= 400 && status < 500)
    return new ProviderFailure(
      'refused',
      `The directory refuses to ${what}: ${says} Correct what it names and retry.`,
      extras,
    );
  if (status === null && NEVER_SENT.has(code))
    return new ProviderFailure(
      'away',
      'The directory cannot be reached from this machine. Check its network and its proxy.',
      extras,
    );
  return deed === 'writes'
    ? new ProviderFailure(
        'ambiguous',
        `The directory was asked to ${what}, but its answer did not arrive: it may be done all the same. Ask again, which does nothing twice.`,
        extras,
      )
    : new ProviderFailure(
        'away',
        `The directory could not be asked to ${what}: it did not answer as expected. See the health of Microsoft Entra where this stays.`,
        extras,
      );
}

type Extras = ConstructorParameters<typeof ProviderFailure>[2];

const credentialFailure = (message: string, extras: Extras): ProviderFailure =>
  OF_NETWORK.test(message)
    ? new ProviderFailure(
        'away',
        'The sign-in of Microsoft Entra cannot be reached from this machine. Check its network and its proxy.',
        extras,
      )
    : new ProviderFailure(
        'refused',
        "The portal could not sign in to the directory: check GRAPH_TENANT_ID, AZURE_CLIENT_ID and whether the application's secret or certificate has expired, then retry.",
        extras,
      );
