import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Faults, type Fault } from '../faults/faults.ts';
import { GARBAGE, withFault, type Dialect } from '../faults/with-fault.ts';
import { serve } from '../serve/serve.ts';
import { addUsers, getSeat, listSeats, refusal, removeUsers, type Answer, type Call } from './copilot.ts';
import { issuerOf, jwtFault } from './jwt.ts';
import { GitHubState, type SimulatedOrganization } from './state.ts';

/** An App as GitHub knows it. */
export interface SimulatedApp {
  /** PEM. */
  publicKey: string;
  installations: readonly {
    organization: string;
    /** The granted right to 'GitHub Copilot Business'. */
    copilot: 'write' | 'read' | 'none';
    suspended?: boolean;
  }[];
}

export interface GitHubOptions {
  /** Where the state is kept; without it in memory alone. */
  stateFile?: string;
  /** The content from the first start on. */
  initial?: readonly SimulatedOrganization[];
  /** The App with an id; null where there is none. */
  app: (appId: string) => Promise<SimulatedApp | null>;
  /** How long a token of an installation is good for. */
  tokenSeconds?: number;
  /** Calls of an installation within an hour; 15,000 by default. */
  callsPerHour?: number;
  /** How long one who is throttled has to wait. */
  pauseSeconds?: number;
}

export interface GitHubSimulator {
  /** Without a slash at the end. */
  url: string;
  faults: Faults;
  /** Puts organizations there, or in the place of others, as people do in GitHub's own settings. */
  put: (...organizations: SimulatedOrganization[]) => void;
  organization: (name: string) => SimulatedOrganization;
  close: () => Promise<void>;
}

const TOKEN_SECONDS = 3600;
const CALLS_PER_HOUR = 15_000;
const HOUR_MS = 3_600_000;

const ORGANIZATION = String.raw`^/orgs/([^/]+)`;
const operations: readonly [
  name: string,
  method: string,
  path: RegExp,
  right: 'read' | 'write',
  (call: Call) => Answer,
][] = [
  ['ListSeats', 'GET', new RegExp(`${ORGANIZATION}/copilot/billing/seats$`), 'read', listSeats],
  ['GetSeat', 'GET', new RegExp(`${ORGANIZATION}/members/([^/]+)/copilot$`), 'read', getSeat],
  ['AddUsers', 'POST', new RegExp(`${ORGANIZATION}/copilot/billing/selected_users$`), 'write', addUsers],
  [
    'RemoveUsers',
    'DELETE',
    new RegExp(`${ORGANIZATION}/copilot/billing/selected_users$`),
    'write',
    removeUsers,
  ],
];

interface Token {
  organization: string;
  right: 'write' | 'read' | 'none';
  until: number;
}

/**
 * The part of GitHub's REST protocol that an App needs to read and change seats of Copilot, on a free port of this machine: the
 * App shows its key by a JWT, is given a token of its installation, and pages by Link. Operations can be made to go wrong
 * by their names: `ListSeats`, `GetSeat`, `AddUsers`, `RemoveUsers`, `GetInstallation`, `CreateToken`.
 */
