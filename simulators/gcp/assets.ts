import { invalidPage, pageOf, refusal, type Answer, type Call, type Google } from './answer.ts';
import { isThere } from './projects.ts';
import type { SimulatedMachine, SimulatedPolicy, SimulatedProject } from './state.ts';

const PROJECT = 'cloudresourcemanager.googleapis.com/Project';
/** The types that policies are searched on, by how the names of their resources begin. */
const POLICY_TYPES: Readonly<Record<string, string>> = {
  projects: PROJECT,
  folders: 'cloudresourcemanager.googleapis.com/Folder',
  organizations: 'cloudresourcemanager.googleapis.com/Organization',
};
const INSTANCE = 'compute.googleapis.com/Instance';

/** Projects and machines of the organization as Cloud Asset Inventory lists them, those requested by `assetTypes`. */
export function searchAllResources(google: Google, call: Call): Answer {
  if (call.named !== google.organization.name)
    return refusal('PERMISSION_DENIED', `The caller does not have permission on ${call.named}.`);
  const types = call.query.getAll('assetTypes');
  const unknown = types.find((type) => type !== PROJECT && type !== INSTANCE);
  if (unknown !== undefined) return refusal('INVALID_ARGUMENT', `Asset type ${unknown} is not supported.`);
  const wants = (type: string) => types.length === 0 || types.includes(type);
  const projects = wants(PROJECT) ? [...google.state.projects.values()].filter(isThere) : [];
  const machines = wants(INSTANCE) ? [...google.state.machines.values()] : [];
  const paged = pageOf<SimulatedProject | SimulatedMachine>(
    [...projects, ...machines],
    call,
    google.pageSize,
  );
  if (!paged) return invalidPage();
  const { page, ...next } = paged;
  const results = page.map((one) =>
    'machineType' in one ? machineShown(google, one) : projectShown(google, one),
  );
  return [200, { results, ...next }];
}

/** Who has which roles on the organization, its folders and its projects, those requested by `assetTypes`. */
export function searchAllIamPolicies(google: Google, call: Call): Answer {
  if (call.named !== google.organization.name)
    return refusal('PERMISSION_DENIED', `The caller does not have permission on ${call.named}.`);
  const types = call.query.getAll('assetTypes');
  const unknown = types.find((type) => !Object.values(POLICY_TYPES).includes(type));
  if (unknown !== undefined) return refusal('INVALID_ARGUMENT', `Asset type ${unknown} is not supported.`);
  const policies = [...google.state.policies.values()].filter(
    (policy) => (types.length === 0 || types.includes(typeOf(policy))) && isOnSomething(google, policy),
  );
  const paged = pageOf(policies, call, google.pageSize);
  if (!paged) return invalidPage();
  const { page, ...next } = paged;
  const results = page.map((policy) => policyShown(google, policy));
  return [200, { results, ...next }];
}

const typeOf = ({ resource }: SimulatedPolicy) => POLICY_TYPES[resource.split('/')[0] ?? ''] ?? '';
const projectOf = ({ state }: Google, { resource }: SimulatedPolicy) =>
  resource.startsWith('projects/') ? state.projects.get(resource.slice('projects/'.length)) : undefined;

function isOnSomething(google: Google, policy: SimulatedPolicy): boolean {
  if (typeOf(policy) !== PROJECT) return true;
  const project = projectOf(google, policy);
  return project !== undefined && isThere(project);
}

function policyShown(google: Google, policy: SimulatedPolicy): unknown {
  const project = projectOf(google, policy);
  return {
    resource: `//cloudresourcemanager.googleapis.com/${policy.resource}`,
    assetType: typeOf(policy),
    ...(project && { project: `projects/${project.projectNumber}` }),
    organization: google.organization.name,
    policy: { bindings: policy.bindings },
  };
}

/** The folders that something lies in, the innermost first. @param parent `folders/…` or `organizations/…` */
function foldersAround({ folders }: Pick<Google, 'folders'>, parent: string): string[] {
  const folder = folders.find(({ name }) => name === parent);
  return folder ? [folder.name, ...foldersAround({ folders }, folder.parent)] : [];
}

function projectShown(google: Google, project: SimulatedProject): unknown {
  const { projectId, projectNumber, displayName, labels, state, parent, createTime } = project;
  return {
    name: `//cloudresourcemanager.googleapis.com/projects/${projectId}`,
    assetType: PROJECT,
    project: `projects/${projectNumber}`,
    folders: foldersAround(google, parent),
    organization: google.organization.name,
    displayName,
    labels,
    state,
    createTime,
    location: 'global',
    parentFullResourceName: `//cloudresourcemanager.googleapis.com/${parent}`,
    additionalAttributes: { projectId },
  };
}

function machineShown({ state, organization }: Google, machine: SimulatedMachine): unknown {
  const { id, name, projectId, zone, machineType, status } = machine;
  const made = `//compute.googleapis.com/projects/${projectId}/zones/${zone}/instances/${name}`;
  return {
    name: machine.fullName ?? made,
    assetType: INSTANCE,
    project: `projects/${state.projects.get(projectId)?.projectNumber ?? '0'}`,
    organization: organization.name,
    displayName: name,
    location: zone,
    state: status,
    parentFullResourceName: `//cloudresourcemanager.googleapis.com/projects/${projectId}`,
    parentAssetType: PROJECT,
    additionalAttributes: { id, machineType },
  };
}
