import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Faults } from '../faults/faults.ts';
import { type Dialect, GARBAGE, withFault } from '../faults/with-fault.ts';
import { serve } from '../serve/serve.ts';
import { accountOperations } from './accounts.ts';
import { configOperations } from './config.ts';
import { identityStoreOperations } from './identity-store.ts';
import { organizations, settleAccounts } from './organizations.ts';
import { catalogOperations, settleRecords } from './service-catalog.ts';
import { checkSignature, type Key } from './signature.ts';
import { readingOperations } from './permission-sets.ts';
import { ssoOperations } from './sso.ts';
import { MANAGEMENT_ACCOUNT, openState, type Initial, type State } from './state.ts';
import { answerSts, stsError, type KnownKey } from './sts.ts';
import { WireError, type Json, type Operations } from './wire.ts';

/** The key of the management account that every simulated AWS knows. */
export const SIMULATOR_KEY: Key = {
  accessKeyId: 'AKIASKYLEDGERSIMULAT',
  secretAccessKey: 'simulated/by/skyledger/no/secret/at/all1',
};

export type { Initial };

export interface AwsOptions {
  /** Where what is known is kept; without it, it is forgotten with the simulator. */
  stateFile?: string;
  /** The content at the first start, loaded with the first call; a kept state goes before it. */
  initial?: Initial | (() => Promise<Initial>);
  /** How long what AWS does by itself takes: an account, a region, an assignment, an update. */
  delaySeconds?: number;
  /** How many accounts may be on their way at once. */
  accountsAtOnce?: number;
  mostAccounts?: number;
  /** Whether IAM Identity Center has an instance in the region that is called. */
  identityCenter?: boolean;
  /** Milliseconds since 1970; clocks jump in tests. */
  now?: () => number;
}

export interface AwsSimulator {
  /** Without a slash at the end. */
  url: string;
  faults: Faults;
  /** All that it knows, as it is by now; tests may change it. */
  state: State;
  /** A key by its id: the portal's own, and those that STS has lent. */
  keyOf: (id: string) => KnownKey | undefined;
  /** Lets updates of provisioned products in an account fail with this reason. */
  failUpdates: (account: string, reason: string) => void;
  /** Lets updates in every account work again. */
  mendUpdates: () => void;
  close: () => Promise<void>;
}

type Answer = { status: number; body: string; headers?: Record<string, string> };
type Protocol = 'json' | 'rest' | 'query';

/** Operations that change nothing. */
const READING = /^(List|Describe|Get|Search|Scan|Select|AssumeRole)/;
const TARGETS: Record<string, string> = {
  AWSOrganizationsV20161128: 'organizations',
  SWBExternalService: 'sso',
  AWS242ServiceCatalogService: 'servicecatalog',
  StarlingDoveService: 'config',
  AWSIdentityStore: 'identitystore',
};

/**
 * AWS as far as accounts are made and looked after, on a free port of this machine: AWS JSON 1.1, REST and query
 * protocols, each request signed. The work of AWS itself takes `delaySeconds`; everything else is at once.
 */
