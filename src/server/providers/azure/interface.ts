import type { Reached } from '../common/interface.ts';

export interface ManagementGroup {
  /** The id by which it is placed, such as `mg-production`. */
  id: string;
  /** The display name. */
  name: string;
  /** The names of the groups that it lies in, from the root on; empty for the root group. */
  above: readonly string[];
}

/** `Production` is charged in full, `DevTest` at the rates for development and test. */
export type Workload = 'Production' | 'DevTest';

/** The request for a subscription. */
export interface SubscriptionRequest {
  /** 1 to 63 characters. */
  displayName: string;
  workload: Workload;
  /** The id of a management group. */
  groupId: string;
  tags: Readonly<Record<string, string>>;
}

/** How far an alias is: with `made` its subscription is there. */
export interface AliasState {
  state: 'begun' | 'made' | 'failed';
  /** As soon as Azure answers it. */
  subscriptionId: string | null;
}

/** A subscription as Resource Graph has it. */
export interface FoundSubscription {
  /** In small letters. */
  id: string;
  name: string;
  /** Azure's own word, such as `Enabled` or `Disabled`. */
  state: string;
  tags: Readonly<Record<string, string>>;
  /** The names of the management groups that it lies in, from the nearest one to the root. */
  groups: readonly string[];
  /** The ids of the same ones, such as `mg-production`. */
  groupIds: readonly string[];
}

/** A role by its GUID, which it has in every scope. */
export interface FoundRole {
  /** In small letters. */
  id: string;
  name: string;
  description: string;
}

/** Who has a role, and where. */
export interface FoundRoleAssignment {
  /** The ARM id of a subscription, of a management group or of something in a subscription; `/` is the whole tenant. */
  scope: string;
  /** The GUID of the role, in small letters. */
  roleId: string;
  /** The object id in the directory. */
  principalId: string;
  /** Such as `Group`, `User` or `ServicePrincipal`. */
  principalType: string;
}

/** A virtual machine as Resource Graph has it. */
export interface FoundMachine {
  /** The ARM id. */
  id: string;
  name: string;
  subscriptionId: string;
  location: string;
  /** Such as `Standard_D2s_v5`. */
  size: string;
  /** Such as `running`; empty where Azure does not say. */
  power: string;
  tags: Readonly<Record<string, string>>;
}

/** A role on a subscription for a group of people. */
export interface RoleRequest {
  /** A GUID: a second call with the same one assigns once. */
  name: string;
  /** The ARM id of the role. */
  roleId: string;
  /** The object id of the group. */
  principalId: string;
}

/** A policy, or an initiative, that is to hold for a subscription. */
export interface PolicyRequest {
  /** That of the assignment: a second call with the same one assigns once. */
  name: string;
  displayName: string;
  /** The id of what is assigned. */
  definition: string;
  parameters: Readonly<Record<string, { value: unknown }>>;
}

/** Whether a subscription is registered with a resource provider, without which nothing of it is made there. */
export type Registration = 'none' | 'begun' | 'registered';

/** A budget of each month for a subscription. */
export interface AzureBudget {
  name: string;
  /** In the currency that Azure bills the subscription in. */
  amount: number;
  /** The first day of a month. */
  startDate: Date;
  /** In per cent of the amount, five at most. */
  thresholds: readonly number[];
  /** Whom Azure mails at each of them. */
  email: string;
}

/** The known facts about the place that subscriptions are charged to. */
export interface BillingAnswer {
  /** Whether the portal's rights include to create subscriptions; null where that does not follow from what Azure answers. */
  mayCreate: true | null;
}

/**
 * Azure as the cloud factory and the inventory need it. Each call is made once and ends within its time limit, but for the
 * iterators, which repeat by themselves what is throttled. Everything throws ProviderFailure.
 */
