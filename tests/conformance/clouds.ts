import { Definitions } from './definitions.ts';
import { restJudge } from './rest.ts';

/** Azure Resource Manager: capitals of its paths do not count. */
export const azureJudge = () => restJudge({ cloud: 'azure', flags: 'i' });

export const graphJudge = () => restJudge({ cloud: 'graph' });

/**
 * GitHub's description lists the errors of an operation, and leaves out those that every operation has.
 * Source: Troubleshooting the REST API, Rate limits for the REST API, and API Versions, of GitHub's documentation.
 */
const EVERYWHERE = new Set([400, 401, 403, 404, 410, 429, 500, 502, 503]);

export function githubJudge() {
  const definitions = new Definitions('github');
  return restJudge({
    cloud: 'github',
    general: (status, body) =>
      EVERYWHERE.has(status) ? definitions.faults(body, 'api', 'schemas', 'basic-error') : null,
  });
}

/** An error of Google's APIs. Source: AIP-193, and the comments of google.rpc.Code. */
interface GoogleError {
  error?: { code?: unknown; message?: unknown; status?: unknown; details?: Record<string, unknown>[] };
}

export function gcpJudge() {
  const definitions = new Definitions('gcp');
  const { codes, details: known } = definitions.files.get('errors') as unknown as {
    codes: Record<string, number>;
    details: Record<string, object>;
  };
  return restJudge({
    cloud: 'gcp',
    general: (answered, body) => {
      const { code, message, status, details = [], ...more } = (body as GoogleError | undefined)?.error ?? {};
      const faults = Object.keys(more).map((name) => `error has ${name}, which is not defined`);
      if (code !== answered) faults.push(`error.code is ${String(code)}`);
      if (typeof message !== 'string') faults.push('error.message is missing');
      if (codes[String(status)] !== answered) faults.push(`error.status is ${String(status)}`);
      for (const { '@type': type, ...detail } of details)
        if (String(type) in known)
          faults.push(...definitions.faults(detail, 'errors', 'details', String(type)));
        else faults.push(`a detail is ${String(type)}, which is not defined`);
      return faults;
    },
  });
}

/** An error of BigQuery. Source: Error messages, of its documentation. */
const BIG_QUERY_ERROR = ['code', 'message', 'errors', 'status', 'details'];

/** BigQuery, whose errors are those of Google's older APIs. */
export function bigQueryJudge() {
  return restJudge({
    cloud: 'bigquery',
    general: (answered, body) => {
      const error = (body as { error?: Record<string, unknown> } | undefined)?.error ?? {};
      const faults = Object.keys(error)
        .filter((name) => !BIG_QUERY_ERROR.includes(name))
        .map((name) => `error has ${name}, which is not defined`);
      if (error['code'] !== answered) faults.push(`error.code is ${String(error['code'])}`);
      if (typeof error['message'] !== 'string') faults.push('error.message is missing');
      const [first] = (error['errors'] ?? []) as { reason?: unknown }[];
      if (typeof first?.reason !== 'string') faults.push('error.errors has no reason');
      return faults;
    },
  });
}
