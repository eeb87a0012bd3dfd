import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Dialect, GARBAGE } from '../faults/with-fault.ts';
import { MANAGEMENT_ACCOUNT } from './state.ts';
import { stsError } from './sts.ts';
import { WireError } from './wire.ts';

export type Answer = { status: number; body: string; headers?: Record<string, string> };
type Protocol = 'json' | 'rest' | 'query';

export const expired = () =>
  new WireError('ExpiredTokenException', 'The security token included in the request is expired', 403);

/** The service that a request was signed for. */
const serviceOf = ({ headers }: IncomingMessage): string =>
  /\/([\w-]+)\/aws4_request/.exec(headers.authorization ?? '')?.[1] ?? '';

/** The services' own words for a call too many and for a fault at their side, where they have one; else those of all services. */
const THROTTLED: Readonly<Record<string, string>> = {
  organizations: 'TooManyRequestsException',
  account: 'TooManyRequestsException',
  sts: 'Throttling',
};
const FAILED: Readonly<Record<string, string>> = {
  organizations: 'ServiceException',
  account: 'InternalServerException',
  sso: 'InternalServerException',
  identitystore: 'InternalServerException',
  budgets: 'InternalErrorException',
};

/** Rights that have another name than the operation. */
const ACTIONS: Readonly<Record<string, string>> = {
  'budgets:CreateBudget': 'budgets:ModifyBudget',
  'budgets:DescribeBudget': 'budgets:ViewBudget',
};

/** As AWS says which right is missing. */
export function denied(request: IncomingMessage, operation: string): WireError {
  const service = serviceOf(request);
  const action = ACTIONS[`${service}:${operation}`] ?? `${service}:${operation}`;
  return new WireError(
    service === 'sts' ? 'AccessDenied' : 'AccessDeniedException',
    `User: arn:aws:iam::${MANAGEMENT_ACCOUNT}:user/skyledger is not authorized to perform: ${action}`,
    403,
  );
}

export const dialectOf = (request: IncomingMessage): Dialect<Answer> => ({
  throttled: () => {
    const code = THROTTLED[serviceOf(request)] ?? 'ThrottlingException';
    throw new WireError(code, 'You have sent too many requests in too short a period of time.', 429);
  },
  failing: () => {
    const code = FAILED[serviceOf(request)] ?? 'InternalFailure';
    throw new WireError(code, 'AWS cannot complete your request.', 500);
  },
  expired: () => {
    throw expired();
  },
  garbage: () => ({ status: 200, body: GARBAGE }),
});

export function protocolOf({ headers }: IncomingMessage): Protocol {
  if (headers['x-amz-target'] !== undefined) return 'json';
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? 'query' : 'rest';
}

export function errorAnswer(error: unknown, protocol: Protocol): Answer {
  const refusal =
    error instanceof WireError ? error : new WireError('SerializationException', String(error), 400);
  const { code, message, status, extras } = refusal;
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '1' } : {};
  if (protocol === 'query')
    return { status: status === 429 ? 400 : status, body: stsError(refusal), headers };
  if (protocol === 'rest')
    return {
      status,
      body: JSON.stringify({ message, ...extras }),
      headers: { ...headers, 'x-amzn-errortype': code },
    };
  // AWS JSON says what it refuses by the type alone.
  const body = JSON.stringify({ __type: code, Message: message, ...extras });
  return { status: status >= 500 ? status : 400, body, headers };
}

export function send(response: ServerResponse, answer: Answer | null, protocol: Protocol): void {
  if (answer === null) {
    response.destroy();
    return;
  }
  const type = { json: 'application/x-amz-json-1.1', rest: 'application/json', query: 'text/xml' }[protocol];
  response.writeHead(answer.status, { 'content-type': type, ...answer.headers }).end(answer.body);
}
