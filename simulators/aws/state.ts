import { randomInt, randomUUID } from 'node:crypto';
import type { Assignment, InitialIdentity, PermissionSet, StoredGroup, StoredUser } from './identity.ts';

export interface AlternateContact {
  AlternateContactType: string;
  Name: string;
  Title: string;
  EmailAddress: string;
  PhoneNumber: string;
}

/** An account; times are milliseconds. */
export interface Account {
  id: string;
  name: string;
  email: string;
  status: 'ACTIVE' | 'SUSPENDED';
  /** When somebody had it closed, and it is; null: never, or not yet. Absent: nobody had. */
  closing?: { requestedAt: number; readyAt: number | null; closedAt: number | null };
  joinedAt: number;
  /** The root or an organizational unit. */
  parent: string;
  tags: Record<string, string>;
  contacts: Record<string, AlternateContact>;
  /** Regions that were enabled, and when they are; null: never. */
  regions: Record<string, number | null>;
}

export interface AccountRequest {
  id: string;
  name: string;
  email: string;
  tags: Record<string, string>;
  requestedAt: number;
  /** null: never. */
  readyAt: number | null;
  completedAt?: number;
  accountId?: string;
  failure?: string;
}

export interface Product {
  id: string;
  name: string;
  description: string;
  artifacts: {
    id: string;
    name: string;
    description: string;
    active: boolean;
    guidance: string;
    createdAt: number;
  }[];
}

export interface Provisioned {
  id: string;
  name: string;
  account: string;
  product: string;
  artifact: string;
  /** The request that came last. */
  record: string;
  /** The last request that succeeded, and its launch path. */
  succeeded: { record: string; path: string };
}

/** A portfolio of the service catalog, and the launch path through it. */
export interface Portfolio {
  id: string;
  name: string;
  path: string;
  /** null: all. */
  products: string[] | null;
  /** The accounts in which the role of the caller is a principal of it; null: all. */
  accounts: string[] | null;
}

/** The result of one update of a provisioned product. */
export interface CatalogRecord {
  id: string;
  token: string;
  account: string;
  provisioned: string;
  artifact: string;
  path: string;
  createdAt: number;
  readyAt: number | null;
  failure?: string;
}

export interface Machine {
  resourceId: string;
  accountId: string;
  awsRegion: string;
  /** Its name is one of them: Config knows no other. */
  tags: { key: string; value: string; tag: string }[];
  configuration: { instanceType: string; state: { name: string } };
}

/** A budget as it was requested, with its notifications. */
export interface Budget {
  name: string;
  budget: Record<string, unknown>;
  notifications: Record<string, unknown>[];
}

/** All that the simulated AWS knows. */
export interface State {
  organization: { id: string; managementAccount: string; email: string };
  root: string;
  units: { id: string; name: string; parent: string }[];
  /** Service control policies, each with the unit that it is attached to; that of AWS is attached to everything. */
  policies: { id: string; name: string; target: string }[];
  accounts: Record<string, Account>;
  accountRequests: Record<string, AccountRequest>;
  /** Services that may act in the organization's accounts. */
  trusted: string[];
  permissionSets: PermissionSet[];
  assignments: Assignment[];
  groups: StoredGroup[];
  users: StoredUser[];
  products: Record<string, Product>;
  provisioned: Record<string, Provisioned>;
  records: Record<string, CatalogRecord>;
  portfolios: Portfolio[];
  /** Accounts that have no role which the caller may take on. */
  closed: string[];
  machines: Machine[];
  budgets: Budget[];
}

/** The content at the first start beside an empty organization. */
export interface Initial {
  accounts?: readonly {
    id: string;
    name: string;
    email?: string;
    /** The name of an organizational unit. */
    unit?: string;
    tags?: Record<string, string>;
  }[];
  machines?: readonly (Omit<Machine, 'tags'> & { name: string })[];
  /** Products of the service catalog, and the accounts in which their first version is. */
  products?: readonly { id: string; name: string; description?: string; accounts?: readonly string[] }[];
  /** Portfolios of the service catalog; one with all products, which every account may use, where none are named. */
  portfolios?: readonly { name: string; products?: readonly string[]; accounts?: readonly string[] }[];
  /** Accounts that have no role which the caller may take on. */
  closed?: readonly string[];
  /** Who is in the identity store, and what they have. */
  identity?: InitialIdentity;
}

export const MANAGEMENT_ACCOUNT = '100000000001';
export const ORGANIZATION = 'o-skyledger1';

/** Whether all of AWS knows an account by now: that it is there, and that it is of the organization. */
export const isKnown = ({ joinedAt }: Account, now: number, rightsAfterMs: number): boolean =>
  joinedAt + rightsAfterMs <= now;

/** A machine with its name as AWS has it. */
export const machineOf = ({ name, ...machine }: Omit<Machine, 'tags'> & { name: string }): Machine => ({
  ...machine,
  tags: [{ key: 'Name', value: name, tag: `Name=${name}` }],
});

/** A portfolio with all products, which every account may use, unless configured otherwise. */
export const newPortfolio = (
  name: string,
  { products = null, accounts = null }: Partial<Pick<Portfolio, 'products' | 'accounts'>> = {},
): Portfolio => ({ id: newId('port', 13), path: newId('lpv2', 13), name, products, accounts });

/** The portfolios by which an account may use a product. */
export const portfoliosOf = (
  { portfolios }: Pick<State, 'portfolios'>,
  account: string,
  product: string,
): Portfolio[] =>
  portfolios.filter(
    ({ products, accounts }) =>
      (products === null || products.includes(product)) && (accounts === null || accounts.includes(account)),
  );

/** A name such as AWS gives: a prefix and letters and digits in which nobody reads a meaning. */
export const newId = (prefix: string, length = 17) =>
  `${prefix}-${randomUUID().replaceAll('-', '').slice(0, length)}`;

/** Twelve digits that no account has. */
export function newAccountId(state: State): string {
  for (;;) {
    const id = String(randomInt(200_000_000_000, 1_000_000_000_000));
    if (!state.accounts[id]) return id;
  }
}

export const newAccount = (
  given: Pick<Account, 'id' | 'name' | 'email' | 'joinedAt' | 'parent'>,
): Account => ({
  ...given,
  status: 'ACTIVE',
  tags: {},
  contacts: {},
  regions: {},
});
