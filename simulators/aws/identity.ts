const INSTANCE_ID = 'ssoins-7223skyledger001';
export const SSO_INSTANCE = `arn:aws:sso:::instance/${INSTANCE_ID}`;
export const IDENTITY_STORE = 'd-9067a1b2c3';

export interface PermissionSet {
  arn: string;
  name: string;
  description?: string;
  /** A duration of ISO 8601. */
  duration?: string;
  relay?: string;
  /** Policies of AWS. */
  managed?: readonly { name: string; arn: string }[];
  /** Policies that each account has by this name. */
  own?: readonly { name: string; path: string }[];
  /** JSON */
  inline?: string;
}

/** A group of the identity store; those that a directory keeps have its object id. */
export interface StoredGroup {
  id: string;
  name: string;
  externalId: string | null;
}

export interface StoredUser {
  id: string;
  userName: string;
  name: string;
  externalId: string | null;
}

export interface Assignment {
  account: string;
  permissionSet: string;
  principal: string;
  principalType: string;
  requestId: string;
  readyAt: number | null;
}

/** Who is in the identity store at the first start, and what they have. Groups and users are named as they are called. */
export interface InitialIdentity {
  permissionSets?: readonly Omit<PermissionSet, 'arn'>[];
  groups?: readonly { name: string; externalId: string | null }[];
  users?: readonly Omit<StoredUser, 'id'>[];
  /** One of a permission set that is not there makes it. */
  assignments?: readonly {
    account: string;
    permissionSet: string;
    /** The name of a group, or the user name of somebody. */
    principal: string;
    type: 'GROUP' | 'USER';
  }[];
}

interface Identity {
  permissionSets: PermissionSet[];
  assignments: Assignment[];
  groups: StoredGroup[];
  users: StoredUser[];
}

const number = (count: number, digits: number) => String(count).padStart(digits, '0');
const setArn = (count: number) => `arn:aws:sso:::permissionSet/${INSTANCE_ID}/ps-${number(count, 16)}`;

/** The permission sets that every simulated organization has. */
export const standardSets = (): PermissionSet[] =>
  ['AdministratorAccess', 'PowerUserAccess', 'ReadOnlyAccess'].map((name, index) => ({
    arn: setArn(index + 1),
    name,
    duration: 'PT1H',
    managed: [{ name, arn: `arn:aws:iam::aws:policy/${name}` }],
  }));

/** Puts what is there at the first start into the identity store and beside the permission sets. */
export function fillIdentity(state: Identity, initial: InitialIdentity = {}): void {
  const { permissionSets = [], groups = [], users = [], assignments = [] } = initial;
  const setOf = (name: string): PermissionSet => {
    const known = state.permissionSets.find((one) => one.name === name);
    if (known) return known;
    const made = { arn: setArn(state.permissionSets.length + 1), name, duration: 'PT1H' };
    state.permissionSets.push(made);
    return made;
  };
  for (const set of permissionSets) Object.assign(setOf(set.name), set);
  const ids = new Map<string, string>();
  for (const [at, { name, externalId }] of groups.entries()) {
    const id = `9067a1b2c3-00000000-0000-4000-8000-${number(at + 1, 12)}`;
    state.groups.push({ id, name, externalId });
    ids.set(`GROUP ${name}`, id);
  }
  for (const [at, user] of users.entries()) {
    const id = `9067a1b2c3-00000000-0000-4000-9000-${number(at + 1, 12)}`;
    state.users.push({ id, ...user });
    ids.set(`USER ${user.userName}`, id);
  }
  for (const [at, { account, permissionSet, principal, type }] of assignments.entries())
    state.assignments.push({
      account,
      permissionSet: setOf(permissionSet).arn,
      principal: ids.get(`${type} ${principal}`) ?? principal,
      principalType: type,
      requestId: `00000000-0000-4000-a000-${number(at + 1, 12)}`,
      readyAt: 0,
    });
}
