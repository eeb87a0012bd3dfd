import { ProviderFailure } from '../common/interface.ts';

/** Whether a call could have changed something: a lost answer to one that only reads leaves no doubt. */
export type Deed = 'reads' | 'writes';

/** What the SDK's errors have in common, whichever of its generations throws them. */
interface SdkError {
  name: string;
  message: string;
  code?: unknown;
  statusCode?: unknown;
  status?: unknown;
  response?: { headers?: { get?: (name: string) => string | undefined }; bodyAsText?: string | null };
}

interface Told {
  status: number | null;
  code: string | null;
  /** What Azure says, as a sentence. */
  says: string;
  retryAfterSeconds: number | undefined;
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
const OF_CREDENTIALS =
  /^(CredentialUnavailable|Authentication|AggregateAuthentication|AuthenticationRequired)/;
const LONGEST_SAYING = 400;

const sentence = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_SAYING);
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`;
};

/** The `error` of ARM's body; null where the body is no such thing. */
function errorOf(body: string | null | undefined): { code?: unknown; message?: unknown } | null {
  try {
    const read = JSON.parse(body ?? '') as { error?: unknown } | null;
    return typeof read?.error === 'object' ? read.error : null;
  } catch {
    return null;
  }
}

function toldBy(error: SdkError): Told {
  const { code, message } = errorOf(error.response?.bodyAsText) ?? error;
  const header = error.response?.headers?.get?.('retry-after');
  const status = error.statusCode ?? error.status;
  return {
    status: typeof status === 'number' ? status : null,
    code: typeof code === 'string' ? code : null,
    says: sentence(typeof message === 'string' ? message : error.message),
    retryAfterSeconds: header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined,
  };
}

/**
 * Turns whatever the SDK throws into a failure that says what to do.
 * @param what the call in the words of people, such as 'create the subscription'
 */
export function failureOf(error: unknown, what: string, deed: Deed): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const sdk: SdkError = error instanceof Error ? error : new Error(String(error));
  const { status, code, says, retryAfterSeconds } = toldBy(sdk);
  const extras = { code: code ?? undefined, retryAfterSeconds, cause: error };
  const unheard = () =>
    deed === 'writes'
      ? new ProviderFailure(
          'ambiguous',
          `Azure was asked to ${what}, but its answer did not arrive: it may be done all the same.`,
          extras,
        )
      : new ProviderFailure(
          'away',
          `Azure could not be asked to ${what}: it did not answer as expected. See status.azure.com where this stays.`,
          extras,
        );
  if (OF_CREDENTIALS.test(sdk.name)) return credentialFailure(sdk, extras);
  if (status === 429)
    return new ProviderFailure('busy', 'Azure is asked too often just now. Wait a moment.', extras);
  if (status === 401)
    return new ProviderFailure(
      'away',
      `Azure does not accept the portal's token: ${says} Where this stays, renew the credentials of its application.`,
      extras,
    );
  if (status === 403)
    return new ProviderFailure(
      'refused',
      `Azure does not allow the portal to ${what}: ${says} Give its application the right to do so, then retry.`,
      extras,
    );
  if (status === 409) return ambiguousConflict(what, says, extras);
  if (status !== null && status >= 400 && status < 500)
    return new ProviderFailure(
      'refused',
      `Azure refuses to ${what}: ${says} Correct what it names and retry, or ask anew.`,
      extras,
    );
  if (status === null && NEVER_SENT.has(networkCode(error)))
    return new ProviderFailure(
      'away',
      'Azure cannot be reached from this machine. Check its network and its proxy.',
      extras,
    );
  return unheard();
}

type Extras = ConstructorParameters<typeof ProviderFailure>[2];

const ambiguousConflict = (what: string, says: string, extras: Extras) =>
  new ProviderFailure('ambiguous', `Azure was asked to ${what} and tells of a conflict: ${says}`, extras);

function credentialFailure(error: SdkError, extras: Extras): ProviderFailure {
  const isAway = typeof error.statusCode === 'number' && error.statusCode >= 500;
  return isAway
    ? new ProviderFailure(
        'away',
        'The sign-in of Azure does not answer. See status.azure.com where this stays.',
        extras,
      )
    : new ProviderFailure(
        'refused',
        "The portal could not sign in to Azure: check AZURE_TENANT_ID, AZURE_CLIENT_ID and the application's secret or certificate, then retry.",
        extras,
      );
}

/** The system's word for what went wrong with the network, such as ECONNREFUSED; empty where there is none. */
function networkCode(error: unknown): string {
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string' && NEVER_SENT.has(code)) return code;
  }
  return '';
}
