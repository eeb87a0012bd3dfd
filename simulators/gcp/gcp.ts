import type { IncomingMessage, ServerResponse } from 'node:http';
import { simulatorAccess } from '#server/providers/common/simulator-access.ts';
import { Faults } from '../faults/faults.ts';
import { withFault } from '../faults/with-fault.ts';
import { serve } from '../serve/serve.ts';
import { disabled, refusal, type Answer, type Google, type SimulatedFolder } from './answer.ts';
import { comeBack, conflict, dialect } from './dialect.ts';
import { seededFolders } from './folders.ts';
import { serviceOf, operationOf } from './operations.ts';
import { Tokens } from './tokens.ts';
import {
  GcpState,
  type SimulatedBudget,
  type SimulatedEnabling,
  type SimulatedMachine,
  type SimulatedPolicy,
  type SimulatedProject,
} from './state.ts';

export interface GcpOptions {
  /** Where the state is kept; without it in memory alone. */
  stateFile?: string;
  /** The content from the first start on. A project that names no folder lies in the first one. */
  initial?: {
    projects?: readonly InitialProject[];
    machines?: readonly SimulatedMachine[];
    policies?: readonly SimulatedPolicy[];
  };
  folders?: readonly SimulatedFolder[];
  /** Without `organizations/`. */
  organization?: string;
  /** With `billingAccounts/`. */
  billingAccount?: string;
  /** Until a project is there. */
  delaySeconds?: number;
  /**
   * Until who made a project may do anything with it, from when it is there, and twice as long until they may have it paid
   * for; at once where it is absent.
   */
  rightsSeconds?: number;
  /** So many projects may be made; any number where it is absent. */
  projectQuota?: number;
  /** Whether labels of projects may have no underscores, as the definition of Resource Manager says. */
  narrowLabels?: boolean;
  /** Rows of a page at most. */
  pageSize?: number;
  /** Calls beyond so many a second are refused for a moment. */
  callsPerSecond?: number;
  /** How long a token is good for. */
  tokenSeconds?: number;
  operationsKeptSeconds?: number;
  /** How long a project that was deleted can come back. Default: 30 days. */
  deletedKeptSeconds?: number;
  /** Ids that somebody else in the world has, beside a few that are always taken. */
  taken?: readonly string[];
}

type InitialProject = Pick<SimulatedProject, 'projectId'> & Partial<SimulatedProject>;

export interface GcpSimulator {
  /** Without a slash at the end. */
  url: string;
  faults: Faults;
  organization: string;
  billingAccount: string;
  /** Those that are there or on their way, by id. */
  projects: ReadonlyMap<string, SimulatedProject>;
  machines: Map<string, SimulatedMachine>;
  /** Who has which roles, by `projects/…` with the id, `folders/…` and `organizations/…`. */
  policies: ReadonlyMap<string, SimulatedPolicy>;
  /** Those of the billing account, by their names in Google. */
  budgets: ReadonlyMap<string, SimulatedBudget>;
  /** Services that are enabled or being enabled in projects, by the operations that do it. */
  enablings: ReadonlyMap<string, SimulatedEnabling>;
  /** Services that fail to be enabled in the end, with all others of the same request; none at first. */
  failing: Set<string>;
  /** The APIs that nobody enabled, such as cloudasset.googleapis.com; none at first. */
  disabled: Set<string>;
  /** Puts a project there or in the place of one, as people do in Google's own console. */
  put: (project: InitialProject) => void;
  /** Takes a project away, as people do in Google's own console. */
  remove: (projectId: string) => void;
  close: () => Promise<void>;
}

/** The organization of simulators that nobody gives another. */
export const SIMULATED_ORGANIZATION = simulatorAccess.gcp.organization;
export const SIMULATED_BILLING_ACCOUNT = simulatorAccess.gcp.billingAccount;

const DELAY_SECONDS = 4;
const TOKEN_SECONDS = 3600;
const OPERATIONS_KEPT_SECONDS = 6 * 3600;
const DELETED_KEPT_SECONDS = 30 * 24 * 3600;
const PAGE_SIZE = 500;
const TAKEN = [
  'data-platform',
  'my-project',
  'production',
  'sandbox',
  'skyledger',
  'test-project',
  'website',
];

