import { invalidPage, pageOf, refusal, type Answer, type Call, type Google } from './answer.ts';
import { isThere } from './projects.ts';
import type { SimulatedMachine, SimulatedProject } from './state.ts';

const PROJECT = 'cloudresourcemanager.googleapis.com/Project';
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

/** Who has which roles on the projects of the organization, as Cloud Asset Inventory lists it. */
export function searchAllIamPolicies(google: Google, call: Call): Answer {
  if (call.named !== google.organization.name)
    return refusal('PERMISSION_DENIED', `The caller does not have permission on ${call.named}.`);
  const policies = [...google.state.policies.values()].filter(({ projectId }) => {
    const project = google.state.projects.get(projectId);
    return project !== undefined && isThere(project);
  });
  const paged = pageOf(policies, call, google.pageSize);
  if (!paged) return invalidPage();
  const { page, ...next } = paged;
  const results = page.map(({ projectId, bindings }) => ({
    resource: `//cloudresourcemanager.googleapis.com/projects/${projectId}`,
    assetType: PROJECT,
    project: `projects/${google.state.projects.get(projectId)?.projectNumber ?? '0'}`,
    organization: google.organization.name,
    policy: { bindings },
  }));
  return [200, { results, ...next }];
}

function projectShown({ organization }: Google, project: SimulatedProject): unknown {
  const { projectId, projectNumber, displayName, labels, state, parent, createTime } = project;
  return {
    name: `//cloudresourcemanager.googleapis.com/projects/${projectId}`,
    assetType: PROJECT,
    project: `projects/${projectNumber}`,
    organization: organization.name,
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
