import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface SimulatedProject {
  projectId: string;
  /** Google's own number of it, as text. */
  projectNumber: string;
  displayName: string;
  /** `folders/…` or `organizations/…`. */
  parent: string;
  labels: Record<string, string>;
  createTime: string;
  state: 'ACTIVE' | 'DELETE_REQUESTED';
  /** When it was marked for deletion, in milliseconds since 1970; absent: it is not. */
  deletedAt?: number | undefined;
  /** Milliseconds since 1970 from which on it is there; null: its creation never ends. */
  readyAt: number | null;
  /** `billingAccounts/…`, or empty. */
  billingAccountName: string;
}

export interface SimulatedOperation {
  name: string;
  projectId: string;
  startedAt: number;
  /** Why it made nothing: a code of google.rpc.Code and a message. */
  error?: { code: number; message: string };
}

/** A request to enable services in a project, with its operation. */
export interface SimulatedEnabling {
  /** `operations/…` */
  name: string;
  projectId: string;
  /** Such as compute.googleapis.com. */
  services: string[];
  /** Milliseconds since 1970 from which on they are enabled; null: never. */
  readyAt: number | null;
  /** Why they are not. */
  error?: { code: number; message: string };
}

export interface SimulatedMachine {
  /** Google's own number of it, as text. */
  id: string;
  name: string;
  projectId: string;
  zone: string;
  machineType: string;
  /** Its whole name; made of project, zone and name where nothing is given. */
  fullName?: string;
  /** Such as RUNNING or TERMINATED. */
  status: string;
}

/** A budget of the billing account, as Google answers it. */
export interface SimulatedBudget {
  /** `billingAccounts/…/budgets/…` */
  name: string;
  displayName: string;
  [member: string]: unknown;
}

/** Who has which roles on something. */
export interface SimulatedPolicy {
  /** `projects/…` by its id, `folders/…` or `organizations/…`. */
  resource: string;
  bindings: { role: string; members: string[]; condition?: unknown }[];
}

type OldPolicy = Pick<SimulatedPolicy, 'bindings'> & { resource?: string; projectId?: string };

interface Kinds {
  project: SimulatedProject;
  operation: SimulatedOperation;
  machine: SimulatedMachine;
  policy: SimulatedPolicy;
  budget: SimulatedBudget;
  enabling: SimulatedEnabling;
}

/**
 * The state of the simulator. Each change is a line at the end of its file before anybody hears of it; a line that was cut
 * off by an end in the middle of writing is none.
 */
export class GcpState {
  readonly projects = new Map<string, SimulatedProject>();
  readonly operations = new Map<string, SimulatedOperation>();
  readonly machines = new Map<string, SimulatedMachine>();
  readonly policies = new Map<string, SimulatedPolicy>();
  readonly budgets = new Map<string, SimulatedBudget>();
  /** By their operations. */
  readonly enablings = new Map<string, SimulatedEnabling>();
  readonly #file: string | null;
  /** Whether its file was there before. */
  readonly isKnown: boolean;

  constructor(file: string | null) {
    this.#file = file;
    this.isKnown = file !== null && existsSync(file);
    if (file === null || !this.isKnown) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) this.#read(line);
    // The lines that were overtaken by later ones go.
    this.#rewrite(file);
  }

  keepProject(project: SimulatedProject): void {
    this.projects.set(project.projectId, project);
    this.#append('project', project);
  }

  keepOperation(operation: SimulatedOperation): void {
    this.operations.set(operation.name, operation);
    this.#append('operation', operation);
  }

  keepBudget(budget: SimulatedBudget): void {
    this.budgets.set(budget.name, budget);
    this.#append('budget', budget);
  }

  keepEnabling(enabling: SimulatedEnabling): void {
    this.enablings.set(enabling.name, enabling);
    this.#append('enabling', enabling);
  }

  keepPolicy(policy: SimulatedPolicy): void {
    this.policies.set(policy.resource, policy);
    this.#append('policy', policy);
  }

  /** Takes all of it over at once. */
  fill(
    projects: readonly SimulatedProject[],
    machines: readonly SimulatedMachine[],
    policies: readonly SimulatedPolicy[],
  ): void {
    for (const policy of policies) this.policies.set(policy.resource, policy);
    for (const project of projects) this.projects.set(project.projectId, project);
    for (const machine of machines) this.machines.set(machine.id, machine);
    if (this.#file !== null) this.#rewrite(this.#file);
  }

  #read(line: string): void {
    try {
      const { kind, record } = JSON.parse(line) as { kind: keyof Kinds; record: Kinds[keyof Kinds] };
      if (kind === 'project')
        this.projects.set((record as SimulatedProject).projectId, record as SimulatedProject);
      if (kind === 'operation')
        this.operations.set((record as SimulatedOperation).name, record as SimulatedOperation);
      if (kind === 'budget') this.budgets.set((record as SimulatedBudget).name, record as SimulatedBudget);
      if (kind === 'enabling')
        this.enablings.set((record as SimulatedEnabling).name, record as SimulatedEnabling);
      if (kind === 'policy') this.#readPolicy(record as OldPolicy);
      if (kind === 'machine') this.machines.set((record as SimulatedMachine).id, record as SimulatedMachine);
    } catch {
      // Cut off, or the empty end.
    }
  }

  /** Files of before have policies of projects alone, by their ids. */
  #readPolicy({ projectId = '', resource = `projects/${projectId}`, bindings }: OldPolicy): void {
    this.policies.set(resource, { resource, bindings });
  }

  #append<Kind extends keyof Kinds>(kind: Kind, record: Kinds[Kind]): void {
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify({ kind, record })}\n`);
  }

  #rewrite(file: string): void {
    const line = (kind: keyof Kinds) => (record: unknown) => `${JSON.stringify({ kind, record })}\n`;
    const lines = [
      ...[...this.projects.values()].map(line('project')),
      ...[...this.operations.values()].map(line('operation')),
      ...[...this.machines.values()].map(line('machine')),
      ...[...this.policies.values()].map(line('policy')),
      ...[...this.budgets.values()].map(line('budget')),
      ...[...this.enablings.values()].map(line('enabling')),
    ];
    writeFileSync(`${file}.new`, lines.join(''));
    renameSync(`${file}.new`, file);
  }
}
