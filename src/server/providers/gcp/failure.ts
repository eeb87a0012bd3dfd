import { failure, failureOf, sentenceOf, type CallEffect, type ClientError } from '../common/failure.ts';
import { ProviderFailure } from '../common/interface.ts';
import { apiDisabled } from './interface.ts';

/** A detail of an error of Google: an ErrorInfo, a RetryInfo or a QuotaFailure of google.rpc. */
interface Detail {
  '@type'?: string;
  reason?: string;
  metadata?: { service?: string; consumer?: string };
  retryDelay?: string;
  violations?: { description?: string }[];
}

/** The body of an error of Google's APIs. */
interface GoogleAnswer {
  error?: { code?: number; message?: string; status?: string; details?: Detail[] };
}

/** The facts of an error of Google. */
interface GoogleError extends ClientError {
  /** The reason of its ErrorInfo, such as SERVICE_DISABLED; null where it gives none. */
  reason: string | null;
  /** The API that was called, such as cloudasset.googleapis.com, and the project it is called for; empty: not named. */
  service: string;
  project: string;
  /** What its QuotaFailure says of the quotas that are spent; empty where there is none. */
  spent: string;
}

/** A call that failed. */
interface GoogleCall {
  /** The work that was not done, such as 'Google did not create the project'. */
  what: string;
  effect: CallEffect;
}

const LONGEST = 300;

const AGAIN = ' The portal asks again by itself.';
const ROLE = ' Give the service account of the portal the role that this needs, then retry.';
const QUOTA =
  ' Have Google raise the quota (https://support.google.com/cloud/answer/6330231), or give up projects that nobody needs: a deleted one counts for 30 more days. Then retry.';

/** The sentences about a failure beside Google's own, by what to do about it. */
const saying =
  (advice: string) =>
  ({ message }: ClientError, { what }: GoogleCall): string =>
    `${what}: ${message}${advice}`;

const SENTENCES = {
  busy: saying(AGAIN),
  unauthorized: saying(`${AGAIN} Sign the portal in again: its credentials are too old or were revoked.`),
  forbidden: saying(ROLE),
  conflict: saying(' It may have been done all the same; the portal looks before it asks again.'),
  refused: saying(''),
  unreachable: saying(AGAIN),
  lost: saying(' It may have been done all the same; the portal looks before it asks again.'),
  unanswered: saying(AGAIN),
};

/**
 * What to do where Google denies a call for a reason that no role mends. The reasons are those of google.api.ErrorReason,
 * which services answer with PERMISSION_DENIED alike, and two of Service Usage.
 */
const DENIED: Readonly<Record<string, string>> = {
  SERVICE_DISABLED: ' Enable it, wait some minutes, then retry.',
  BILLING_DISABLED:
    ' Link a billing account to the project that the service account of the portal belongs to.',
  CONSUMER_SUSPENDED: ' The project that the service account of the portal belongs to is suspended.',
  CONSUMER_INVALID: ' The project that the portal calls Google for does not exist, or is deleted.',
  USER_PROJECT_DENIED:
    ' Give the service account of the portal the role serviceusage.serviceUsageConsumer on the project that it calls Google for.',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT:
    ' Give the machine, or the key that the portal signs in with, the scope https://www.googleapis.com/auth/cloud-platform.',
  SECURITY_POLICY_VIOLATED: ' Let the portal through the perimeter of VPC Service Controls.',
  SERVICE_CONFIG_NOT_FOUND_OR_PERMISSION_DENIED:
    ' Correct its name in the request template, for other projects; or have whoever offers it let the portal enable it, then retry.',
  UREQ_PROJECT_BILLING_NOT_FOUND: ' Link a billing account to the project, then retry.',
  ORG_RESTRICTION_VIOLATION: ' The network that the portal runs in may not reach this organization.',
};

/**
 * A failure of Google as people read it.
 * @param what was not done, such as 'Google did not create the project'
 */
export function gcpFailure(what: string, error: unknown, effect: CallEffect): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const read = readError(error);
  return settled(what, read) ?? failureOf(SENTENCES, error, read, { what, effect });
}

/** What stays so until somebody does something, whatever status it has; null for everything else. */
function settled(what: string, read: GoogleError): ProviderFailure | null {
  const { reason, message, service, project, spent } = read;
  const refused = (sentence: string, code: string | null) =>
    failure('refused', `${what}: ${sentence}`, { ...read, code });
  if (reason === 'SERVICE_DISABLED' && service !== '' && project !== '')
    return refused(apiDisabled(service, project), reason);
  if (isSpent(read)) return refused(`${spent || message}${QUOTA}`, 'RESOURCE_EXHAUSTED');
  const isDenied = read.status === 403 || read.code === 'FAILED_PRECONDITION';
  const advice = reason !== null && isDenied ? DENIED[reason] : undefined;
  return advice === undefined ? null : refused(message + advice, reason);
}

