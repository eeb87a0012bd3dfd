import { App, Octokit } from 'octokit';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import { within } from '../common/within.ts';
import { API_VERSION, githubFailure, type GitHubCall } from './failure.ts';
import type { CopilotRight, GitHubAccess, GitHubApp } from './interface.ts';
import { readPrivateKey } from './private-key.ts';
import { installationShape, read, rightIn } from './shapes.ts';

const PATIENCE_SECONDS = 10;
/** A reading waits for so long by itself; for longer pauses the caller comes back. */
const LONGEST_PAUSE_SECONDS = 5;
const MOST_PAUSES = 5;

/** A log that writes nothing, since Octokit's lines about requests could carry credentials. */
const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** An answer that has arrived to its end, so that its body is part of the call. */
async function wholeOf(answer: Response): Promise<Response> {
  const { status, statusText, headers } = answer;
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** Waits with a call that changes nothing, as GitHub says, where that is short. */
const wait = (seconds: number, { method, url }: { method: string; url: string }, _: unknown, times: number) =>
  (method === 'GET' || url.endsWith('/access_tokens')) &&
  seconds <= LONGEST_PAUSE_SECONDS &&
  times < MOST_PAUSES;

/** An App in an organization that installed it. */
interface Entered {
  octokit: Octokit;
  right: CopilotRight;
}

/**
 * The App in the organization of a call, with a token of its own.
 * @throws {ProviderFailure}
 */
export async function enter(
  access: GitHubAccess,
  app: GitHubApp,
  call: GitHubCall,
  signal?: AbortSignal,
): Promise<Entered> {
  const asApp: GitHubCall = { ...call, as: 'app', effect: 'reads' };
  return inWords(asApp, signal, async () => {
    const client = await clientOf(access, app, call, signal);
    const { data } = await client.octokit.request('GET /orgs/{org}/installation', { org: call.organization });
    const { id, permissions } = read(installationShape, data);
    const octokit = await client.getInstallationOctokit(id);
    // The token, so that its failure is distinguished from that of the call.
    await octokit.auth({ type: 'installation' });
    return { octokit, right: rightIn(permissions) };
  });
}

async function clientOf(
  { api, patienceSeconds = PATIENCE_SECONDS }: GitHubAccess,
  app: GitHubApp,
  call: GitHubCall,
  signal?: AbortSignal,
): Promise<App> {
  const privateKey = readPrivateKey(app.privateKey, call.organization);
  const timed: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-github-api-version', API_VERSION);
    return within(patienceSeconds, signal, async (ended) =>
      wholeOf(await fetch(url, { ...init, headers, redirect: 'error', signal: ended })),
    );
  };
  const Client = Octokit.defaults({
    baseUrl: typeof api === 'string' ? api : await api(),
    log: quiet,
    request: { fetch: timed },
    // A failure is reported: a reading is believed whole or not at all, and nothing else repeats a page.
    retry: { enabled: false },
    throttle: { onRateLimit: wait, onSecondaryRateLimit: wait },
  });
  return new App({ appId: app.appId, privateKey, Octokit: Client, log: quiet });
}

/** @throws {ProviderFailure}, or what ended the work where that was aborted */
export async function inWords<T>(
  call: GitHubCall,
  signal: AbortSignal | undefined,
  act: () => Promise<T>,
): Promise<T> {
  refuseInTransaction('GitHub');
  try {
    return await act();
  } catch (error) {
    signal?.throwIfAborted();
    throw githubFailure(error, call);
  }
}
