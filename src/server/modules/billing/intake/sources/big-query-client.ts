import type { BigQuery } from '@google-cloud/bigquery';
import { Refusal } from '#kernel/errors.ts';
import type { BigQueryAccess } from '#server/platform/config/bigquery.ts';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import { apiDisabled } from '#server/providers/gcp/interface.ts';

const LONGEST_REASON = 300;

/** Google's own client. The libraries are loaded with the first work that needs them: they take longer than all else. */
export async function openBigQuery({ project, credentials, api }: BigQueryAccess): Promise<BigQuery> {
  refuseInTransaction('BigQuery');
  const [{ BigQuery: Client }, { PassThroughClient }] = await Promise.all([
    import('@google-cloud/bigquery'),
    import('google-auth-library'),
  ]);
  return new Client({
    projectId: project,
    ...(credentials !== null && { keyFilename: credentials }),
    ...(api !== null && { apiEndpoint: api, useAuthWithCustomEndpoint: true }),
    // Another server has no use for what the machine is signed in as.
    ...(api !== null && credentials === null && { authClient: new PassThroughClient() }),
  });
}

/** Failures that Google wants to be tried again, beside those on its side: by status, and by reason where that says otherwise. */
const PASSING = new Set([408, 429]);
const PASSING_REASONS = new Set([
  'rateLimitExceeded',
  'jobRateLimitExceeded',
  'backendError',
  'jobBackendError',
  'internalError',
  'jobInternalError',
  'tableUnavailable',
]);

/** BigQuery's word for a failure, such as accessDenied; empty where it has none. */
export const reasonOf = (error: unknown): string =>
  (error as { errors?: { reason?: string }[] } | null)?.errors?.[0]?.reason ?? '';

/**
 * A failure of BigQuery as people read it: final where the request is refused, to be tried again where the server is away.
 * @param what was not done, such as 'BigQuery did not return the costs'
 */
export function bigQueryFailure(what: string, error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? Number(error.code) : Number.NaN;
  const message = error instanceof Error ? error.message : String(error);
  const reason = reasonOf(error);
  const project = /\bin project (\S+) before or it is disabled/.exec(message)?.[1];
  if (reason === 'accessNotConfigured' && project !== undefined)
    return new Refusal(422, `${what}: ${apiDisabled('bigquery.googleapis.com', project)}`);
  const isPassing = PASSING.has(code) || PASSING_REASONS.has(reason);
  const isRefused = code >= 400 && code < 500 && !isPassing;
  return new Refusal(isRefused ? 422 : 503, `${what}: ${sentence(message)}`);
}

function sentence(reason: string): string {
  const text = reason.replaceAll(/\s+/g, ' ').trim();
  if (text.length > LONGEST_REASON) return `${text.slice(0, LONGEST_REASON).toWellFormed()}…`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
