import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { simulatorAccess } from '#server/providers/common/simulator-access.ts';
import { ArmError } from './arm.ts';

export interface Group {
  /** Its id below `/providers/Microsoft.Management/managementGroups/`. */
  name: string;
  displayName: string;
  /** The group that it lies in; the root group lies in none. */
  parent: string | null;
}

/** A subscription that comes into another state by and by; null: never. */
export interface Turning {
  to: 'Enabled' | 'Disabled';
  at: number | null;
}

export interface Subscription {
  id: string;
  displayName: string;
  state: 'Enabled' | 'Disabled' | 'Warned' | 'Deleted';
  group: string;
  /** The state that it is going to have, and from when on, in milliseconds since 1970. */
  turning?: Turning;
  /** When it was cancelled; absent: it was not. */
  cancelledAt?: number;
  tags: Record<string, string>;
  /** Milliseconds since 1970 from which on its tags are seen. */
  tagsSeenAt: number;
  /** Milliseconds since 1970 from which on the application may see and change it; absent: it always may. */
  rightsAt?: number;
}

export interface Alias {
  name: string;
  subscriptionId: string;
  displayName: string;
  workload: string;
  billingScope: string;
  group: string;
  tags: Record<string, string>;
  createdAt: string;
  /** Milliseconds since 1970 at which the subscription is there; null where that never comes. */
  readyAt: number | null;
  /** Its subscription was made. */
  isThere: boolean;
  isFailed: boolean;
}

export interface Assignment {
  scope: string;
  name: string;
  roleDefinitionId: string;
  principalId: string;
  principalType: string;
}

export interface Machine {
  /** The ARM id, such as `/subscriptions/…/resourceGroups/…/providers/Microsoft.Compute/virtualMachines/web`. */
  id: string;
  name: string;
  subscriptionId: string;
  location: string;
  size: string;
  /** Such as `PowerState/running`. */
  powerState: string;
  tags: Record<string, string>;
}

/** A budget of a subscription, as it was put there. */
export interface Budget {
  subscriptionId: string;
  name: string;
  eTag: string;
  properties: Record<string, unknown>;
}

/** A subscription that is registered with a resource provider, or is about to be. */
export interface Registered {
  subscriptionId: string;
  /** In small letters. */
  namespace: string;
  /** Milliseconds since 1970 from which on it is; null: never. */
  readyAt: number | null;
}

/** A policy or an initiative that holds for a subscription, as it was put there. */
export interface PolicyAssignment {
  subscriptionId: string;
  name: string;
  properties: Record<string, unknown>;
}

export interface AzureState {
  groups: Group[];
  subscriptions: Subscription[];
  aliases: Alias[];
  assignments: Assignment[];
  machines: Machine[];
  budgets: Budget[];
  registrations: Registered[];
  policies: PolicyAssignment[];
  /** The rights of the application where subscriptions are charged to; without any it creates none. */
  billingActions: string[];
}

/** The content of a tenant from the beginning: its subscriptions and machines. */
export interface InitialTenant {
  /** `group` is the name of a management group; the root group where there is none such. */
  subscriptions?: readonly (Pick<Subscription, 'id' | 'displayName'> &
    Partial<Omit<Subscription, 'id' | 'displayName'>>)[];
  machines?: readonly Machine[];
  assignments?: readonly Assignment[];
  /** In place of the tree of management groups that a tenant begins with; the first one is the root. */
  groups?: readonly Group[];
}

/** The rights of who owns an enrollment account, as billingPermissions lists them. */
const BILLING_ACTIONS: readonly string[] = ['', '/billingSubscriptions'].flatMap((part) =>
  ['read', 'write'].map((verb) => `Microsoft.Billing/billingAccounts/enrollmentAccounts${part}/${verb}`),
);

/** Also the id of the root group, as in every tenant. */
export const TENANT_ID = simulatorAccess.application.tenantId;

const group = (name: string, parent = 'landingzones'): Group => ({ name, displayName: name, parent });

const GROUPS: readonly Group[] = [
  { name: TENANT_ID, displayName: 'Tenant Root Group', parent: null },
  group('platform', TENANT_ID),
  group('landingzones', TENANT_ID),
  group('production'),
  group('online'),
  group('github'),
  group('test'),
  group('development'),
  group('sandboxes', TENANT_ID),
  group('decommissioned', TENANT_ID),
];

