import type { Reached } from '../common/interface.ts';

/** An account as the organization lists it. */
export interface AwsAccount {
  id: string;
  name: string;
  email: string;
  /** Such as `ACTIVE`, `PENDING_CLOSURE`, `SUSPENDED` or `CLOSED`. */
  status: string;
  joinedAt: Date | null;
}

/** How far the making of an account is; `id` is that of the request, `car-…`. */
export interface AccountCreation {
  id: string;
  state: 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED';
  accountName: string;
  accountId: string | null;
  /** Such as `EMAIL_ALREADY_EXISTS`. */
  failure: string | null;
  requestedAt: Date | null;
}

/** An organizational unit; the root is the parent of those at the top. */
export interface AwsUnit {
  id: string;
  name: string;
  parent: string;
}

export type ContactType = 'BILLING' | 'OPERATIONS' | 'SECURITY';

/** Whom AWS writes to or calls. */
export interface AlternateContact {
  name: string;
  title: string;
  email: string;
  phone: string;
}

export type RegionStatus = 'ENABLED_BY_DEFAULT' | 'ENABLED' | 'ENABLING' | 'DISABLING' | 'DISABLED';

/** A permission set of IAM Identity Center, and the instance of it. */
export interface PermissionSet {
  instance: string;
  arn: string;
}

/** Who gets which permission set where. */
export interface Assignment {
  accountId: string;
  permissionSet: PermissionSet;
  /** The id of a group of the identity store. */
  group: string;
}

/** How far something that AWS does by itself is. */
export interface Progress {
  id: string;
  state: 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED';
  /** The error as AWS words it. */
  failure: string | null;
}

/** A budget of each month for an account of the organization. */
export interface AwsBudget {
  /** No other budget of the management account has it. */
  name: string;
  accountId: string;
  /** A decimal. */
  amount: string;
  currency: string;
  /** In per cent of the amount. */
  thresholds: readonly number[];
  /** Whom AWS mails at each of them. */
  email: string;
}

/** A machine of any account, as AWS Config recorded it. */
export interface AwsMachine {
  id: string;
  name: string | null;
  accountId: string;
  region: string;
  type: string | null;
  /** Such as `running` or `stopped`. */
  state: string | null;
}

/** A product that was provisioned in an account. */
export interface ProvisionedProduct {
  id: string;
  name: string;
  /** The version that it has. */
  artifact: string;
  /** The id of the request that last provisioned or updated it; null where AWS names none. */
  record: string | null;
}

/** An update of what was provisioned; equal tokens are one update. */
export interface ProvisionedUpdate {
  accountId: string;
  provisioned: ProvisionedProduct;
  product: string;
  artifact: string;
  token: string;
}

/** A permission set with what it allows. */
export interface DescribedSet {
  arn: string;
  name: string;
  description: string | null;
  /** A duration of ISO 8601. */
  sessionDuration: string | null;
  relayState: string | null;
  /** Those of AWS, and those of the accounts, whose ARN has a star in the place of the account. */
  managedPolicies: { name: string; arn: string }[];
  /** JSON */
  inlinePolicy: string | null;
}

/** A group or a person of the identity store. */
export interface StoredPrincipal {
  kind: 'group' | 'person';
  /** The object id of the directory from which the store is filled. */
  externalId: string | null;
  /** Of a person what they sign in as. */
  name: string | null;
}

/** Who has a permission set by themselves, and in which accounts. */
export interface AssignedSet {
  permissionSet: string;
  principal: StoredPrincipal;
  accounts: string[];
}

/** The first page of a list. */
export interface FirstPage {
  /** Such as 'The groups of IAM Identity Center'. */
  what: string;
  /** @throws {ProviderFailure} where it cannot be read */
  read: () => Promise<void>;
}

/** IAM Identity Center of the whole organization, page by page. */
export interface IdentityCenter {
  permissionSets: (signal?: AbortSignal) => AsyncIterable<readonly DescribedSet[]>;
  assignments: (signal?: AbortSignal) => AsyncIterable<readonly AssignedSet[]>;
  /** All that is read for both, by its first page alone, for whoever wants to know what the portal may read. */
  firstPages: readonly FirstPage[];
}

