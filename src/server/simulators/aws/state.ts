import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { randomInt, randomUUID } from 'node:crypto';
import {
  type Assignment,
  fillIdentity,
  standardSets,
  type InitialIdentity,
  type PermissionSet,
  type StoredGroup,
  type StoredUser,
} from './identity.ts';

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
  record: string;
}

/** The result of one update of a provisioned product. */
export interface CatalogRecord {
  id: string;
  token: string;
  account: string;
  provisioned: string;
  artifact: string;
  createdAt: number;
  readyAt: number | null;
  failure?: string;
}

export interface Machine {
  resourceId: string;
  accountId: string;
  awsRegion: string;
  resourceName: string;
  configuration: { instanceType: string; state: { name: string } };
}

/** All that the simulated AWS knows. */
export interface State {
  organization: { id: string; managementAccount: string; email: string };
  root: string;
  units: { id: string; name: string; parent: string }[];
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
  machines: Machine[];
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
  machines?: readonly Machine[];
  /** Products of the service catalog, and the accounts in which their first version is. */
  products?: readonly { id: string; name: string; description?: string; accounts?: readonly string[] }[];
  /** Who is in the identity store, and what they have. */
  identity?: InitialIdentity;
}

export const MANAGEMENT_ACCOUNT = '100000000001';
export const ORGANIZATION = 'o-skyledger1';
const ROOT = 'r-sky1';
const UNITS = ['sandbox', 'development', 'test', 'production'];

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

/** An organization with a root, four units and its management account. */
function newState(now: number): State {
  const email = 'aws-management@example.com';
  const state: State = {
    organization: { id: ORGANIZATION, managementAccount: MANAGEMENT_ACCOUNT, email },
    root: ROOT,
    units: UNITS.map((name, index) => ({
      id: `ou-sky1-${String(index + 1).padStart(8, '0')}`,
      name,
      parent: ROOT,
    })),
    accounts: {},
    accountRequests: {},
    trusted: [
      'account.amazonaws.com',
      'sso.amazonaws.com',
      'servicecatalog.amazonaws.com',
      'config.amazonaws.com',
    ],
    permissionSets: standardSets(),
    assignments: [],
    groups: [],
    users: [],
    products: {},
    provisioned: {},
    records: {},
    machines: [],
  };
  state.accounts[MANAGEMENT_ACCOUNT] = newAccount({
    id: MANAGEMENT_ACCOUNT,
    name: 'Management',
    email,
    joinedAt: now,
    parent: ROOT,
  });
  return state;
}

/** Puts what is there at the first start into an empty organization. */
function fill(state: State, initial: Initial, now: number): void {
  const { accounts = [], machines = [], products = [], identity } = initial;
  fillIdentity(state, identity);
  state.machines.push(...machines);
  for (const { id, name, email: mail = `aws-${id}@example.com`, unit, tags = {} } of accounts) {
    const parent = state.units.find((one) => one.name === unit)?.id ?? ROOT;
    state.accounts[id] = {
      ...newAccount({ id, name, email: mail, joinedAt: now, parent }),
      tags: { ...tags },
    };
  }
  for (const { id, name, description = '', accounts: deployed = [] } of products) {
    const artifacts = ['v1', 'v2'].map((version, index) => ({
      id: `pa-${id.replace(/^prod-/, '')}-${version}`,
      name: version,
      description: '',
      active: true,
      guidance: 'DEFAULT',
      createdAt: now - 86_400_000 * (2 - index),
    }));
    state.products[id] = { id, name, description, artifacts };
    for (const account of deployed) {
      const provisioned = newId('pp', 13);
      const artifact = artifacts[0]?.id ?? '';
      state.provisioned[provisioned] = {
        id: provisioned,
        name: `${name}-${account}`.replaceAll(/[^\w.-]/g, '-'),
        account,
        product: id,
        artifact,
        record: newId('rec', 13),
      };
    }
  }
}

/** The state of a simulator. */
interface Opened {
  state: State;
  /** Resolves once everything of until then is in the file. */
  save: () => Promise<void>;
  /** Resolves once what is there at the first start was read. */
  filled: () => Promise<void>;
}

/** The state of a file, or a new one. */
export function openState(
  file: string | undefined,
  initial: Initial | (() => Promise<Initial>),
  now: number,
): Opened {
  const isKept = file !== undefined && existsSync(file);
  const state = isKept ? (JSON.parse(readFileSync(file, 'utf8')) as State) : newState(now);
  if (!isKept && typeof initial === 'object') fill(state, initial, now);
  // A state that was kept before there was an identity store has none.
  const lacks = isKept && !('groups' in state);
  if (lacks) Object.assign(state, { groups: [], users: [] });
  let filling: Promise<void> | null =
    (isKept && !lacks) || typeof initial === 'object' ? Promise.resolve() : null;
  const read = async () => {
    if (typeof initial !== 'function') return;
    const found = await initial();
    if (lacks) fillIdentity(state, found.identity);
    else fill(state, found, now);
  };
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async (target: string) => {
    // A call from here on needs another round.
    next = null;
    await writeFile(`${target}.new`, JSON.stringify(state));
    await rename(`${target}.new`, target);
  };
  const save = async () => {
    if (file === undefined) return;
    next ??= writing = writing.catch(() => {}).then(async () => write(file));
    await next;
  };
  const filled = async () => {
    filling ??= read().catch((error: unknown) => {
      // The next call tries again.
      filling = null;
      throw error;
    });
    return filling;
  };
  return { state, save, filled };
}
