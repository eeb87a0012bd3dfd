import { RequestError } from 'octokit';
import { ProviderFailure } from '../common/interface.ts';

/** What was asked of GitHub, for the sentence about its failure. */
export interface Asked {
  /** In the words of people, such as 'tell the seats of Copilot'. */
  what: string;
  organization: string;
  appId: string;
  /** `app`: as the App itself; `copilot`: as its installation in the organization. */
  as: 'app' | 'copilot';
  /** A lost answer to one that only reads leaves no doubt. */
  deed: 'reads' | 'writes';
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
const LONGEST_SAYING = 300;
/** Where GitHub does not say how long to wait. */
const USUAL_PAUSE_SECONDS = 60;
const STATUS_PAGE = 'See www.githubstatus.com where this stays.';

/** An answer that is not what GitHub promises. */
export class UnreadableAnswer extends Error {}

/**
 * Turns whatever Octokit throws into a failure that says what to do. Nothing of the request is kept with it: that carries
 * credentials.
 */
export function failureOf(error: unknown, asked: Asked): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const { what, organization, deed } = asked;
  if (!(error instanceof RequestError) || !error.response) {
    if (NEVER_SENT.has(networkCode(error)))
      return new ProviderFailure(
        'away',
        'GitHub cannot be reached from this machine. Check its network, its proxy, and GITHUB_API.',
      );
    return unheard(asked);
  }
  const { status } = error;
  const code = String(status);
  const pause = pauseOf(error);
  if (status === 429 || (status === 403 && pause !== null))
    return new ProviderFailure('busy', 'GitHub is asked too often just now. Wait a moment.', {
      code,
      retryAfterSeconds: pause ?? USUAL_PAUSE_SECONDS,
    });
  if (status >= 500) return unheard(asked);
  const refused = (sentence: string) => new ProviderFailure('refused', sentence, { code });
  if (asked.as === 'app') return refused(appSentence(status, asked, saying(error)));
  if (status === 401)
    return new ProviderFailure(
      'away',
      `GitHub does not accept the token that it gave the App of ${organization}. It is asked for another one when this is tried again.`,
      { code },
    );
  if (status === 403)
    return refused(
      `The GitHub App of ${organization} may not ${what}. Give it the organization permission 'GitHub Copilot Business' (read and write) in its settings, and accept the new permission in the organization.`,
    );
  if (deed === 'reads' && (status === 404 || status === 422))
    return refused(
      `Copilot is not enabled for ${organization}, so GitHub cannot ${what}. Enable it in the organization's settings, or clear Copilot Enabled of its GitHub App.`,
    );
  return refused(`GitHub refuses to ${what}: ${saying(error)}`);
}

function appSentence(status: number, { organization, appId }: Asked, says: string): string {
  if (status === 401)
    return `GitHub does not accept the private key of the App ${appId} (${organization}). Check that App ID and key belong to the same App, or make a new key in the App's settings.`;
  if (status === 404 && /integration/i.test(says))
    return `GitHub has no App with the ID ${appId} (${organization}). Enter the App ID that its settings show.`;
  if (status === 404)
    return `The GitHub App ${appId} is not installed in the organization ${organization}. Install it there, or correct the name, which must be that of the organization.`;
  if (status === 403)
    return `The installation of the GitHub App ${appId} in ${organization} is suspended. Have an owner of the organization let it go on.`;
  return `GitHub does not take the App ${appId} for ${organization}: ${says}`;
}

const unheard = ({ what, organization, deed }: Asked): ProviderFailure =>
  deed === 'writes'
    ? new ProviderFailure(
        'ambiguous',
        `GitHub was asked to ${what}, but its answer did not arrive: it may be done all the same. Ask again, which looks first.`,
      )
    : new ProviderFailure(
        'away',
        `GitHub could not be asked to ${what} for ${organization}: it did not answer as expected. ${STATUS_PAGE}`,
      );

/** For how long GitHub wants to be left alone, in seconds; null where it does not say that it is asked too often. */
function pauseOf({ response, message }: RequestError): number | null {
  const headers = response?.headers ?? {};
  const told = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && Number.isFinite(told)) return Math.max(1, Math.ceil(told));
  if (String(headers['x-ratelimit-remaining']) === '0') {
    const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
    return Number.isFinite(reset) ? Math.max(1, Math.ceil(reset) + 1) : USUAL_PAUSE_SECONDS;
  }
  return /rate limit/i.test(message) ? USUAL_PAUSE_SECONDS : null;
}

/** What GitHub says, as a sentence, without the link to its documentation. */
function saying({ message }: RequestError): string {
  const line = message
    .replace(/\s+-\s+https:\S+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_SAYING);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** The system's word for what went wrong with the network, such as ECONNREFUSED; empty where there is none. */
function networkCode(error: unknown): string {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string' && NEVER_SENT.has(code)) return code;
  }
  return '';
}