/** Whether a quota of things is spent, such as that of projects; one of calls is free again by itself. */
function isSpent({ reason, spent, message, retryAfterSeconds }: GoogleError): boolean {
  if (reason === 'RATE_LIMIT_EXCEEDED' || retryAfterSeconds !== undefined) return false;
  if (/\bper (?:second|minute|hour|day)\b/i.test(message)) return false;
  return reason === 'RESOURCE_QUOTA_EXCEEDED' || spent !== '' || /allotted project quota/i.test(message);
}

/**
 * Whether Google answers that something is not there. It says of what somebody else has that the caller has no permission,
 * and gives no reason, or that of IAM.
 */
export function isMissing({ status, code, reason }: GoogleError): boolean {
  if (status === 404) return true;
  return code === 'PERMISSION_DENIED' && (reason === null || reason === 'IAM_PERMISSION_DENIED');
}

/** Google's library throws what was answered, as text, as the message of its error. */
export function readError(error: unknown): GoogleError {
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : Number.NaN;
  try {
    const answered = (JSON.parse(message) as GoogleAnswer).error;
    return {
      code: answered?.status ?? null,
      status: answered?.code ?? (Number.isInteger(status) ? status : null),
      message: sentenceOf(answered?.message ?? 'Google said nothing more', LONGEST),
      cause: error,
      ...readDetails(answered?.details ?? [], answered?.message ?? ''),
    };
  } catch {
    // An answer that is not in Google's form may be the page of a proxy, whose status says nothing of Google.
    const isPage = error instanceof SyntaxError || message.trimStart().startsWith('<');
    const text = isPage ? 'the answer cannot be read' : message;
    // The words of OAuth for a key or a token that is not taken; no call was made with it.
    const isSignIn = /\binvalid_(?:grant|client)\b/.test(message);
    return {
      code: null,
      status: isSignIn ? 401 : null,
      message: sentenceOf(text, LONGEST),
      cause: error,
      ...readDetails([], ''),
    };
  }
}

/** An API that is not enabled, as a message without an ErrorInfo says so; with the address of the page that enables it. */
const OFF = /has not been used in project (\S+) before or it is disabled(?:.*?\/apis\/api\/([\w.-]+)\/)?/s;

function readDetails(details: readonly Detail[], message: string) {
  const of = (kind: string) =>
    details.filter((one) => one['@type'] === `type.googleapis.com/google.rpc.${kind}`);
  const [info] = of('ErrorInfo');
  const delay = of('RetryInfo')[0]?.retryDelay;
  const spent = of('QuotaFailure').flatMap(({ violations = [] }) =>
    violations.map((one) => one.description ?? ''),
  );
  const [isOff, project = '', service = ''] = OFF.exec(message) ?? [];
  return {
    reason: info?.reason ?? (isOff === undefined ? null : 'SERVICE_DISABLED'),
    service: info?.metadata?.service ?? service,
    project: info?.metadata?.consumer?.replace(/^projects\//, '') ?? project,
    spent: sentenceOf(spent.filter((one) => one !== '').join(' '), LONGEST),
    retryAfterSeconds: delay === undefined ? undefined : Math.ceil(Number.parseFloat(delay)),
  };
}

/** The codes of google.rpc.Code that an operation ends with. */
const CODES: Readonly<Record<number, string>> = {
  3: 'INVALID_ARGUMENT',
  5: 'NOT_FOUND',
  6: 'ALREADY_EXISTS',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
  9: 'FAILED_PRECONDITION',
  10: 'ABORTED',
  13: 'INTERNAL',
  14: 'UNAVAILABLE',
};

/** What to do about an operation that has ended; one that names nothing wrong is requested again. */
const ENDED: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: ' Change what the request names, and ask again.',
  FAILED_PRECONDITION: ' Change what the request names, and ask again.',
  PERMISSION_DENIED: ROLE,
  RESOURCE_EXHAUSTED: QUOTA,
};

/** An operation that Google ended without doing it. */
export function operationFailure(
  what: string,
  { code, message }: { code?: number | null; message?: string | null },
): ProviderFailure {
  const name = CODES[code ?? 2] ?? 'UNKNOWN';
  const advice = ENDED[name] ?? ' Retry asks for it anew.';
  return new ProviderFailure('refused', `${what}: ${sentenceOf(message || name, LONGEST)}${advice}`, {
    code: name,
  });
}
