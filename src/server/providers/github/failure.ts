import { RequestError } from 'octokit';
import {
  failure,
  failureOf,
  retryAfter,
  sentenceOf,
  type CallEffect,
  type ClientError,
} from '../common/failure.ts';
import { ProviderFailure } from '../common/interface.ts';

/** A call to GitHub, for the sentence about its failure. */
export interface GitHubCall {
  /** In the words of people, such as 'read the seats of Copilot'. */
  what: string;
  organization: string;
  appId: string;
  /** `app`: as the App itself; `copilot`: as its installation in the organization. */
  as: 'app' | 'copilot';
  effect: CallEffect;
}

/** The version of GitHub's REST API that the portal speaks. GitHub serves it until March 2028, and answers 410 from then on. */
export const API_VERSION = '2022-11-28';

const LONGEST_MESSAGE = 300;
/** Where GitHub does not say how long to wait. */
const USUAL_PAUSE_SECONDS = 60;

/** An answer that is not what GitHub promises. */
export class UnreadableAnswer extends Error {}

const SENTENCES = {
  busy: () => 'GitHub is called too often just now. Wait a moment.',
  unauthorized: (_: ClientError, { organization }: GitHubCall) =>
    `GitHub does not accept the token that it gave the App of ${organization}. Another one is requested when this is tried again.`,
  forbidden: (_: ClientError, { organization, what }: GitHubCall) =>
    `The GitHub App of ${organization} may not ${what}. Give it the organization permission 'GitHub Copilot Business' (read and write) in its settings, and accept the new permission in the organization.`,
  refused: ({ message }: ClientError, { what }: GitHubCall) => `GitHub refuses to ${what}: ${message}`,
  unreachable: () =>
    'GitHub cannot be reached from this machine. Check its network, its proxy, and GITHUB_API.',
  lost: (_: ClientError, { what }: GitHubCall) =>
    `GitHub was requested to ${what}, but its response did not arrive: it may be done all the same. Try again, which looks first.`,
  unanswered: (_: ClientError, { what, organization }: GitHubCall) =>
    `GitHub could not be called to ${what} for ${organization}: it did not answer as expected. See www.githubstatus.com where this stays.`,
};

/**
 * Turns whatever Octokit throws into a failure that says what to do. Nothing of the request is kept with it: that carries
 * credentials.
 */
export function githubFailure(error: unknown, call: GitHubCall): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const found = read(error);
  const { status, message, isBusy } = found;
  if (status === null || status >= 500 || isBusy) return failureOf(SENTENCES, error, found, call);
  if (isOldVersion(found)) return failure('refused', OLD_VERSION, found);
  if (call.as === 'app') return failure('refused', appSentence(status, call, message), found);
  const known = copilotSentence(status, call, message);
  return known === null ? failureOf(SENTENCES, error, found, call) : failure('refused', known, found);
}

/** A call of an App that has no right to Copilot. */
export const mayNot = (call: GitHubCall): ProviderFailure =>
  new ProviderFailure('refused', SENTENCES.forbidden({ status: 403, code: null, message: '' }, call), {
    code: '403',
  });

const OLD_VERSION = `GitHub no longer serves the version ${API_VERSION} of its API, which this Skyledger speaks. Bring Skyledger up to date.`;

const isOldVersion = ({ status, message }: ClientError): boolean =>
  status === 410 || (status === 400 && /version/i.test(message) && /support/i.test(message));

/**
 * What statuses of the calls for seats mean; null where it is what they say. GitHub answers 404 for what is not there and for
 * what the App may not see alike.
 */
function copilotSentence(status: number, { organization, what, effect }: GitHubCall, message: string) {
  if (status !== 404 && status !== 422) return null;
  const said = status === 422 && message !== '' ? ` GitHub says: ${message}` : '';
  if (effect === 'reads')
    return `Copilot is not enabled for ${organization}, so GitHub cannot ${what}. Enable it in the organization's settings, or clear Copilot Enabled of its GitHub App.${said}`;
  return status === 404
    ? `GitHub cannot ${what}: it has no such member of ${organization}, or does not show them to its GitHub App. Check the GitHub Username, and whether they accepted the invitation to the organization.`
    : null;
}

function read(error: unknown): ClientError {
  if (!(error instanceof RequestError) || !error.response) return { status: null, code: null, message: '' };
  const { status } = error;
  const pause = pauseOf(error);
  const isBusy = status === 429 || (status === 403 && pause !== null);
  return {
    status,
    // A fault of GitHub says nothing by its number.
    code: status < 500 ? String(status) : null,
    message: messageOf(error),
    isBusy,
    ...(isBusy && { retryAfterSeconds: pause ?? USUAL_PAUSE_SECONDS }),
  };
}

function appSentence(status: number, { organization, appId }: GitHubCall, message: string): string {
  if (status === 401 && /'(?:iat|exp)'/.test(message))
    return `GitHub does not accept when the App ${appId} (${organization}) signed in: the clock of this machine is wrong. Set it, such as by NTP.`;
  if (status === 401)
    return `GitHub does not accept the private key of the App ${appId} (${organization}). Check that App ID and key belong to the same App, or make a new key in the App's settings.`;
  if (status === 404 && /integration/i.test(message))
    return `GitHub has no App with the ID ${appId} (${organization}). Enter the App ID that its settings show.`;
  if (status === 404)
    return `The GitHub App ${appId} is not installed in the organization ${organization}. Install it there, or correct the name, which must be that of the organization.`;
  if (status === 403)
    return `The installation of the GitHub App ${appId} in ${organization} is suspended. Have an owner of the organization let it go on.`;
  return `GitHub does not take the App ${appId} for ${organization}: ${message}`;
}

/** For how long GitHub wants to be left alone, in seconds; null where it does not say that it is called too often. */
function pauseOf({ response, message }: RequestError): number | null {
  const headers = response?.headers ?? {};
  const seconds = retryAfter(headers['retry-after']);
  if (seconds !== undefined) return Math.max(1, seconds);
  if (String(headers['x-ratelimit-remaining']) === '0') {
    const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
    return Number.isFinite(reset) ? Math.max(1, Math.ceil(reset) + 1) : USUAL_PAUSE_SECONDS;
  }
  return /rate limit/i.test(message) ? USUAL_PAUSE_SECONDS : null;
}

/** GitHub's message, as a sentence, without the link to its documentation. */
const messageOf = ({ message }: RequestError): string =>
  sentenceOf(message.replace(/\s+-\s+https:\S+$/, ''), LONGEST_MESSAGE);
