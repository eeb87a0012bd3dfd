import type { GcpState } from './state.ts';

/** A status and what is written as JSON; a text as it is. */
export type Answer = [status: number, body: unknown];

/** The state that the parts of the simulator share. */
export interface Google {
  state: GcpState;
  /** `organizations/…` with what people call it. */
  organization: { name: string; displayName: string };
  folders: readonly SimulatedFolder[];
  billingAccount: string;
  /** Until a project is there, in milliseconds. */
  delay: number;
  /**
   * Until who made a project may do anything with it, in milliseconds from when it is there; Cloud Billing hears of it as
   * long again later.
   */
  rightsDelay: number;
  /** So many projects may be made; null: any number. */
  projectQuota: number | null;
  /** Services that fail to be enabled in the end. */
  failing: ReadonlySet<string>;
  /** Whether labels of projects are taken by the narrower rule alone, without underscores. */
  narrowLabels: boolean;
  /** How long a project that is marked for deletion is kept, in milliseconds. */
  deletedKept: number;
  /** How long an operation can be read, in milliseconds. */
  operationsKept: number;
  pageSize: number;
  /** Whether an id belongs to somebody else in the world. */
  isStrangers: (projectId: string) => boolean;
}

export interface SimulatedFolder {
  /** `folders/…` */
  name: string;
  /** `folders/…` or `organizations/…` */
  parent: string;
  displayName: string;
}

/** A call as the parts read it. */
export interface Call {
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** The name in the path. */
  named: string;
  /** Whether the work that it begins never ends. */
  stuck: boolean;
}

const HTTP = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

/** A refusal in Google's shape. */
export function refusal(
  status: keyof typeof HTTP,
  message: string,
  details: readonly unknown[] = [],
): Answer {
  const code = HTTP[status];
  return [code, { error: { code, message, status, ...(details.length > 0 && { details }) } }];
}

const RPC = 'type.googleapis.com/google.rpc';

/** An ErrorInfo, by which Google says why. */
export const errorInfo = (reason: string, metadata: Record<string, string>, domain = 'googleapis.com') => ({
  '@type': `${RPC}.ErrorInfo`,
  reason,
  domain,
  metadata,
});

/** A quota of things that is spent. */
export const quotaFailure = (description: string) => ({
  '@type': `${RPC}.QuotaFailure`,
  violations: [{ description }],
});

export const retryInfo = (seconds: number) => ({ '@type': `${RPC}.RetryInfo`, retryDelay: `${seconds}s` });

/** The number of the project that callers call the APIs for. */
const CONSUMER = '987654321098';

/** An API that nobody enabled. @param service such as cloudasset.googleapis.com */
export function disabled(service: string): Answer {
  const activationUrl = `https://console.developers.google.com/apis/api/${service}/overview?project=${CONSUMER}`;
  const message = `${service} has not been used in project ${CONSUMER} before or it is disabled. Enable it by visiting ${activationUrl} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`;
  return refusal('PERMISSION_DENIED', message, [
    errorInfo('SERVICE_DISABLED', { service, consumer: `projects/${CONSUMER}`, activationUrl }),
  ]);
}

/** Google says neither whether a project exists nor whose it is. */
export const noPermission = (what: string): Answer =>
  refusal('PERMISSION_DENIED', `The caller does not have permission (or ${what} may not exist).`);

/** One page of what there is, in the order in which it was found. */
export function pageOf<Item>(
  items: readonly Item[],
  { query }: Call,
  most: number,
): { page: readonly Item[]; nextPageToken?: string } | null {
  const from = Number(query.get('pageToken') ?? 0);
  const wanted = Number(query.get('pageSize') ?? 0);
  if (!Number.isInteger(from) || from < 0 || !Number.isInteger(wanted) || wanted < 0) return null;
  const to = from + (wanted === 0 ? most : Math.min(wanted, most));
  return { page: items.slice(from, to), ...(to < items.length && { nextPageToken: String(to) }) };
}

export const invalidPage = (): Answer =>
  refusal('INVALID_ARGUMENT', 'Request contains an invalid argument: page_token or page_size.');
