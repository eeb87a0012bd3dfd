import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Answer, ArmError, isObject } from '../azure/arm.ts';
import { application, expired, openIdConfiguration, Tokens } from '../azure/tokens.ts';
import { Faults } from '../faults/faults.ts';
import { type Dialect, GARBAGE, withFault } from '../faults/with-fault.ts';
import { serve } from '../serve/serve.ts';
import { graphOperations } from './operations.ts';
import { DirectoryState, type InitialDirectory } from './state.ts';

export interface GraphOptions {
  /** Keeps what the directory has, over restarts; without one it ends with the simulator. */
  stateFile?: string;
  /** The content of the directory at its first start; a function is called with the first request. */
  initial?: InitialDirectory | (() => Promise<InitialDirectory>);
  /** Objects of a page of a delta. Default: 200. */
  pageSize?: number;
  /** References of an entry of a page. Default: 500. */
  referencesOfEntry?: number;
  /** How long a token of the application counts. Default: an hour. */
  tokenSeconds?: number;
}

export interface GraphSimulator {
  /** Without a slash at the end; it takes the place of graph.microsoft.com and of login.microsoftonline.com. */
  url: string;
  faults: Faults;
  /** The current content; to be read, and to be changed as people change things in the directory. */
  directory: DirectoryState;
  /** The permissions that an administrator granted to the application. */
  permissions: Set<string>;
  /** How long it wants the caller to wait where a call is throttled. */
  throttle: { seconds: number };
  close: () => Promise<void>;
}

/** The application that calls simulators, for whoever reaches one that runs elsewhere. */
export const simulatedApplication = application;

/** What docs/operating.md says that an application needs. */
const PERMISSIONS = [
  'User.Read.All',
  'Group.Read.All',
  'Member.Read.Hidden',
  'GroupMember.ReadWrite.All',
  'Group.ReadWrite.All',
];

/**
 * The parts of Microsoft Graph and of the token endpoint that the portal needs, on a free port of this machine: tokens are checked and
 * expire, deltas come in pages and end with a token of their own, and the application's permissions count.
 * Its operations are called `users.delta`, `groups.members.add` and so on; the token endpoint's is `Token`. Of an answer that is
 * `lost-garbage` one half arrives.
 */
export async function startGraph({
  stateFile,
  initial = { people: [], groups: [] },
  pageSize = 200,
  referencesOfEntry = 500,
  tokenSeconds = 3600,
}: GraphOptions = {}): Promise<GraphSimulator> {
  const directory = new DirectoryState(stateFile ?? null);
  let begun: Promise<void> | null = null;
  if (directory.isKept) begun = Promise.resolve();
  else if (typeof initial !== 'function') begun = Promise.resolve(directory.begin(initial));
  const tokens = new Tokens(tokenSeconds);
  const faults = new Faults();
  const permissions = new Set(PERMISSIONS);
  const throttle = { seconds: 1 };
  const operations = graphOperations(directory, {
    page: pageSize,
    references: referencesOfEntry,
    seesHidden: () => permissions.has('Member.Read.Hidden'),
  });

  /** The answer to a call: null where the connection ends in place of an answer. */
  const answer = async (request: IncomingMessage): Promise<Answer | string | null> => {
    const base = `http://${request.headers.host ?? ''}`;
    const { pathname, searchParams: query } = new URL(request.url ?? '/', base);
    const sent = await text(request);
    if (pathname.endsWith('/.well-known/openid-configuration')) return openIdConfiguration(base);
    if (pathname.toLowerCase() === `/${application.tenantId}/oauth2/v2.0/token`)
      return tried('Token', () => tokens.give(new URLSearchParams(sent)));
    tokens.check(request.headers.authorization);
    if (typeof initial === 'function') await (begun ??= initial().then((has) => directory.begin(has)));
    const operation = operations.find(({ method, path }) => method === request.method && path.test(pathname));
    if (!operation)
      throw new ArmError(400, 'Request_BadRequest', `Resource not found for the segment '${pathname}'.`);
    if (!operation.permissions.some((one) => permissions.has(one)))
      throw new ArmError(
        403,
        'Authorization_RequestDenied',
        'Insufficient privileges to complete the operation.',
      );
    const named = (operation.path.exec(pathname) ?? []).slice(1).map((part) => decodeURIComponent(part));
    return tried(operation.name, () =>
      operation.run({ named, query, body: bodyOf(sent), base, stuck: false }),
    );
  };

  /** A call with what is planned to go wrong with it. */
  const tried = (name: string, run: () => Answer): Promise<Answer | string | null> => {
    let done: Answer | null = null;
    return withFault(
      faults,
      name,
      dialect(throttle, () => done),
      () => (done = run()),
    );
  };

  const server = await serve((request, response) => {
    void answer(request)
      .catch(failed)
      .then((answered) => send(response, answered));
  });
  return {
    url: server.url,
    faults,
    directory,
    permissions,
    throttle,
    close: async () => {
      faults.clear();
      await server.close();
    },
  };
}

/** Graph's own words for what goes wrong; of an answer that is garbled when all is done, one half is there. */
const dialect = (throttle: { seconds: number }, done: () => Answer | null): Dialect<Answer | string> => ({
  throttled: () => {
    const headers = { 'retry-after': String(throttle.seconds) };
    throw new ArmError(429, 'TooManyRequests', 'Too many requests.', headers);
  },
  failing: () => {
    throw new ArmError(500, 'InternalServerError', 'An internal server error occurred.');
  },
  expired: () => {
    throw expired();
  },
  garbage: () => {
    const answered = done();
    const whole = JSON.stringify(answered?.body ?? {});
    return answered === null ? GARBAGE : whole.slice(0, whole.length / 2);
  },
});

function bodyOf(sent: string): Record<string, unknown> {
  if (sent.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(sent);
    if (isObject(body)) return body;
  } catch {
    // As much as one that is no object.
  }
  throw new ArmError(400, 'Request_BadRequest', 'Unable to read JSON request payload.');
}

const failed = (error: unknown): Answer =>
  (error instanceof ArmError ? error : new ArmError(500, 'InternalServerError', String(error))).answer;

function send(response: ServerResponse, answered: Answer | string | null): void {
  if (answered === null) return void response.destroy();
  const { status, body, headers } =
    typeof answered === 'string' ? { status: 200, body: answered, headers: {} } : answered;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}
