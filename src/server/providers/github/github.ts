import { App, Octokit, RequestError } from 'octokit';
import { z } from 'zod';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import { within } from '../common/within.ts';
import type { CallEffect } from '../common/failure.ts';
import { githubFailure, UnreadableAnswer, type GitHubCall } from './failure.ts';
import type { CopilotRight, FoundSeat, GitHub, GitHubAccess, GitHubApp } from './interface.ts';
import { readPrivateKey } from './private-key.ts';

const PATIENCE_SECONDS = 10;
/** A reading waits for so long by itself; for longer pauses the caller comes back. */
const LONGEST_PAUSE_SECONDS = 5;
const MOST_PAUSES = 5;
/** Rows of a page; GitHub gives no more. */
const PAGE = 100;

const textOrNull = z.nullish(z.string()).transform((value) => value ?? null);
const seatShape = z.object({
  assignee: z.object({ login: z.string().min(1) }),
  plan_type: textOrNull,
  last_activity_at: textOrNull,
  last_activity_editor: textOrNull,
  pending_cancellation_date: textOrNull,
  assigning_team: z.nullish(z.object({ name: z.string() })),
  created_at: textOrNull,
});
const pageShape = z.object({
  total_seats: z.int(),
  // Of a user who is gone from GitHub there is a seat without anybody.
  seats: z.array(z.object({ ...seatShape.shape, assignee: z.nullish(seatShape.shape.assignee) })),
});
const installationShape = z.object({
  id: z.int(),
  suspended_at: z.nullish(z.string()),
  permissions: z.record(z.string(), z.string()),
});

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