export async function startAws(options: AwsOptions = {}): Promise<AwsSimulator> {
  const { delaySeconds = 2, accountsAtOnce = 5, mostAccounts = 20_000, now = Date.now } = options;
  const { identityCenter = true } = options;
  const delayMs = delaySeconds * 1000;
  const faults = new Faults();
  const failing = new Map<string, string>();
  const { state, save, filled } = openState(options.stateFile, options.initial ?? {}, now());
  const keys = new Map<string, KnownKey>([
    [SIMULATOR_KEY.accessKeyId, { ...SIMULATOR_KEY, account: MANAGEMENT_ACCOUNT }],
  ]);
  const services: Record<string, Operations> = {
    organizations: organizations(state, { delayMs, accountsAtOnce, mostAccounts }),
    sso: { ...ssoOperations(state, { delayMs, identityCenter }), ...readingOperations(state) },
    identitystore: identityStoreOperations(state),
    servicecatalog: catalogOperations(state, delayMs, failing),
    config: configOperations(state),
    account: accountOperations(state, delayMs),
  };
  let isKept = true;
  const settle = () => {
    if (settleAccounts(state, now(), mostAccounts)) isKept = false;
    settleRecords(state, now());
  };

  /** The operation of a request, once its signature is right. */
  const read = (request: IncomingMessage, body: Buffer) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const signed = { method: request.method ?? 'GET', path, headers: request.headers, body };
    const { service, key } = checkSignature(signed, (id) => keys.get(id), now());
    if (key.endsAt !== undefined && key.endsAt < now()) throw expired();
    const text = body.toString();
    if (service === 'sts') {
      const form = new URLSearchParams(text);
      const work = () => answerSts(form, key, { state, keys, now: now() });
      return { operation: form.get('Action') ?? '', work };
    }
    const target = String(request.headers['x-amz-target'] ?? '').split('.');
    const name = service === 'account' ? path.slice(1) : (target[1] ?? '');
    const known = service === 'account' || TARGETS[target[0] ?? ''] === service;
    const perform = known ? services[service]?.[name] : undefined;
    if (!perform) throw new WireError('UnknownOperationException', `Unknown operation ${name}.`, 404);
    const input = JSON.parse(text === '' ? '{}' : text) as Json;
    const work = (stuck: boolean) =>
      JSON.stringify(perform({ input, account: key.account, now: now(), stuck }));
    return { operation: name.charAt(0).toUpperCase() + name.slice(1), work };
  };

  const perform = async (request: IncomingMessage, body: Buffer): Promise<Answer | null> => {
    await filled();
    const { operation, work } = read(request, body);
    return withFault(faults, operation, dialectOf(protocolOf(request)), async (fault) => {
      if (fault === 'denied') throw denied(request, operation);
      settle();
      let text = work(fault === 'stuck');
      if (fault === 'conflict') {
        // The call that nobody heard of is done and over; this one comes second.
        for (const one of Object.values(state.accountRequests)) one.readyAt &&= Math.min(one.readyAt, now());
        settle();
        text = again(work);
      }
      settle();
      if (!isKept || !READING.test(operation)) {
        isKept = true;
        await save();
      }
      return { status: 200, body: text };
    });
  };

  const server = await serve((request, response) => {
    const protocol = protocolOf(request);
    void buffer(request)
      .then((body) => perform(request, body))
      .catch((error: unknown) => errorAnswer(error, protocol))
      .then((answer) => send(response, answer, protocol));
  });
  return {
    url: server.url,
    faults,
    get state() {
      settle();
      return state;
    },
    keyOf: (id) => keys.get(id),
    failUpdates: (account, reason) => void failing.set(account, reason),
    mendUpdates: () => failing.clear(),
    close: async () => {
      faults.clear();
      await server.close();
    },
  };
}

const expired = () =>
  new WireError('ExpiredTokenException', 'The security token included in the request is expired', 403);

/** As AWS says which right is missing. */
function denied(request: IncomingMessage, operation: string): WireError {
  const [, service = ''] = /\/([\w-]+)\/aws4_request/.exec(request.headers.authorization ?? '') ?? [];
  return new WireError(
    'AccessDeniedException',
    `User: arn:aws:iam::${MANAGEMENT_ACCOUNT}:user/skyledger is not authorized to perform: ${service}:${operation}`,
    403,
  );
}

/** The error of the second of two equal calls; where AWS would take it, that somebody else changes the same. */
function again(work: (stuck: boolean) => string): string {
  const text = work(false);
  if (text.includes('CreateAccountStatus')) return text;
  throw new WireError(
    'ConcurrentModificationException',
    'The target of the operation is currently being modified by a different request. Try again later.',
    409,
  );
}

const dialectOf = (protocol: Protocol): Dialect<Answer> => ({
  throttled: () => {
    const code = protocol === 'query' ? 'Throttling' : 'TooManyRequestsException';
    throw new WireError(code, 'You have sent too many requests in too short a period of time.', 429);
  },
  failing: () => {
    throw new WireError('ServiceException', 'AWS cannot complete your request.', 500);
  },
  expired: () => {
    throw expired();
  },
  garbage: () => ({ status: 200, body: GARBAGE }),
});

function protocolOf({ headers }: IncomingMessage): Protocol {
  if (headers['x-amz-target'] !== undefined) return 'json';
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? 'query' : 'rest';
}

function errorAnswer(error: unknown, protocol: Protocol): Answer {
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

function send(response: ServerResponse, answer: Answer | null, protocol: Protocol): void {
  if (answer === null) {
    response.destroy();
    return;
  }
  const type = { json: 'application/x-amz-json-1.1', rest: 'application/json', query: 'text/xml' }[protocol];
  response.writeHead(answer.status, { 'content-type': type, ...answer.headers }).end(answer.body);
}
