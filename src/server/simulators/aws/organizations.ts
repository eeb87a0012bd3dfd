import { newAccount, newAccountId, newId, type Account, type AccountRequest, type State } from './state.ts';
import { pageOf, textOf, WireError, type Json, type Operations } from './wire.ts';

const PAGE = 20;
const MOST_TAGS = 50;
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const seconds = (time: number) => time / 1000;
const notFound = (what: string, message: string) => new WireError(`${what}NotFoundException`, message);

interface Limits {
  delayMs: number;
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
export function organizations(state: State, limits: Limits): Operations {
  const arn = (kind: string, id: string) =>
    `arn:aws:organizations::${state.organization.managementAccount}:${kind}/${state.organization.id}/${id}`;
  const accountJson = ({ id, name, email, status, joinedAt }: Account): Json => ({
    Id: id,
    Arn: arn('account', id),
    Email: email,
    Name: name,
    Status: status,
    State: status,
    JoinedMethod: 'CREATED',
    JoinedTimestamp: seconds(joinedAt),
  });
  const requestJson = (request: AccountRequest): Json => ({
    Id: request.id,
    AccountName: request.name,
    State: stateOf(request),
    RequestedTimestamp: seconds(request.requestedAt),
    ...(request.completedAt !== undefined && { CompletedTimestamp: seconds(request.completedAt) }),
    ...(request.accountId !== undefined && { AccountId: request.accountId }),
    ...(request.failure !== undefined && { FailureReason: request.failure }),
  });
  const account = (id: string) => {
    const found = state.accounts[id];
    if (!found) throw notFound('Account', `You specified an account that doesn't exist: ${id}.`);
    return found;
  };
  const tagged = (input: Json) => {
    const id = textOf(input, 'ResourceId');
    const found = state.accounts[id];
    if (!found) throw notFound('Target', "You specified a target that doesn't exist.");
    return found;
  };
  const isParent = (id: string) => id === state.root || state.units.some((unit) => unit.id === id);

  return {
    DescribeOrganization: () => ({
      Organization: {
        Id: state.organization.id,
        Arn: arn('organization', state.organization.id),
        FeatureSet: 'ALL',
        MasterAccountId: state.organization.managementAccount,
        MasterAccountEmail: state.organization.email,
      },
    }),
    ListRoots: () => ({
      Roots: [{ Id: state.root, Arn: arn('root', state.root), Name: 'Root', PolicyTypes: [] }],
    }),
    ListOrganizationalUnitsForParent: ({ input }) => {
      const parent = textOf(input, 'ParentId');
      if (!isParent(parent)) throw notFound('Parent', "You specified a parent that doesn't exist.");
      const units = state.units.filter((unit) => unit.parent === parent);
      const { rows, next } = pageOf(units, input, { most: PAGE });
      return {
        OrganizationalUnits: rows.map(({ id, name }) => ({ Id: id, Arn: arn('ou', id), Name: name })),
        ...next,
      };
    },
    ListParents: ({ input }) => {
      const id = textOf(input, 'ChildId');
      const parent = state.accounts[id]?.parent ?? state.units.find((unit) => unit.id === id)?.parent;
      if (parent === undefined) throw notFound('Child', "You specified a child that doesn't exist.");
      return { Parents: [{ Id: parent, Type: parent === state.root ? 'ROOT' : 'ORGANIZATIONAL_UNIT' }] };
    },
    CreateAccount: ({ input, now, stuck }) => {
      const email = textOf(input, 'Email', 64);
      const name = textOf(input, 'AccountName', 50);
      if (!EMAIL.test(email) || email.length < 6 || !/^[\x20-\x7e]+$/.test(`${email}${name}`))
        throw new WireError('InvalidInputException', 'You specified an invalid value.', 400, {
          Reason: 'INVALID_PATTERN',
        });
      const requests = Object.values(state.accountRequests);
      if (requests.filter((one) => stateOf(one) === 'IN_PROGRESS').length >= limits.accountsAtOnce)
        throw new WireError(
          'TooManyRequestsException',
          'You have sent too many requests in too short a period of time. The quota helps protect against denial-of-service attacks. Try again later.',
          429,
          { Type: 'CREATE_ACCOUNT' },
        );
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
    DescribeAccount: ({ input }) => ({ Account: accountJson(account(textOf(input, 'AccountId'))) }),
    MoveAccount: ({ input }) => {
      const moved = account(textOf(input, 'AccountId'));
      const to = textOf(input, 'DestinationParentId');
      if (!isParent(textOf(input, 'SourceParentId')) || moved.parent !== input['SourceParentId']) {
        if (moved.parent === to)
          throw new WireError(
            'DuplicateAccountException',
            'That account is already present in the specified destination.',
          );
        throw notFound('SourceParent', "You specified a source parent that the account isn't in.");
      }
      if (!isParent(to))
        throw notFound('DestinationParent', "You specified a destination that doesn't exist.");
      moved.parent = to;
      return {};
    },
    TagResource: ({ input }) => {
      const found = tagged(input);
      const tags = { ...found.tags, ...tagsOf(input) };
      if (Object.keys(tags).length > MOST_TAGS)
        throw new WireError('ConstraintViolationException', 'You have exceeded the number of tags.', 400, {
          Reason: 'MAX_TAG_LIMIT_EXCEEDED',
        });
      found.tags = tags;
      return {};
    },
    UntagResource: ({ input }) => {
      const keys: unknown[] = Array.isArray(input['TagKeys']) ? input['TagKeys'] : [];
      const found = tagged(input);
      found.tags = Object.fromEntries(Object.entries(found.tags).filter(([key]) => !keys.includes(key)));
      return {};
    },
    ListTagsForResource: ({ input }) => ({
      Tags: Object.entries(tagged(input).tags).map(([Key, Value]) => ({ Key, Value })),
    }),
    ListAWSServiceAccessForOrganization: () => ({
      EnabledServicePrincipals: state.trusted.map((ServicePrincipal) => ({
        ServicePrincipal,
        DateEnabled: 1_700_000_000,
      })),
    }),
  };
}

function stateOf({ completedAt, failure }: AccountRequest): 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED' {
  if (completedAt === undefined) return 'IN_PROGRESS';
  return failure === undefined ? 'SUCCEEDED' : 'FAILED';
}

/** @throws {WireError} for a tag that AWS does not take */
function tagsOf(input: Json): Record<string, string> {
  const given = (Array.isArray(input['Tags']) ? input['Tags'] : []) as Json[];
  const tags = given.map(({ Key, Value }): [string, string] => [String(Key ?? ''), String(Value ?? '')]);
  for (const [key, value] of tags) {
    if (key === '' || key.length > 128 || value.length > 256 || !TAG.test(key) || !TAG.test(value))
      throw new WireError('InvalidInputException', `The tag ${key} is not valid.`, 400, {
        Reason: 'INVALID_PATTERN',
      });
    if (key.toLowerCase().startsWith('aws:'))
      throw new WireError('InvalidInputException', 'Tags whose keys begin with aws: are reserved.', 400, {
        Reason: 'INVALID_SYSTEM_TAGS_PARAMETER',
      });
  }
  return Object.fromEntries(tags);
}
