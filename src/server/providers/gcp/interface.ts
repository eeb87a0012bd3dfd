import type { ProviderFailure, Reached } from '../common/interface.ts';

/** How Google Cloud is reached. */
export interface GcpAccess {
  /** The number of the organization, without `organizations/`. */
  organization: string;
  /** `billingAccounts/…`: who pays for what is made. */
  billingAccount: string;
  /**
   * Another server that speaks Google's protocols, without a slash at the end, or what starts it with the first call;
   * null: Google's own.
   */
  api: string | (() => Promise<string>) | null;
  /** Whether it is the portal's own simulator. */
  simulated: boolean;
}

export interface GcpFolder {
  /** Without `folders/`. */
  id: string;
  name: string;
  /** `folders/…` or `organizations/…`. */
  parent: string;
}

export interface GcpProject {
  id: string;
  /** Google's own number of it. */
  number: string;
  name: string;
  parent: string;
  labels: Readonly<Record<string, string>>;
  /** By which a change says what it was read as; empty where Google does not say. */
  etag: string;
  active: boolean;
  /** Milliseconds since 1970; 0 where Google does not say. */
  createdAt: number;
}

export interface NewGcpProject {
  id: string;
  name: string;
  /** `folders/…` */
  parent: string;
  labels: Readonly<Record<string, string>>;
}

/** A budget of each month for a project. */
export interface GcpBudget {
  name: string;
  /** Its id. */
  project: string;
  /** A decimal. */
  amount: string;
  /** The one that the billing account has. */
  currency: string;
  /** In per cent of the amount. */
  thresholds: readonly number[];
}

/** How far an operation of Google is. */
export type GcpProgress =
  | { state: 'running' }
  | { state: 'done' }
  /** With the reason, and what to do. */
  | { state: 'failed'; failure: ProviderFailure }
  /** Google forgets operations after some hours: look for what it was to make in its place. */
  | { state: 'forgotten' };

/** A project as the inventory of Google lists it. */
export interface GcpAsset {
  id: string;
  /** Google's own number of it. */
  number: string;
  name: string;
  active: boolean;
  labels: Readonly<Record<string, string>>;
  /** `folders/…` of all folders that it lies in, at any depth. */
  folders: readonly string[];
  /** `folders/…` or `organizations/…`: the one that it lies in directly. */
  parent: string;
}

/** Who has a role on a project, on a folder, or on the organization. */
export interface GcpBinding {
  /** `projects/…` by id or number, `folders/…` or `organizations/…`. */
  scope: string;
  /** Such as `roles/viewer`. */
  role: string;
  /** With what they are, such as `group:engineers@example.com`. */
  members: readonly string[];
}

/** A virtual machine as the inventory of Google lists it. */
export interface GcpMachine {
  /** Its whole name, `//compute.googleapis.com/projects/…`. */
  id: string;
  name: string;
  /** The id of the project that it runs in. */
  project: string;
  zone: string;
  type: string;
  state: string;
}

/** The sentence about an API of Google that nobody enabled. @param project which the portal calls it for, by id or number */
export const apiDisabled = (service: string, project: string): string =>
  `the API ${service} is not enabled in the project ${project}. Run 'gcloud services enable ${service} --project ${project}', wait some minutes, then retry.`;

/**
 * The functions of Google Cloud that the portal uses. Each call is made once and throws ProviderFailure;
 * reading the inventory is repeated by Google's own library.
 */
export interface GcpProvider {
  reached: Reached;
  billingAccount: string;
  /** Begins a project. An id that is taken, by whomever, is an ambiguous failure with the code ALREADY_EXISTS. */
  createProject: (project: NewGcpProject) => Promise<{ operation: string }>;
  creation: (operation: string) => Promise<GcpProgress>;
  /** null: there is none of this id that the portal may see. */
  project: (id: string) => Promise<GcpProject | null>;
  /**
   * Gives a project these labels in place of all that it has; the same once more changes nothing.
   * @param etag of the project as it was read: where it was changed since, nothing is written, and the failure has the code ABORTED
   */
  setLabels: (projectId: string, labels: Readonly<Record<string, string>>, etag: string) => Promise<void>;
  /** Lets a billing account pay for a project, by default that of the settings; the same once more changes nothing. */
  linkBilling: (projectId: string, account?: string) => Promise<void>;
  /** Lets nobody pay for a project, so that what costs something stops; the same once more changes nothing. */
  unlinkBilling: (projectId: string) => Promise<void>;
  /** Who pays for a project, `billingAccounts/…`; empty: nobody. */
  billingOf: (projectId: string) => Promise<string>;
  /** Moves a project into a folder, `folders/…`. */
  moveProject: (projectId: string, parent: string) => Promise<void>;
  /** Marks a project for deletion, which comes 30 days later. One that is marked is refused. */
  deleteProject: (projectId: string) => Promise<void>;
  /** Takes the mark away again. */
  undeleteProject: (projectId: string) => Promise<void>;
  /** The name in Google, `billingAccounts/…/budgets/…`, of the billing account's budget that people call so; null: there is none. */
  budgetNamed: (name: string) => Promise<string | null>;
  /** Answers its name in Google. The same once more makes another one. */
  createBudget: (budget: GcpBudget) => Promise<string>;
  /**
   * Gives a member, such as `group:team@example.com`, a role on a project beside all that its policy says; nothing is written where
   * they have it. A policy that somebody else writes at the same time is an ambiguous failure with the code ABORTED.
   */
  bind: (projectId: string, role: string, member: string) => Promise<void>;
  /** Those of these services, such as `compute.googleapis.com`, that a project has not enabled, in their order. */
  servicesOff: (projectId: string, services: readonly string[]) => Promise<string[]>;
  /** Begins to enable the first 20 of these services, all of them or none; the same once more changes nothing. */
  enableServices: (projectId: string, services: readonly string[]) => Promise<{ operation: string }>;
  enabling: (operation: string) => Promise<GcpProgress>;
  folder: (id: string) => Promise<GcpFolder | null>;
  /** All folders below the organization, in any order. */
  folders: () => Promise<GcpFolder[]>;
  /** The display name of the organization. */
  organizationName: () => Promise<string>;
  /** Whether the billing account can be charged. */
  isBillingOpen: () => Promise<boolean>;
  /** Every project of the organization, a page at a time. */
  projects: () => AsyncIterable<GcpAsset[]>;
  /** Who has which role on the organization, its folders and its projects, a page at a time. */
  bindings: () => AsyncIterable<GcpBinding[]>;
  /** Every machine of the organization, a page at a time. */
  machines: () => AsyncIterable<GcpMachine[]>;
}