/** The content of a tenant, and where it is kept. */
export class Tenant {
  readonly state: AzureState;
  readonly #file: string | null;
  readonly #isKept: boolean;
  readonly #untilRights: number;
  readonly #kept: number;

  /**
   * @param file keeps the state, whole after each change; without one it ends with the process
   * @param untilRights milliseconds until the application has its rights on a new subscription
   * @param kept milliseconds until a subscription that was cancelled is gone
   */
  constructor(file: string | null, untilRights = 0, kept = Number.POSITIVE_INFINITY) {
    this.#file = file;
    this.#kept = kept;
    this.#untilRights = untilRights;
    this.#isKept = file !== null && existsSync(file);
    const empty: AzureState = {
      groups: [],
      subscriptions: [],
      aliases: [],
      assignments: [],
      machines: [],
      budgets: [],
      registrations: [],
      policies: [],
      billingActions: [...BILLING_ACTIONS],
    };
    // A file of before has no budgets, no registrations and no policies.
    this.state =
      file !== null && this.#isKept
        ? { ...empty, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<AzureState>) }
        : empty;
  }

  /** Whether it has been there before: then nothing else is there from the beginning. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** The content at its first start. */
  begin({ groups = GROUPS, subscriptions = [], machines = [], assignments = [] }: InitialTenant): void {
    const { state } = this;
    // Copies: the state changes, and whoever gave these may begin another tenant with them.
    state.groups.push(...structuredClone(groups));
    state.subscriptions.push(
      ...subscriptions.map((given) => ({
        state: 'Enabled' as const,
        tags: {},
        tagsSeenAt: 0,
        ...given,
        group: this.group(given.group ?? '')?.name ?? this.root,
      })),
    );
    state.machines.push(...structuredClone(machines));
    state.assignments.push(...structuredClone(assignments));
    this.save();
  }

  save(): void {
    if (this.#file === null) return;
    const next = `${this.#file}.next`;
    writeFileSync(next, JSON.stringify(this.state), { mode: 0o600 });
    renameSync(next, this.#file);
  }

  /** Makes the subscriptions whose time has come, and turns or removes those that were cancelled. */
  settle(): void {
    this.#turn();
    const { aliases, subscriptions } = this.state;
    const due = aliases.filter(
      ({ readyAt, isFailed, isThere }) => !isThere && !isFailed && readyAt !== null && readyAt <= Date.now(),
    );
    if (due.length === 0) return;
    for (const alias of due) {
      const { subscriptionId: id, displayName, group: lies, tags, readyAt } = alias;
      alias.isThere = true;
      subscriptions.push({
        id,
        displayName,
        state: 'Enabled',
        group: lies,
        tags,
        tagsSeenAt: readyAt ?? 0,
        rightsAt: (readyAt ?? 0) + this.#untilRights,
      });
    }
    this.save();
  }

  #turn(): void {
    const now = Date.now();
    const { subscriptions } = this.state;
    for (const one of subscriptions)
      if (one.turning && one.turning.at !== null && one.turning.at <= now) {
        one.state = one.turning.to;
        delete one.turning;
      }
    const gone = ({ cancelledAt }: Subscription) =>
      cancelledAt !== undefined && cancelledAt + this.#kept <= now;
    // In place: whoever looks at the state goes on seeing it.
    for (let at = subscriptions.length - 1; at >= 0; at -= 1) {
      const one = subscriptions[at];
      if (one && gone(one)) subscriptions.splice(at, 1);
    }
  }

  /** @throws {ArmError} 404, and 403 as long as the application has no rights on it */
  subscription(id: string): Subscription {
    const found = this.state.subscriptions.find((one) => one.id === id.toLowerCase());
    if (!found)
      throw new ArmError(404, 'SubscriptionNotFound', `The subscription '${id}' could not be found.`);
    if ((found.rightsAt ?? 0) > Date.now())
      throw new ArmError(
        403,
        'AuthorizationFailed',
        `The client does not have authorization to perform action over scope '/subscriptions/${id}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
      );
    return found;
  }

  group(name: string): Group | undefined {
    return this.state.groups.find((one) => one.name.toLowerCase() === name.toLowerCase());
  }

  /** The groups that a group lies in, from the one right above it to the root. */
  above(name: string): Group[] {
    const parent = this.group(this.group(name)?.parent ?? '');
    return parent ? [parent, ...this.above(parent.name)] : [];
  }

  get root(): string {
    return this.state.groups[0]?.name ?? TENANT_ID;
  }
}
