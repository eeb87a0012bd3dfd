import { closingOperations, statusOf, type ClosingLimits } from './closing.ts';
import { arnIn, notFound, organizationTags, tagsOf } from './organization-tags.ts';
import { organizationUnits } from './organization-units.ts';
import { newAccount, newAccountId, newId, type Account, type AccountRequest, type State } from './state.ts';
import { pageOf, textOf, WireError, type Json, type Operations } from './wire.ts';

const PAGE = 20;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const seconds = (time: number) => time / 1000;

interface Limits extends ClosingLimits {
  /** How many accounts may be on their way at once. */
  accountsAtOnce: number;
  /** How many accounts the organization may have. */
  mostAccounts: number;
}

/** Marks what has become ready by now; returns whether something has. */
export function settleAccounts(state: State, now: number, mostAccounts: number): boolean {
  let hasChanged = false;
  for (const request of Object.values(state.accountRequests)) {
    if (request.completedAt !== undefined || request.readyAt === null || request.readyAt > now) continue;
    request.completedAt = request.readyAt;
    hasChanged = true;
    const accounts = Object.values(state.accounts);
    if (accounts.some(({ email }) => email.toLowerCase() === request.email.toLowerCase()))
      request.failure = 'EMAIL_ALREADY_EXISTS';
    else if (accounts.length >= mostAccounts) request.failure = 'ACCOUNT_LIMIT_EXCEEDED';
    if (request.failure !== undefined) continue;
    const { name, email, tags, readyAt: joinedAt } = request;
    request.accountId = newAccountId(state);
    const account = newAccount({ id: request.accountId, name, email, joinedAt, parent: state.root });
    state.accounts[account.id] = { ...account, tags: { ...tags } };
  }
  return hasChanged;
}

/** AWS Organizations, as far as accounts are made, placed, tagged and listed. */
export const organizations = (state: State, limits: Limits): Operations => ({
  ...organizationUnits(state, limits.rightsAfterMs),
  ...organizationTags(state, limits.rightsAfterMs),
  ...organizationAccounts(state, limits),
  ...closingOperations(state, limits),
});

/** Accounts and the requests for further ones. */
function organizationAccounts(state: State, limits: Limits): Operations {
  const accountJson = (account: Account): Json => ({
    Id: account.id,
    Arn: arnIn(state, 'account', account.id),
    Email: account.email,
    Name: account.name,
    ...statusOf(account),
    JoinedMethod: 'CREATED',
    JoinedTimestamp: seconds(account.joinedAt),
  });
  return {
    CreateAccount: ({ input, now, stuck }) => {
      const email = textOf(input, 'Email', 64);
      const name = textOf(input, 'AccountName', 50);
      if (!EMAIL.test(email) || email.length < 6 || !/^[\x20-\x7e]+$/.test(`${email}${name}`))
        throw new WireError('InvalidInputException', 'You specified an invalid value.', 400, {
          Reason: 'INVALID_PATTERN',
        });
      refuseFurther(state, limits);
      const request: AccountRequest = {
        id: newId('car', 32),
        name,
        email,
        tags: tagsOf(input),
        requestedAt: now,
        readyAt: stuck ? null : now + limits.delayMs,
      };
      state.accountRequests[request.id] = request;
      return { CreateAccountStatus: requestJson(request) };
    },
    DescribeCreateAccountStatus: ({ input }) => {
      const request = state.accountRequests[textOf(input, 'CreateAccountRequestId')];
      if (!request)
        throw notFound('CreateAccountStatus', "We can't find a create account request with that ID.");
      return { CreateAccountStatus: requestJson(request) };
    },
    ListCreateAccountStatus: ({ input }) => {
      const states = Array.isArray(input['States']) ? input['States'] : null;
      const found = Object.values(state.accountRequests).filter(
        (request) => states === null || states.includes(stateOf(request)),
      );
      const { rows, next } = pageOf(found, input, { most: PAGE });
      return { CreateAccountStatuses: rows.map(requestJson), ...next };
    },
    ListAccounts: ({ input }) => {
      const { rows, next } = pageOf(Object.values(state.accounts), input, { most: PAGE });
      return { Accounts: rows.map(accountJson), ...next };
    },
    DescribeAccount: ({ input }) => {
      const id = textOf(input, 'AccountId');
      const found = state.accounts[id];
      if (!found) throw notFound('Account', `You specified an account that doesn't exist: ${id}.`);
      return { Account: accountJson(found) };
    },
  };
}

/** @throws {WireError} where the organization may have no further account, or makes as many as it may at once */
function refuseFurther(state: State, { accountsAtOnce, mostAccounts }: Limits): void {
  if (Object.keys(state.accounts).length >= mostAccounts)
    throw new WireError(
      'ConstraintViolationException',
      'You have exceeded the allowed number of AWS accounts.',
      400,
      { Reason: 'ACCOUNT_NUMBER_LIMIT_EXCEEDED' },
    );
  const requests = Object.values(state.accountRequests);
  if (requests.filter((one) => stateOf(one) === 'IN_PROGRESS').length >= accountsAtOnce)
    throw new WireError(
      'TooManyRequestsException',
      'You have sent too many requests in too short a period of time. The quota helps protect against denial-of-service attacks. Try again later.',
      429,
      { Type: 'CREATE_ACCOUNT' },
    );
}

const requestJson = (request: AccountRequest): Json => ({
  Id: request.id,
  AccountName: request.name,
  State: stateOf(request),
  RequestedTimestamp: seconds(request.requestedAt),
  ...(request.completedAt !== undefined && { CompletedTimestamp: seconds(request.completedAt) }),
  ...(request.accountId !== undefined && { AccountId: request.accountId }),
  ...(request.failure !== undefined && { FailureReason: request.failure }),
});

function stateOf({ completedAt, failure }: AccountRequest): 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED' {
  if (completedAt === undefined) return 'IN_PROGRESS';
  return failure === undefined ? 'SUCCEEDED' : 'FAILED';
}
