import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Fault, Faults } from '../faults/faults.ts';
import { type Dialect, GARBAGE, withFault } from '../faults/with-fault.ts';
import { serve } from '../serve/serve.ts';
import { refusal, type Answer, type Call, type Google, type SimulatedFolder } from './answer.ts';
import { searchAllIamPolicies, searchAllResources } from './assets.ts';
import { getFolder, getOrganization, listFolders, searchFolders, seededFolders } from './folders.ts';
import {
  createProject,
  getBillingAccount,
  getBillingInfo,
  getOperation,
  getProject,
  listProjects,
  searchProjects,
  updateBillingInfo,
} from './projects.ts';
import { GcpState, type SimulatedMachine, type SimulatedPolicy, type SimulatedProject } from './state.ts';

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
  /** Rows of a page at most. */
  pageSize?: number;
  /** Calls beyond so many a second are refused for a moment. */
  callsPerSecond?: number;
  /** How long a token is good for. */
  tokenSeconds?: number;
  operationsKeptSeconds?: number;
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
  /** Puts a project there or in the place of one, as people do in Google's own console. */
  put: (project: InitialProject) => void;
  /** Takes a project away, as people do in Google's own console. */
  remove: (projectId: string) => void;
  close: () => Promise<void>;
}

/** The organization of simulators that nobody gives another. */
export const SIMULATED_ORGANIZATION = '123456789012';
export const SIMULATED_BILLING_ACCOUNT = 'billingAccounts/01A2B3-C4D5E6-F7A8B9';

const DELAY_SECONDS = 4;
const TOKEN_SECONDS = 3600;
const OPERATIONS_KEPT_SECONDS = 6 * 3600;
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

type Handler = (google: Google, call: Call) => Answer;

/** Method and path of each operation; what the first group matches is named. */
const operations: readonly [name: string, method: string, path: RegExp, handler: Handler][] = [
  ['CreateProject', 'POST', /^\/v3\/projects()$/, createProject],
  ['GetOperation', 'GET', /^\/v3\/operations\/([^/]+)$/, getOperation],
  ['SearchProjects', 'GET', /^\/v3\/projects:search()$/, searchProjects],
  ['ListProjects', 'GET', /^\/v3\/projects()$/, listProjects],
  ['GetProject', 'GET', /^\/v3\/projects\/([^/:]+)$/, getProject],
  ['SearchFolders', 'GET', /^\/v3\/folders:search()$/, searchFolders],
  ['ListFolders', 'GET', /^\/v3\/folders()$/, listFolders],
  ['GetFolder', 'GET', /^\/v3\/folders\/([^/:]+)$/, getFolder],
  ['GetOrganization', 'GET', /^\/v3\/organizations\/([^/:]+)$/, getOrganization],
  ['UpdateProjectBillingInfo', 'PUT', /^\/v1\/projects\/([^/]+)\/billingInfo$/, updateBillingInfo],
  [
    'GetProjectBillingInfo',
    'GET',
    /^\/v1\/projects\/([^/]+)\/billingInfo$/,
    (google, call) => getBillingInfo(google, call.named),
  ],
  ['GetBillingAccount', 'GET', /^\/v1\/billingAccounts\/([^/]+)$/, getBillingAccount],
  ['SearchAllResources', 'GET', /^\/v1\/(organizations\/[^/:]+):searchAllResources$/, searchAllResources],
  [
    'SearchAllIamPolicies',
    'GET',
    /^\/v1\/(organizations\/[^/:]+):searchAllIamPolicies$/,
    searchAllIamPolicies,
  ],
];

/**
 * The part of Google's REST protocols (OAuth tokens, Resource Manager v3, Cloud Billing v1, Asset Inventory v1) that making and
 * reading projects needs, on a free port of this machine. Operations can be made to go wrong by their names, such as
 * `CreateProject`, and `Token`.
 */