export async function startGitHub(options: GitHubOptions): Promise<GitHubSimulator> {
  const state = new GitHubState(options.stateFile ?? null);
  if (!state.isKnown) state.put(options.initial ?? []);
  const faults = new Faults();
  const tokens = new Map<string, Token>();
  const limit = hourly(options.callsPerHour ?? CALLS_PER_HOUR);
  let base = '';

  /** The App that a request is signed by, or what GitHub says in its place. */
  const appOf = async (request: IncomingMessage): Promise<{ id: string; app: SimulatedApp } | Answer> => {
    const jwt = bearer(request);
    const id = issuerOf(jwt);
    if (id === '') return refusal(401, 'A JSON web token could not be decoded');
    const app = await options.app(id);
    if (!app) return refusal(404, 'Integration not found');
    const fault = jwtFault(jwt, app.publicKey);
    return fault === null ? { id, app } : refusal(401, fault);
  };

  const getInstallation = async (request: IncomingMessage, name: string): Promise<Answer> => {
    const found = await appOf(request);
    if (Array.isArray(found)) return found;
    const at = found.app.installations.findIndex((one) => same(one.organization, name));
    const installation = found.app.installations[at];
    if (!installation) return refusal(404, 'Not Found');
    const { copilot, suspended } = installation;
    return [
      200,
      {
        id: installationId(found.id, at),
        app_id: found.id,
        account: { login: installation.organization, type: 'Organization' },
        permissions: permissionsOf(copilot),
        suspended_at: suspended ? '2026-01-01T00:00:00Z' : null,
      },
    ];
  };

  const createToken = async (request: IncomingMessage, number: string): Promise<Answer> => {
    const found = await appOf(request);
    if (Array.isArray(found)) return found;
    const installation = found.app.installations.find(
      (_, at) => String(installationId(found.id, at)) === number,
    );
    if (!installation) return refusal(404, 'Not Found');
    if (installation.suspended) return refusal(403, 'This installation has been suspended');
    const token = `ghs_${randomBytes(18).toString('base64url')}`;
    const until = Date.now() + (options.tokenSeconds ?? TOKEN_SECONDS) * 1000;
    tokens.set(token, { organization: installation.organization, right: installation.copilot, until });
    return [
      201,
      { token, expires_at: new Date(until).toISOString(), permissions: permissionsOf(installation.copilot) },
    ];
  };

  type Act = (fault: Fault | null) => Promise<Answer>;
  /** The operation of a call, and its name. */
  const find = (request: IncomingMessage): { name: string; act: Act } | null => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
    const installed = /^\/orgs\/([^/]+)\/installation$/.exec(pathname);
    if (installed && request.method === 'GET')
      return {
        name: 'GetInstallation',
        act: () => getInstallation(request, decodeURIComponent(installed[1] ?? '')),
      };
    const tokenPath = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(pathname);
    if (tokenPath && request.method === 'POST')
      return { name: 'CreateToken', act: () => createToken(request, tokenPath[1] ?? '') };
    for (const [name, method, path, right, handler] of operations) {
      const matched = path.exec(pathname);
      if (!matched || method !== request.method) continue;
      const act: Act = async (fault) => {
        const sent = await text(request);
        const token = bearer(request);
        if (fault === 'expired') tokens.delete(token);
        const held = tokens.get(token);
        if (!held || held.until < Date.now()) return refusal(401, 'Bad credentials');
        const named = decodeURIComponent(matched[1] ?? '');
        const mayDo = held.right === 'write' || held.right === right;
        if (!mayDo || !same(held.organization, named))
          return refusal(403, 'Resource not accessible by integration');
        const answered = handler({
          organization: state.organization(named),
          base,
          path: pathname,
          query: searchParams,
          body: sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>),
          login: decodeURIComponent(matched[2] ?? ''),
        });
        if (right === 'write') state.keep();
        return answered;
      };
      return { name, act };
    }
    return null;
  };

  const dialect: Dialect<Answer | typeof GARBAGE> = {
    throttled: () => {
      const [status, body] = refusal(403, 'You have exceeded a secondary rate limit. Please wait.');
      return [status, body, { 'retry-after': String(options.pauseSeconds ?? 1) }];
    },
    failing: () => refusal(500, 'Server Error'),
    garbage: () => GARBAGE,
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const found = find(request);
    if (!found) return send(response, refusal(404, 'Not Found'));
    const { headers, isTooMuch } = limit(bearer(request));
    const answered = await withFault<Answer | typeof GARBAGE>(faults, found.name, dialect, async (fault) => {
      if (isTooMuch) return refusal(403, 'API rate limit exceeded for installation.');
      const done = await found.act(fault);
      return fault === 'conflict' ? refusal(409, 'Conflict') : done;
    });
    if (answered === null) return void response.destroy();
    if (answered === GARBAGE)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(GARBAGE);
    const [status, body, more = {}] = answered;
    send(response, [status, body, { ...headers, ...more }]);
  };

  const server = await serve((request, response) => {
    answer(request, response).catch((error: unknown) => {
      send(response, refusal(400, `Problems parsing JSON: ${String(error)}`));
    });
  });
  base = server.url;
  return {
    url: base,
    faults,
    put: (...organizations) => state.put(organizations),
    organization: (name) => state.organization(name),
    close: async () => {
      faults.clear();
      await server.close();
    },
  };
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const bearer = (request: IncomingMessage) => (request.headers.authorization ?? '').replace(/^\S+\s+/, '');

/** Of the App, and which of its installations it is. */
const installationId = (appId: string, at: number) =>
  (Number(appId.replaceAll(/\D/g, '')) % 1e9) * 1000 + at + 1;

const permissionsOf = (copilot: 'write' | 'read' | 'none') => ({
  metadata: 'read',
  ...(copilot !== 'none' && { organization_copilot_seat_management: copilot }),
});

/** Counts calls by who makes them, and reports it as GitHub does. */
function hourly(most: number) {
  const counted = new Map<string, { calls: number; reset: number }>();
  return (who: string) => {
    const now = Date.now();
    const before = counted.get(who);
    const current = before && before.reset > now ? before : { calls: 0, reset: now + HOUR_MS };
    current.calls += 1;
    counted.set(who, current);
    return {
      isTooMuch: current.calls > most,
      headers: {
        'x-ratelimit-limit': String(most),
        'x-ratelimit-remaining': String(Math.max(0, most - current.calls)),
        'x-ratelimit-reset': String(Math.ceil(current.reset / 1000)),
      },
    };
  };
}

function send(response: ServerResponse, [status, body, headers = {}]: Answer): void {
  if (response.destroyed || response.headersSent) return;
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}
