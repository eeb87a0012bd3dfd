import type { AnswerOf } from '#calls/call.ts';
import type { validateToken } from '#calls/sessions.ts';
import { ApiError, send } from './client.ts';
import { logFailure } from './log-failure.ts';
import {
  beginSession,
  endSession,
  readHeaders,
  SESSION_HEADERS,
  sessionState,
  setState,
  type Person,
  type SessionHeaders,
  type SessionState,
} from './session-store.ts';

/** Whom the headers belong to. */
type Validation = AnswerOf<typeof validateToken>;

/** How a sign-in ends: with a new session, with the one that there was, or with none. */
export type SignInEnd = { status: 'begun' | 'going on'; person: Person; wanted: string } | { status: 'none' };

const WANTED = 'skyledger.wanted';
const HOME = '/auth/home';

let validation: Promise<SessionState> | null = null;
let handOff: SessionHeaders | null = null;
let redeemed: Promise<SignInEnd> | null = null;
/** The server was given an answer of the provider that it does not wait for, while a session is stored here. */
let again = false;

/** Asks the server who the stored headers belong to; however many ask at once, one call is made. */
export function settleSession(): Promise<SessionState> {
  const known = sessionState();
  if (known.status === 'in' || known.status === 'out') return Promise.resolve(known);
  validation ??= validate().finally(() => (validation = null));
  return validation;
}

/**
 * Checks again whose the stored session is. Who is signed in stays so until the answer says otherwise: nothing on
 * the screen goes because somebody signed in in another tab.
 */
export function revalidateSession(): Promise<SessionState> {
  if (sessionState().status !== 'in') setState({ status: readHeaders() ? 'unknown' : 'out' });
  validation ??= validate().finally(() => (validation = null));
  return validation;
}

async function validate(): Promise<SessionState> {
  const headers = readHeaders();
  if (!headers) {
    setState({ status: 'out' });
    return sessionState();
  }
  try {
    const { data } = (await (await send('GET', '/auth/validate_token')).json()) as Validation;
    setState({ status: 'in', person: data });
  } catch (error) {
    const refused = error instanceof ApiError && error.status === 401;
    // A newer session of another tab may be there by now.
    if (refused && readHeaders()) return validate();
    if (refused) setState({ status: 'out' });
    else {
      logFailure('the session', error);
      const failure = error instanceof Error ? error : new Error(String(error));
      if (sessionState().status !== 'in') setState({ status: 'unreachable', error: failure });
    }
  }
  return sessionState();
}

/**
 * Takes the hand-off of a sign-in out of the address bar and the history. Called before the router starts
 * and before any request is made: the tokens reach no other address.
 */
export function takeHandOff(): void {
  if (window.location.pathname !== '/unauth/login' || !window.location.search) return;
  const query = new URLSearchParams(window.location.search);
  const values = SESSION_HEADERS.map((name) => [name, query.get(name) ?? ''] as const);
  window.history.replaceState(window.history.state, '', '/unauth/login');
  again = query.has('again');
  if (query.has('access-token')) handOff = Object.fromEntries(values) as SessionHeaders;
}

/**
 * Changes the hand-off for its session, and answers where the person wanted to go. Where there is
 * none, or the server does not accept it here, a session that exists already stays.
 * @throws {ApiError} when the server cannot be reached.
 */
export function redeemHandOff(): Promise<SignInEnd> {
  redeemed ??= redeem().finally(() => (redeemed = null));
  return redeemed;
}

async function redeem(): Promise<SignInEnd> {
  const session = handOff;
  handOff = null;
  if (!session) return again ? goOn() : { status: 'none' };
  try {
    const response = await send('GET', '/auth/validate_token', { session });
    const { data } = (await response.json()) as Validation;
    const real = SESSION_HEADERS.map((name) => [name, response.headers.get(name)] as const);
    // Without headers of its own the answer is about a session that was stored elsewhere: not ours to take.
    if (real.some(([, value]) => value === null)) return { status: 'none' };
    beginSession(Object.fromEntries(real) as SessionHeaders, data);
    const wanted = takeWanted();
    return { status: 'begun', person: data, wanted: data.return_to ?? wanted ?? HOME };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { status: 'none' };
    handOff = session;
    logFailure('the session', error);
    throw error;
  }
}

async function goOn(): Promise<SignInEnd> {
  const state = await settleSession();
  if (state.status === 'unreachable') throw state.error;
  if (state.status !== 'in') return { status: 'none' };
  return { status: 'going on', person: state.person, wanted: readWanted() ?? HOME };
}

/** Ends the session on the server and here. Without a connection it ends here, and there by its age. */
export async function signOut(): Promise<void> {
  if (readHeaders()) await send('DELETE', '/auth/sign_out').catch(() => null);
  takeWanted();
  endSession(null);
}

/** Remembers, for this tab, which address a person wanted before signing in. */
export function rememberWanted(address: string): void {
  sessionStorage.setItem(WANTED, address);
}

/** The address that was wanted, which is forgotten with it; null without one. */
export function takeWanted(): string | null {
  const wanted = readWanted();
  sessionStorage.removeItem(WANTED);
  return wanted;
}

/** The address that was wanted before signing in; null without one. */
export const readWanted = (): string | null => sessionStorage.getItem(WANTED);

/** Where signing in begins; it ends at the address that was wanted. */
export function signInAddress(): string {
  const wanted = readWanted();
  return `/api/auth/saml${wanted ? `?to=${encodeURIComponent(wanted)}` : ''}`;
}