/** GitHub, or its simulator. Nothing is requested before the first call. */
export function openGitHub({ api, simulated, patienceSeconds = PATIENCE_SECONDS }: GitHubAccess): GitHub {
  const place = simulated ? 'Simulator' : typeof api === 'string' ? new URL(api).host : 'GitHub';

  /** Waits with a call that changes nothing, as GitHub says, where that is short. */
  const wait = (
    seconds: number,
    { method, url }: { method: string; url: string },
    _: unknown,
    times: number,
  ) =>
    (method === 'GET' || url.endsWith('/access_tokens')) &&
    seconds <= LONGEST_PAUSE_SECONDS &&
    times < MOST_PAUSES;

  const clientOf = async (app: GitHubApp, call: GitHubCall, signal?: AbortSignal): Promise<App> => {
    const privateKey = readPrivateKey(app.privateKey, call.organization);
    const timed: typeof fetch = (url, init) =>
      within(patienceSeconds, signal, async (ended) =>
        wholeOf(await fetch(url, { ...init, redirect: 'error', signal: ended })),
      );
    const Client = Octokit.defaults({
      baseUrl: typeof api === 'string' ? api : await api(),
      log: quiet,
      request: { fetch: timed },
      // A failure is reported: a reading is believed whole or not at all, and nothing else repeats a page.
      retry: { enabled: false },
      throttle: { onRateLimit: wait, onSecondaryRateLimit: wait },
    });
    return new App({ appId: app.appId, privateKey, Octokit: Client, log: quiet });
  };

  const installationOf = async (client: App, organization: string) => {
    const { data } = await client.octokit.request('GET /orgs/{org}/installation', { org: organization });
    return read(installationShape, data);
  };

  /** The organization's own client. @throws {ProviderFailure} */
  const enter = async (app: GitHubApp, call: GitHubCall, signal?: AbortSignal) => {
    const asApp: GitHubCall = { ...call, as: 'app', effect: 'reads' };
    return inWords(asApp, signal, async () => {
      const client = await clientOf(app, call, signal);
      const { id, permissions } = await installationOf(client, call.organization);
      const octokit = await client.getInstallationOctokit(id);
      // The token, so that its failure is distinguished from that of the call.
      await octokit.auth({ type: 'installation' });
      return { octokit, permissions };
    });
  };

  const callOf = (app: GitHubApp, organization: string, what: string, effect: CallEffect): GitHubCall => ({
    what,
    organization,
    appId: app.appId,
    as: 'copilot',
    effect,
  });

  return {
    reached: { simulated, place },

    async *seats(app, organization, signal) {
      const call = callOf(app, organization, 'tell the seats of Copilot', 'reads');
      const { octokit } = await enter(app, call, signal);
      const pages = octokit.paginate.iterator('GET /orgs/{org}/copilot/billing/seats', {
        org: organization,
        per_page: PAGE,
      });
      const iterator = pages[Symbol.asyncIterator]();
      for (let received = 0, total = 0; ;) {
        const next = await inWords(call, signal, () => iterator.next());
        if (next.done) {
          if (received < total - spare(total)) throw githubFailure(new UnreadableAnswer(), call);
          return;
        }
        const page = await inWords(call, signal, async () => read(pageShape, next.value.data));
        received += page.seats.length;
        total = page.total_seats;
        yield page.seats.flatMap((seat) =>
          seat.assignee ? [foundSeat({ ...seat, assignee: seat.assignee })] : [],
        );
      }
    },

    async seat(app, organization, login, signal) {
      const call = callOf(app, organization, `tell the seat of ${login}`, 'reads');
      const { octokit } = await enter(app, call, signal);
      return inWords(call, signal, async () => {
        try {
          const { data } = await octokit.request('GET /orgs/{org}/members/{username}/copilot', {
            org: organization,
            username: login,
          });
          return foundSeat(read(seatShape, data));
        } catch (error) {
          if (error instanceof RequestError && error.status === 404) return null;
          throw error;
        }
      });
    },

    async addSeat(app, organization, login, signal) {
      const call = callOf(app, organization, `give ${login} a seat of Copilot in ${organization}`, 'writes');
      const { octokit } = await enter(app, call, signal);
      await inWords(call, signal, async () => {
        const { data } = await octokit.request('POST /orgs/{org}/copilot/billing/selected_users', {
          org: organization,
          selected_usernames: [login],
        });
        read(z.object({ seats_created: z.int() }), data);
      });
    },

    async removeSeat(app, organization, login, signal) {
      const call = callOf(app, organization, `take the seat of ${login} in ${organization} away`, 'writes');
      const { octokit } = await enter(app, call, signal);
      await inWords(call, signal, async () => {
        const { data } = await octokit.request('DELETE /orgs/{org}/copilot/billing/selected_users', {
          org: organization,
          selected_usernames: [login],
        });
        read(z.object({ seats_cancelled: z.int() }), data);
      });
    },

    async right(app, organization, signal) {
      const call = callOf(app, organization, 'tell of its installation', 'reads');
      const { permissions } = await enter(app, call, signal);
      return rightIn(permissions);
    },
  };
}

/** GitHub's own name of the permission 'GitHub Copilot Business' of an organization. */
const PERMISSION = 'organization_copilot_seat_management';

function rightIn(permissions: Readonly<Record<string, string>>): CopilotRight {
  const held = permissions[PERMISSION];
  return held === 'write' || held === 'read' ? held : 'none';
}

/** How many seats may come or go while pages are read. */
const spare = (total: number) => 5 + Math.floor(total / 100);

function foundSeat(seat: z.output<typeof seatShape>): FoundSeat {
  return {
    login: seat.assignee.login,
    plan: seat.plan_type,
    lastActivityAt: seat.last_activity_at,
    lastActivityEditor: seat.last_activity_editor,
    pendingCancellation: seat.pending_cancellation_date,
    team: seat.assigning_team?.name ?? null,
    createdAt: seat.created_at,
  };
}

/** @throws {UnreadableAnswer} where it is not of this shape */
function read<Shape extends z.ZodType>(shape: Shape, data: unknown): z.output<Shape> {
  const parsed = shape.safeParse(data);
  if (!parsed.success) throw new UnreadableAnswer();
  return parsed.data;
}

/** @throws {ProviderFailure}, or what ended the work where that was aborted */
async function inWords<T>(
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