export interface Azure {
  reached: Reached;
  /** The ARM id of what subscriptions are charged to. */
  billingScope: string;
  groups: (signal?: AbortSignal) => Promise<ManagementGroup[]>;
  /** Begins a subscription; with an alias that is there it only says how far that one is. */
  create: (alias: string, wanted: SubscriptionRequest, signal?: AbortSignal) => Promise<AliasState>;
  /** Null where there is no such alias. */
  alias: (alias: string, signal?: AbortSignal) => Promise<AliasState | null>;
  /** Removes the name; the subscription that it made stays. */
  forgetAlias: (alias: string, signal?: AbortSignal) => Promise<void>;
  /** Whether a subscription is there by this id. */
  isThere: (subscriptionId: string, signal?: AbortSignal) => Promise<boolean>;
  /** Such as `Enabled`, `Warned` or `Disabled`; null where there is none that the portal may see. */
  stateOf: (subscriptionId: string, signal?: AbortSignal) => Promise<string | null>;
  /** Cancels a subscription, which stops what is in it; Azure keeps it for some weeks. */
  cancelSubscription: (subscriptionId: string, signal?: AbortSignal) => Promise<void>;
  /** Lets a subscription that was cancelled work again. */
  enableSubscription: (subscriptionId: string, signal?: AbortSignal) => Promise<void>;
  /** The subscriptions with this display name, however it is capitalized. */
  named: (displayName: string, signal?: AbortSignal) => Promise<{ id: string; name: string }[]>;
  /** False also where Azure does not know the subscription yet. */
  isIn: (subscriptionId: string, groupId: string, signal?: AbortSignal) => Promise<boolean>;
  /** The id of the management group that a subscription lies in; null where the portal may not see it. */
  groupOf: (subscriptionId: string, signal?: AbortSignal) => Promise<string | null>;
  place: (subscriptionId: string, groupId: string, signal?: AbortSignal) => Promise<void>;
  tags: (subscriptionId: string, signal?: AbortSignal) => Promise<Record<string, string>>;
  /** Adds tags to those that are there. */
  addTags: (
    subscriptionId: string,
    tags: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ) => Promise<void>;
  /** The ARM id of a role by its name; null where there is none. */
  role: (subscriptionId: string, roleName: string, signal?: AbortSignal) => Promise<string | null>;
  /** Done, too, where the group has the role by another assignment. */
  assign: (subscriptionId: string, wanted: RoleRequest, signal?: AbortSignal) => Promise<void>;
  /** How far a subscription is with a resource provider. A namespace that Azure has none of is refused as InvalidResourceNamespace. */
  registration: (subscriptionId: string, namespace: string, signal?: AbortSignal) => Promise<Registration>;
  /** Begins to register a subscription with a resource provider; the same once more changes nothing. */
  register: (subscriptionId: string, namespace: string, signal?: AbortSignal) => Promise<void>;
  /** Whether a subscription has an assignment of a policy by this name; false also where Azure does not know the subscription yet. */
  hasPolicy: (subscriptionId: string, name: string, signal?: AbortSignal) => Promise<boolean>;
  /** What is not there to be assigned is refused as PolicyDefinitionNotFound or PolicySetDefinitionNotFound. */
  assignPolicy: (subscriptionId: string, wanted: PolicyRequest, signal?: AbortSignal) => Promise<void>;
  /** Whether a subscription has a budget of this name; false also where Azure does not know the subscription yet. */
  hasBudget: (subscriptionId: string, name: string, signal?: AbortSignal) => Promise<boolean>;
  putBudget: (subscriptionId: string, budget: AzureBudget, signal?: AbortSignal) => Promise<void>;
  /** Reads the place that subscriptions are charged to; nothing is made. */
  billing: (signal?: AbortSignal) => Promise<BillingAnswer>;
  /** Every subscription of the tenant that is not deleted. */
  subscriptions: (signal?: AbortSignal) => AsyncIterable<FoundSubscription>;
  /** Every role that there is, those of Azure included. */
  roles: (signal?: AbortSignal) => AsyncIterable<FoundRole>;
  /** Every assignment of a role in the tenant, at whatever scope. */
  roleAssignments: (signal?: AbortSignal) => AsyncIterable<FoundRoleAssignment>;
  /** Every virtual machine of the tenant. */
  machines: (signal?: AbortSignal) => AsyncIterable<FoundMachine>;
}

/** Where Azure is, and the application that calls it. */
export type AzureAccess =
  | {
      kind: 'tenant';
      tenantId: string;
      billingScope: string;
      /** In place of https://management.azure.com, such as that of a sovereign cloud; https only. */
      api?: string;
    }
  | {
      kind: 'simulator';
      url: string;
      tenantId: string;
      clientId: string;
      clientSecret: string;
      billingScope: string;
    };
