import { notFound } from './organization-tags.ts';
import { isKnown, type Account, type State } from './state.ts';
import { textOf, WireError, type Operations } from './wire.ts';

const DAY_MS = 86_400_000;
/** In so many days no more than a tenth of the members are closed, but ten in any organization and a thousand in none. */
const QUOTA_DAYS = 30;
const LEAST_CLOSED = 10;
const MOST_CLOSED = 1000;

export interface ClosingLimits {
  /** How long it takes to close an account. */
  delayMs: number;
  rightsAfterMs: number;
  /** How many accounts may be closed within 30 days; null: as AWS says. */
  mostClosures: number | null;
  /** How long a closed account is listed. */
  closedForMs: number;
}

/** How AWS calls an account by its two words: the older one knows no closed account that is not suspended. */
export const statusOf = ({ status, closing }: Account): { Status: string; State: string } => {
  if (closing === undefined) return { Status: status, State: status };
  return closing.closedAt === null
    ? { Status: 'PENDING_CLOSURE', State: 'PENDING_CLOSURE' }
    : { Status: 'SUSPENDED', State: 'CLOSED' };
};

/** Ends closures whose time has come, and forgets accounts that were closed for long; returns whether something has changed. */
export function settleClosing(state: State, now: number, closedForMs: number): boolean {
  let hasChanged = false;
  for (const account of Object.values(state.accounts)) {
    const { closing } = account;
    if (!closing) continue;
    if (closing.closedAt === null && closing.readyAt !== null && closing.readyAt <= now) {
      closing.closedAt = closing.readyAt;
      account.status = 'SUSPENDED';
      hasChanged = true;
    }
    if (closing.closedAt !== null && closing.closedAt + closedForMs <= now) {
      delete state.accounts[account.id];
      hasChanged = true;
    }
  }
  return hasChanged;
}

const constraint = (reason: string, message: string) =>
  new WireError('ConstraintViolationException', message, 400, { Reason: reason });

/** AWS Organizations, as far as accounts are closed. */
export const closingOperations = (state: State, limits: ClosingLimits): Operations => ({
  CloseAccount: ({ input, now, stuck }) => {
    const id = textOf(input, 'AccountId');
    const found = state.accounts[id];
    if (!found || !isKnown(found, now, limits.rightsAfterMs))
      throw notFound('Account', `You specified an account that doesn't exist: ${id}.`);
    if (id === state.organization.managementAccount)
      throw constraint('CANNOT_CLOSE_MANAGEMENT_ACCOUNT', 'You cannot close the management account.');
    if (found.closing?.closedAt === null)
      throw new WireError('ConflictException', 'The account is being closed already.');
    if (found.status !== 'ACTIVE')
      throw new WireError('AccountAlreadyClosedException', 'The account is closed already.');
    const all = Object.values(state.accounts);
    const quota =
      limits.mostClosures ?? Math.min(MOST_CLOSED, Math.max(LEAST_CLOSED, Math.floor((all.length - 1) / 10)));
    const recent = all.filter(({ closing }) => closing && closing.requestedAt > now - QUOTA_DAYS * DAY_MS);
    if (recent.length >= quota)
      throw constraint(
        'CLOSE_ACCOUNT_QUOTA_EXCEEDED',
        'You have exceeded close account quota for the past 30 days.',
      );
    found.closing = { requestedAt: now, readyAt: stuck ? null : now + limits.delayMs, closedAt: null };
    return {};
  },
});