/**
 * The part of Google's REST protocols (OAuth tokens, Resource Manager v3, Cloud Billing v1, Service Usage v1, Asset Inventory v1) that making and
 * reading projects needs, on a free port of this machine. Operations can be made to go wrong by their names, such as
 * `CreateProject`, and `Token`.
 */
export async function startGcp(options: GcpOptions = {}): Promise<GcpSimulator> {
  const failing = new Set<string>();
  const google = googleOf(options, failing);
  const { state } = google;
  const whole = wholeProjects(google);
  const { projects = [], machines = [], policies = [] } = options.initial ?? {};
  if (!state.isKnown) state.fill(projects.map(whole), machines, policies);

  const faults = new Faults();
  const off = new Set<string>();
  const isTooMuch = throttle(options.callsPerSecond ?? null);
  const tokens = new Tokens(options.tokenSeconds ?? TOKEN_SECONDS);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const found = operationOf(google, tokens, request);
    if (!found) return send(response, refusal('NOT_FOUND', 'Not found.'));
    const answered = await withFault(faults, found.name, dialect, async (fault) => {
      if (isTooMuch()) return comeBack();
      const service = serviceOf(found.name);
      if (service !== null && off.has(service)) return disabled(service);
      const done = await found.act(fault);
      return fault === 'conflict' ? conflict(found.name) : done;
    });
    if (answered) send(response, answered);
    else response.destroy();
  };

  const server = await serve((request, response) => {
    answer(request, response).catch((error: unknown) => {
      send(response, refusal('INVALID_ARGUMENT', `Invalid request: ${String(error)}`));
    });
  });
  return {
    url: server.url,
    faults,
    organization: google.organization.name.replace('organizations/', ''),
    billingAccount: google.billingAccount,
    projects: state.projects,
    machines: state.machines,
    policies: state.policies,
    budgets: state.budgets,
    enablings: state.enablings,
    failing,
    disabled: off,
    put: (project) => state.keepProject(whole({ ...state.projects.get(project.projectId), ...project })),
    remove: (projectId) => void state.projects.delete(projectId),
    close: async () => {
      faults.clear();
      await server.close();
    },
  };
}

/** What the parts share, as the options have it. */
function googleOf(options: GcpOptions, failing: ReadonlySet<string>): Google {
  const { organization = SIMULATED_ORGANIZATION, billingAccount = SIMULATED_BILLING_ACCOUNT } = options;
  const strangers = new Set([...TAKEN, ...(options.taken ?? [])]);
  return {
    state: new GcpState(options.stateFile ?? null),
    organization: { name: `organizations/${organization}`, displayName: 'example.com' },
    folders: options.folders ?? seededFolders(`organizations/${organization}`),
    billingAccount,
    delay: (options.delaySeconds ?? DELAY_SECONDS) * 1000,
    rightsDelay: (options.rightsSeconds ?? 0) * 1000,
    projectQuota: options.projectQuota ?? null,
    failing,
    narrowLabels: options.narrowLabels ?? false,
    operationsKept: (options.operationsKeptSeconds ?? OPERATIONS_KEPT_SECONDS) * 1000,
    deletedKept: (options.deletedKeptSeconds ?? DELETED_KEPT_SECONDS) * 1000,
    pageSize: options.pageSize ?? PAGE_SIZE,
    isStrangers: (id) => strangers.has(id),
  };
}

/** Adds what nobody says of a project. */
function wholeProjects({ folders, organization, billingAccount }: Google) {
  let numbers = 100_000_000_000;
  return (given: InitialProject): SimulatedProject => ({
    projectNumber: String((numbers += 1)),
    displayName: given.projectId,
    parent: folders[0]?.name ?? organization.name,
    labels: {},
    createTime: '2024-01-01T00:00:00Z',
    state: 'ACTIVE',
    readyAt: 0,
    billingAccountName: billingAccount,
    ...given,
  });
}

/** Whether a call is one too many in this second. */
function throttle(perSecond: number | null): () => boolean {
  let second = 0;
  let calls = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, calls] = [now, 0];
    calls += 1;
    return perSecond !== null && calls > perSecond;
  };
}

function send(response: ServerResponse, [status, body]: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const again = status === 429 ? { 'retry-after': '1' } : {};
  const [type, sent] =
    typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)];
  response.writeHead(status, { 'content-type': type, ...again }).end(sent);
}
