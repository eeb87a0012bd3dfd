import { createHash, randomInt } from 'node:crypto';
import {
  invalidPage,
  noPermission,
  pageOf,
  quotaFailure,
  refusal,
  type Answer,
  type Call,
  type Google,
} from './answer.ts';
import type { SimulatedOperation, SimulatedProject } from './state.ts';

const ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;
const RESTRICTED = /google|ssl|undefined|null/;
const NAME = /^[\w '"!-]{4,30}$/;
/** The rules for keys and values of labels: of Google's pages about labels, and of the definition of Resource Manager v3. */
const LABELS = { key: /^[a-z][a-z0-9_-]{0,62}$/, value: /^[a-z0-9_-]{0,63}$/ };
const NARROW = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NARROW_LABELS = { key: NARROW, value: new RegExp(`^$|${NARROW.source}`) };
const MOST_LABELS = 64;
const QUOTA = 'The project cannot be created because you have exceeded your allotted project quota.';

interface Wanted {
  projectId?: unknown;
  displayName?: unknown;
  parent?: unknown;
  labels?: unknown;
}

/** The mistake for which Google would refuse it, or null. */
function wrong(google: Google, { projectId, displayName, parent, labels = {} }: Wanted): string | null {
  if (typeof projectId !== 'string' || !ID.test(projectId) || RESTRICTED.test(projectId))
    return 'field [project_id] has issue [project_id contains invalid characters or has a wrong length]';
  if (displayName !== undefined && (typeof displayName !== 'string' || !NAME.test(displayName)))
    return 'field [display_name] has issue [display_name must have 4 to 30 characters]';
  const isFolder = google.folders.some(({ name }) => name === parent);
  if (!isFolder && parent !== google.organization.name)
    return 'field [parent] has issue [parent does not exist]';
  return wrongLabels(google, labels);
}

/** The mistake for which Google would refuse labels, or null. */
export function wrongLabels({ narrowLabels }: Google, labels: unknown): string | null {
  const pairs = Object.entries(labels as Record<string, unknown>);
  if (pairs.length > MOST_LABELS) return 'field [labels] has issue [more than 64 labels]';
  const rule = narrowLabels ? NARROW_LABELS : LABELS;
  const badKey = pairs.find(([key]) => !rule.key.test(key))?.[0];
  if (badKey !== undefined) return labelIssue('key', badKey);
  const bad = pairs.find(([, value]) => !rule.value.test(String(value)));
  return bad ? labelIssue('value', String(bad[1])) : null;
}

const labelIssue = (what: string, text: string) =>
  `field [project.labels] has issue [Label ${what} '${text}' violates format constraints. The ${what} can only contain lowercase letters, numeric characters, underscores and dashes.]`;

export function createProject(google: Google, { body, stuck }: Call): Answer {
  const { state } = google;
  const wanted: Wanted = body;
  const mistake = wrong(google, wanted);
  if (mistake) return refusal('INVALID_ARGUMENT', mistake);
  const projectId = String(wanted.projectId);
  if (state.projects.has(projectId) || google.isStrangers(projectId))
    return refusal('ALREADY_EXISTS', 'Requested entity already exists');
  const startedAt = Date.now();
  const operation = { name: `operations/cp.${randomInt(1e12, 2e14)}`, projectId, startedAt };
  if (google.projectQuota !== null && state.projects.size >= google.projectQuota) {
    const refused = { ...operation, error: { code: 8, message: QUOTA } };
    state.keepOperation(refused);
    // Google looks at the quota after it has answered: `gcloud` prints it while it waits for the operation.
    return [200, operationShown(google, operation)];
  }
  state.keepProject({
    projectId,
    projectNumber: String(randomInt(100_000_000_000, 999_999_999_999)),
    displayName: typeof wanted.displayName === 'string' ? wanted.displayName : projectId,
    parent: String(wanted.parent),
    labels: { ...(wanted.labels as Record<string, string> | undefined) },
    createTime: new Date(startedAt).toISOString(),
    state: 'ACTIVE',
    readyAt: stuck ? null : startedAt + google.delay,
    billingAccountName: '',
  });
  state.keepOperation(operation);
  return [200, operationShown(google, operation)];
}

/** Operations are forgotten after some hours. */
export function getOperation(google: Google, { named }: Call): Answer {
  const operation = google.state.operations.get(`operations/${named}`);
  if (!operation || Date.now() - operation.startedAt > google.operationsKept)
    return refusal('NOT_FOUND', 'Requested entity was not found.');
  return [200, operationShown(google, operation)];
}

export function getProject(google: Google, { named }: Call): Answer {
  const project = ours(google, named, google.rightsDelay);
  return project ? [200, shown(project)] : noPermission(`project ${named}`);
}

/** Direct children only. */
export function listProjects(google: Google, call: Call): Answer {
  const parent = call.query.get('parent');
  return projectsAnswer(google, call, (project) => project.parent === parent);
}

/** Knows queries for one label, one parent or the state, such as `labels.owner:jane`. */
export function searchProjects(google: Google, call: Call): Answer {
  const terms = (call.query.get('query') ?? '').split(/\s+(?:AND\s+)?/).filter(Boolean);
  return projectsAnswer(google, call, (project) =>
    terms.every((term) => {
      const [, path = '', value = ''] = /^([\w.-]+)[:=](.*)$/.exec(term) ?? [];
      if (path.startsWith('labels.')) return project.labels[path.slice('labels.'.length)] === value;
      return { parent: project.parent, state: project.state, id: project.projectId }[path] === value;
    }),
  );
}

function projectsAnswer(google: Google, call: Call, matches: (project: SimulatedProject) => boolean): Answer {
  const found = [...google.state.projects.values()].filter((project) => isThere(project) && matches(project));
  const paged = pageOf(found, call, google.pageSize);
  if (!paged) return invalidPage();
  const { page, ...next } = paged;
  return [200, { projects: page.map(shown), ...next }];
}

export function updateBillingInfo(google: Google, { named, body }: Call): Answer {
  const project = ours(google, named, 2 * google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  if (project.state !== 'ACTIVE')
    return refusal('FAILED_PRECONDITION', 'The project is marked for deletion.');
  const account = String(body['billingAccountName'] ?? '');
  if (account !== '' && account !== google.billingAccount)
    return refusal('FAILED_PRECONDITION', `Billing account ${account} is not open or may not be used.`);
  google.state.keepProject({ ...project, billingAccountName: account });
  return getBillingInfo(google, named);
}

export function getBillingInfo(google: Google, named: string): Answer {
  const project = ours(google, named, 2 * google.rightsDelay);
  if (!project) return noPermission(`project ${named}`);
  const { projectId, billingAccountName } = project;
  const name = `projects/${projectId}/billingInfo`;
  return [200, { name, projectId, billingAccountName, billingEnabled: billingAccountName !== '' }];
}

export function getBillingAccount({ billingAccount }: Google, { named }: Call): Answer {
  if (`billingAccounts/${named}` !== billingAccount) return noPermission(`billing account ${named}`);
  return [200, { name: billingAccount, open: true, displayName: 'Cloud centre of excellence' }];
}

/** A project that has been there for a while, by its id or its number. @param delay until it is known, in milliseconds */
export function ours({ state, deletedKept }: Google, named: string, delay: number): SimulatedProject | null {
  const project =
    state.projects.get(named) ?? [...state.projects.values()].find((one) => one.projectNumber === named);
  if (!project || project.readyAt === null) return null;
  if (project.deletedAt !== undefined && project.deletedAt + deletedKept <= Date.now()) return null;
  return project.readyAt === 0 || project.readyAt + delay <= Date.now() ? project : null;
}

export const isThere = ({ readyAt }: SimulatedProject) => readyAt !== null && readyAt <= Date.now();

const TYPE = 'type.googleapis.com/google.cloud.resourcemanager.v3';

function operationShown(
  { state }: Google,
  { name, projectId, startedAt, error }: SimulatedOperation,
): unknown {
  if (error) return { name, done: true, error: { ...error, details: [quotaFailure(error.message)] } };
  const project = state.projects.get(projectId);
  const done = project !== undefined && isThere(project);
  const metadata = {
    '@type': `${TYPE}.CreateProjectMetadata`,
    createTime: new Date(startedAt).toISOString(),
    ready: done,
  };
  return {
    name,
    metadata,
    ...(done && { done, response: { '@type': `${TYPE}.Project`, ...shown(project) } }),
  };
}

/** By which a change says what the project was read as: another one whenever anything of it is. */
export const etagOf = (project: SimulatedProject): string =>
  createHash('sha256').update(JSON.stringify(project)).digest('base64').slice(0, 16);

export const shown = (project: SimulatedProject) => {
  const { projectNumber, projectId, displayName, parent, state, labels, createTime } = project;
  return {
    name: `projects/${projectNumber}`,
    parent,
    projectId,
    state,
    displayName,
    createTime,
    labels,
    etag: etagOf(project),
  };
};
