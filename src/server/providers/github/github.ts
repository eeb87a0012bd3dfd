import { RequestError } from 'octokit';
import type { CallEffect } from '../common/failure.ts';
import { enter, inWords } from './client.ts';
import { githubFailure, mayNot, UnreadableAnswer, type GitHubCall } from './failure.ts';
import type { GitHub, GitHubAccess, GitHubApp } from './interface.ts';
import { cancelledShape, createdShape, foundSeat, pageShape, read, seatShape } from './shapes.ts';

/** Rows of a page; GitHub gives no more. */
const PAGE = 100;

const callOf = (app: GitHubApp, organization: string, what: string, effect: CallEffect): GitHubCall => ({
  what,
  organization,
  appId: app.appId,
  as: 'copilot',
  effect,
});

/**
 * The client of an organization, for an App that may do what the call does. GitHub itself answers 404 as well to one that may
 * not, as if nothing were there.
 * @throws {ProviderFailure}
 */
async function openFor(access: GitHubAccess, app: GitHubApp, call: GitHubCall, signal?: AbortSignal) {
  const { octokit, right } = await enter(access, app, call, signal);
  const isEnough = right === 'write' || (right === 'read' && call.effect === 'reads');
  if (!isEnough) throw mayNot(call);
  return octokit;
}

/** GitHub, or its simulator. Nothing is requested before the first call. */
export function openGitHub(access: GitHubAccess): GitHub {
  const { api, simulated } = access;
  const place = simulated ? 'Simulator' : typeof api === 'string' ? new URL(api).host : 'GitHub';
  return {
    reached: { simulated, place },
    seats: (app, organization, signal) => seatsOf(access, app, organization, signal),
    ...oneSeat(access),
    async right(app, organization, signal) {
      const call = callOf(app, organization, 'read its installation', 'reads');
      return (await enter(access, app, call, signal)).right;
    },
  };
}

async function* seatsOf(
  access: GitHubAccess,
  app: GitHubApp,
  organization: string,
  signal?: AbortSignal,
): ReturnType<GitHub['seats']> {
  const call = callOf(app, organization, 'read the seats of Copilot', 'reads');
  const octokit = await openFor(access, app, call, signal);
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
}

/** How many seats may come or go while pages are read. */
const spare = (total: number) => 5 + Math.floor(total / 100);

const oneSeat = (access: GitHubAccess): Pick<GitHub, 'seat' | 'addSeat' | 'removeSeat'> => ({
  async seat(app, organization, login, signal) {
    const call = callOf(app, organization, `read the seat of ${login}`, 'reads');
    const octokit = await openFor(access, app, call, signal);
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
    const octokit = await openFor(access, app, call, signal);
    await inWords(call, signal, async () => {
      const { data } = await octokit.request('POST /orgs/{org}/copilot/billing/selected_users', {
        org: organization,
        selected_usernames: [login],
      });
      read(createdShape, data);
    });
  },

  async removeSeat(app, organization, login, signal) {
    const call = callOf(app, organization, `take the seat of ${login} in ${organization} away`, 'writes');
    const octokit = await openFor(access, app, call, signal);
    await inWords(call, signal, async () => {
      const { data } = await octokit.request('DELETE /orgs/{org}/copilot/billing/selected_users', {
        org: organization,
        selected_usernames: [login],
      });
      read(cancelledShape, data);
    });
  },
});