export async function startGcp(options: GcpOptions = {}): Promise<GcpSimulator> {
  const { organization = SIMULATED_ORGANIZATION, billingAccount = SIMULATED_BILLING_ACCOUNT } = options;
  const state = new GcpState(options.stateFile ?? null);
  const strangers = new Set([...TAKEN, ...(options.taken ?? [])]);
  const google: Google = {
    state,
    organization: { name: `organizations/${organization}`, displayName: 'example.com' },
    folders: options.folders ?? seededFolders(`organizations/${organization}`),
    billingAccount,
    delay: (options.delaySeconds ?? DELAY_SECONDS) * 1000,
    operationsKept: (options.operationsKeptSeconds ?? OPERATIONS_KEPT_SECONDS) * 1000,
    pageSize: options.pageSize ?? PAGE_SIZE,
    isStrangers: (id) => strangers.has(id),
  };
  let numbers = 100_000_000_000;
  const whole = (given: InitialProject): SimulatedProject => ({
    projectNumber: String((numbers += 1)),
    displayName: given.projectId,
    parent: google.folders[0]?.name ?? google.organization.name,
    labels: {},
    createTime: '2024-01-01T00:00:00Z',
    state: 'ACTIVE',
    readyAt: 0,
    billingAccountName: billingAccount,
    ...given,
  });
  if (!state.isKnown)
    state.fill(
      (options.initial?.projects ?? []).map(whole),
      options.initial?.machines ?? [],
      options.initial?.policies ?? [],
    );

  const faults = new Faults();
  const isTooMuch = throttle(options.callsPerSecond ?? null);
  const tokens = new Map<string, number>();

  const token = async (request: IncomingMessage): Promise<Answer> => {
    const form = new URLSearchParams(await text(request));
    if (form.get('grant_type') !== 'refresh_token' || !form.get('refresh_token'))
      return [400, { error: 'invalid_grant', error_description: 'Bad Request' }];
    const seconds = options.tokenSeconds ?? TOKEN_SECONDS;
    const access = randomBytes(24).toString('base64url');
    tokens.set(access, Date.now() + seconds * 1000);
    return [200, { access_token: access, expires_in: seconds, token_type: 'Bearer' }];
  };

  /** The operation of a call, and its name. */
  const find = (request: IncomingMessage) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
    if (pathname === '/token' && request.method === 'POST')
      return { name: 'Token', act: () => token(request) };
    for (const [name, method, path, handler] of operations) {
      const matched = path.exec(pathname);
      if (!matched || method !== request.method) continue;
      const act = async (fault: Fault | null): Promise<Answer> => {
        const sent = await text(request);
        const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '');
        if (fault === 'expired') tokens.delete(bearer);
        if ((tokens.get(bearer) ?? 0) < Date.now())
          return refusal('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
        const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
        const named = decodeURIComponent(matched[1] ?? '');
        return handler(google, { query: searchParams, body, named, stuck: fault === 'stuck' });
      };
      return { name, act };
    }
    return null;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const found = find(request);
    if (!found) return send(response, refusal('NOT_FOUND', 'Not found.'));
    const answered = await withFault(faults, found.name, dialect, async (fault) => {
      if (isTooMuch()) return comeBack();
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
    organization,
    billingAccount,
    projects: state.projects,
    machines: state.machines,
    put: (project) => state.keepProject(whole({ ...state.projects.get(project.projectId), ...project })),
    remove: (projectId) => void state.projects.delete(projectId),
    close: async () => {
      faults.clear();
      await server.close();
    },
  };
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

const comeBack = (): Answer =>
  refusal(
    'RESOURCE_EXHAUSTED',
    "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute'.",
    [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }],
  );

/** The permissions that operations need, as Google names them. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  SearchAllIamPolicies: 'cloudasset.assets.searchAllIamPolicies',
  SearchAllResources: 'cloudasset.assets.searchAllResources',
};

const dialect: Dialect<Answer> = {
  throttled: comeBack,
  failing: () => refusal('INTERNAL', 'Internal error encountered.'),
  denied: (operation) =>
    refusal('PERMISSION_DENIED', `Permission '${PERMISSIONS[operation] ?? operation}' denied on resource.`),
  garbage: () => [200, GARBAGE],
};

const conflict = (name: string): Answer =>
  name === 'CreateProject'
    ? refusal('ALREADY_EXISTS', 'Requested entity already exists')
    : refusal('ABORTED', 'The operation was aborted by another one. Try again.');

function send(response: ServerResponse, [status, body]: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const again = status === 429 ? { 'retry-after': '1' } : {};
  const [type, sent] =
    typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)];
  response.writeHead(status, { 'content-type': type, ...again }).end(sent);
}
