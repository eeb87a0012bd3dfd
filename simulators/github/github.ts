import type { IncomingMessage, ServerResponse } from 'node:http';
import { Faults } from '../faults/faults.ts';
import { GARBAGE, withFault, type Dialect } from '../faults/with-fault.ts';
import { serve } from '../serve/serve.ts';
import { Apps, bearer, type SimulatedApp } from './apps.ts';
import { refusal, type Answer } from './copilot.ts';
import { operationOf } from './operations.ts';
import { GitHubState, type SimulatedOrganization } from './state.ts';

export type { SimulatedApp } from './apps.ts';

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
  /** The versions of the API that are served; GitHub's own two by default. */
  apiVersions?: readonly string[];
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

const API_VERSIONS = ['2022-11-28', '2026-03-10'];
const TOKEN_SECONDS = 3600;
const CALLS_PER_HOUR = 15_000;
const HOUR_MS = 3_600_000;

/**
 * The part of GitHub's REST protocol that an App needs to read and change seats of Copilot, on a free port of this machine: the
 * App shows its key by a JWT, is given a token of its installation, and pages by Link. Operations can be made to go wrong
 * by their names: `ListSeats`, `GetSeat`, `AddUsers`, `RemoveUsers`, `GetInstallation`, `CreateToken`.
 */
export async function startGitHub(options: GitHubOptions): Promise<GitHubSimulator> {
  const state = new GitHubState(options.stateFile ?? null);
  if (!state.isKnown) state.put(options.initial ?? []);
  const faults = new Faults();
  const apps = new Apps(options.app, options.tokenSeconds ?? TOKEN_SECONDS);
  const limit = hourly(options.callsPerHour ?? CALLS_PER_HOUR);
  const versions = options.apiVersions ?? API_VERSIONS;
  const dialect = dialectOf(() => options.pauseSeconds ?? 1);
  let base = '';

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const found = operationOf({ state, apps, base }, request);
    if (!found) return send(response, refusal(404, 'Not Found'));
    const { headers, isTooMuch } = limit(bearer(request));
    const answered = await withFault<Answer | typeof GARBAGE>(faults, found.name, dialect, async (fault) => {
      if (!versions.includes(versionOf(request, versions))) return refusal(410, 'Gone');
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

/** The version that a call asks for; without one the oldest that is served. */
const versionOf = ({ headers }: IncomingMessage, [oldest = '']: readonly string[]): string =>
  String(headers['x-github-api-version'] ?? oldest);

/** What goes wrong before anything is done, in GitHub's words. @param pause how long one who is throttled has to wait */
const dialectOf = (pause: () => number): Dialect<Answer | typeof GARBAGE> => ({
  throttled: () => {
    const [status, body] = refusal(403, 'You have exceeded a secondary rate limit. Please wait.');
    return [status, body, { 'retry-after': String(pause()) }];
  },
  failing: () => refusal(500, 'Server Error'),
  garbage: () => GARBAGE,
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