/** The code of a failure: an account does not let the portal take on its role there. */
export const ROLE_REFUSED = 'ROLE_REFUSED';

/** Products of the service catalog. Accounts other than that of the portal are reached by a role in them (ROLE_REFUSED). */
export interface AwsCatalog {
  updateProduct: (id: string, text: { name: string; description: string }) => Promise<void>;
  /** The newest version that may be used; null where there is none. */
  latestArtifact: (product: string) => Promise<{ id: string; name: string } | null>;
  /** @param product null: any */
  provisionedIn: (accountId: string, product: string | null) => Promise<ProvisionedProduct[]>;
  /** Begins an update that keeps the parameters of what is there. */
  update: (update: ProvisionedUpdate) => Promise<Progress>;
  progress: (accountId: string, record: string) => Promise<Progress>;
}

/**
 * AWS in the terms of who makes accounts. Every call throws ProviderFailure. Nothing repeats a call that makes something;
 * what is listed page by page for the inventory is repeated by the SDK alone.
 */
export interface AwsProvider {
  reached: Reached;
  /** Whose key it is. */
  identity: () => Promise<{ account: string; arn: string }>;
  organization: () => Promise<{ id: string; managementAccount: string }>;
  /** Services that may act in the organization's accounts, such as `account.amazonaws.com`. */
  trustedServices: () => Promise<string[]>;
  /** Every organizational unit, those of units included, and the root. */
  units: () => Promise<{ root: string; units: AwsUnit[] }>;
  /** The names of the service control policies that are attached to a unit itself, but for that of AWS, which denies nothing. */
  policiesOn: (unit: string) => Promise<string[]>;
  /** Accounts page by page. */
  accounts: () => AsyncIterable<readonly AwsAccount[]>;
  account: (id: string) => Promise<AwsAccount | null>;
  /** @throws {ProviderFailure} without any call where the key is of another organization than the configured one */
  createAccount: (account: {
    name: string;
    email: string;
    tags: Readonly<Record<string, string>>;
  }) => Promise<AccountCreation>;
  creation: (id: string) => Promise<AccountCreation>;
  /** Requests for accounts, those that are over included, page by page. */
  creations: () => AsyncIterable<readonly AccountCreation[]>;
  parentOf: (accountId: string) => Promise<string>;
  /** Both of an account that has been there for long, for the inventory: repeated by the SDK. */
  placeAndTags: (accountId: string) => Promise<{ parent: string; tags: Record<string, string> }>;
  moveAccount: (accountId: string, from: string, to: string) => Promise<void>;
  /**
   * Begins to close an account; one that is closed or on its way there stays as it is. A failure with the code
   * CLOSE_ACCOUNT_QUOTA_EXCEEDED has done nothing.
   * @throws {ProviderFailure} without any call where the key is of another organization than the configured one
   */
  closeAccount: (accountId: string) => Promise<void>;
  tagsOf: (accountId: string) => Promise<Record<string, string>>;
  tag: (accountId: string, tags: Readonly<Record<string, string>>) => Promise<void>;
  putContact: (accountId: string, type: ContactType, contact: AlternateContact) => Promise<void>;
  /** Every region and how it is for the account; null: that of the portal's own key. */
  regions: (accountId: string | null) => Promise<ReadonlyMap<string, RegionStatus>>;
  region: (accountId: string, region: string) => Promise<RegionStatus>;
  enableRegion: (accountId: string, region: string) => Promise<void>;
  permissionSet: (name: string) => Promise<PermissionSet | null>;
  assign: (assignment: Assignment) => Promise<Progress>;
  assignment: (set: PermissionSet, id: string) => Promise<Progress>;
  isAssigned: (assignment: Assignment) => Promise<boolean>;
  /** Makes a budget in the management account. One of the name that is there is refused with DuplicateRecordException. */
  createBudget: (budget: AwsBudget) => Promise<void>;
  /** The accounts that a budget of the management account is about; null where there is none of this name. */
  budgetAccounts: (name: string) => Promise<readonly string[] | null>;
  /** Machines of all accounts page by page; none where no aggregator of AWS Config is named. */
  machines: () => AsyncIterable<readonly AwsMachine[]>;
  catalog: AwsCatalog;
  identityCenter: IdentityCenter;
}
