import type { AnswerOf } from '#calls/call.ts';
import type { validateToken } from '#calls/sessions.ts';
import { SESSION_KEY as KEY } from '#kernel/session-key.ts';

/** The headers of a session, as the server names them and expects them back. */
export const SESSION_HEADERS = ['access-token', 'client', 'uid', 'expiry', 'token-type'] as const;
export type SessionHeaders = Record<(typeof SESSION_HEADERS)[number], string>;

/** Who is signed in, and what they may do. */
export type Person = Pick<AnswerOf<typeof validateToken>['data'], 'email' | 'name' | 'roles' | 'rights'>;

/**
 * Whether somebody is signed in. `unknown`: the server was not called yet; `unreachable`: there may be a session, but
 * the server cannot be reached.
 */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'out' }
  | { status: 'in'; person: Person }
  | { status: 'unreachable'; error: Error };

/** Why this tab is signed out; a reload still knows it. */
const ENDED = 'skyledger.ended';

/** How a session ended that a person did not end here: by its age or an administrator, or in another tab. */
export type Ended = 'expired' | 'elsewhere';

let state: SessionState = { status: readHeaders() ? 'unknown' : 'out' };
const listeners = new Set<() => void>();

/** The session of this browser, in any of its tabs; null without one. */
export function readHeaders(): SessionHeaders | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<SessionHeaders> | null;
    return kept && SESSION_HEADERS.every((name) => typeof kept[name] === 'string')
      ? (kept as SessionHeaders)
      : null;
  } catch {
    return null;
  }
}

/** Keeps a session that the server has confirmed, and who it belongs to. */
export function beginSession(headers: SessionHeaders, person: Person): void {
  sessionStorage.removeItem(ENDED);
  localStorage.setItem(KEY, JSON.stringify(headers));
  setState({ status: 'in', person });
}

/** Forgets the session here and, through the storage, in the other tabs. `ended`: the person did not ask for it here. */
export function endSession(ended: Ended | null): void {
  localStorage.removeItem(KEY);
  notifyEnd(ended);
  setState({ status: 'out' });
}

function notifyEnd(ended: Ended | null): void {
  if (ended) sessionStorage.setItem(ENDED, ended);
  else sessionStorage.removeItem(ENDED);
}

/** How the session of this tab ended; null where there was none, or the person ended it here. */
export function sessionEnd(): Ended | null {
  const ended = sessionStorage.getItem(ENDED);
  return ended === 'expired' || ended === 'elsewhere' ? ended : null;
}

/** The state of the session now; `subscribe` notifies of its changes. */
export const sessionState = (): SessionState => state;

/** Changes the state of the session and notifies everybody who subscribed. */
export function setState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change; answers how to stop that. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signing in or out in another tab counts here too. */
export function watchOtherTabs(onSignedIn: () => void): void {
  window.addEventListener('storage', (event) => {
    // A null key means that the whole storage was cleared.
    if (event.key !== KEY && event.key !== null) return;
    if (readHeaders()) onSignedIn();
    else if (state.status !== 'out') {
      notifyEnd('elsewhere');
      setState({ status: 'out' });
    }
  });
}
