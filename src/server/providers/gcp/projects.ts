import { ONCE, type GcpCalls } from './calls.ts';
import { gcpFailure } from './failure.ts';
import type { GcpProvider } from './interface.ts';
import { progressOf } from './progress.ts';

const NOT_CREATED = 'Google did not create the project';

/** How projects are made and looked at, with Resource Manager and Cloud Billing. */
export const gcpProjects = (
  calls: GcpCalls,
  billingAccount: string,
): Pick<
  GcpProvider,
  | 'createProject'
  | 'creation'
  | 'project'
  | 'setLabels'
  | 'linkBilling'
  | 'unlinkBilling'
  | 'billingOf'
  | 'moveProject'
  | 'deleteProject'
  | 'undeleteProject'
  | 'isBillingOpen'
> => ({
  createProject: async ({ id, name, parent, labels }) => {
    const project = { projectId: id, displayName: name, parent, labels };
    const [begun] = await calls.invoke(NOT_CREATED, 'writes', (google) =>
      google.projects.createProject({ project }, ONCE),
    );
    if (begun.name) return { operation: begun.name };
    throw gcpFailure(NOT_CREATED, new Error('it names no operation'), 'writes');
  },
  creation: async (name) =>
    progressOf(
      NOT_CREATED,
      await calls.lookUp('Google did not return how far the project is', (google) =>
        google.readJson(`/v3/${name}`),
      ),
    ),
  project: async (id) => {
    const answered = await calls.lookUp('Google did not return the project', (google) =>
      google.projects.getProject({ name: `projects/${id}` }, ONCE),
    );
    if (!answered) return null;
    const [{ projectId, name, displayName, parent, labels, etag, state, createTime }] = answered;
    return {
      id: projectId ?? id,
      number: (name ?? '').replace('projects/', ''),
      name: displayName ?? '',
      parent: parent ?? '',
      labels: labels ?? {},
      etag: etag ?? '',
      active: state === 'ACTIVE',
      createdAt: Number(createTime?.seconds ?? 0) * 1000,
    };
  },
  billingOf: async (projectId) => {
    const name = `projects/${projectId}`;
    const [{ billingAccountName }] = await calls.invoke(
      'Google did not return who pays for the project',
      'reads',
      (google) => google.billing.getProjectBillingInfo({ name }, ONCE),
    );
    return billingAccountName ?? '';
  },

  unlinkBilling: async (projectId) => {
    const name = `projects/${projectId}`;
    const projectBillingInfo = { billingAccountName: '' };
    await calls.invoke('Google did not detach the billing account', 'writes', (google) =>
      google.billing.updateProjectBillingInfo({ name, projectBillingInfo }, ONCE),
    );
  },

  moveProject: async (projectId, parent) => {
    const wanted = { name: `projects/${projectId}`, destinationParent: parent };
    await calls.invoke('Google did not move the project', 'writes', (google) =>
      google.projects.moveProject(wanted, ONCE),
    );
  },

  deleteProject: async (projectId) => {
    await calls.invoke('Google did not delete the project', 'writes', (google) =>
      google.projects.deleteProject({ name: `projects/${projectId}` }, ONCE),
    );
  },

  undeleteProject: async (projectId) => {
    await calls.invoke('Google did not bring the project back', 'writes', (google) =>
      google.projects.undeleteProject({ name: `projects/${projectId}` }, ONCE),
    );
  },

  setLabels: async (projectId, labels, etag) => {
    const read = etag === '' ? {} : { etag };
    const project = { name: `projects/${projectId}`, labels: { ...labels }, ...read };
    await calls.invoke('Google did not write the labels', 'writes', (google) =>
      google.projects.updateProject({ project, updateMask: { paths: ['labels'] } }, ONCE),
    );
  },

  linkBilling: async (projectId, account = billingAccount) => {
    const name = `projects/${projectId}`;
    const projectBillingInfo = { billingAccountName: account };
    await calls.invoke('Google did not link the billing account', 'writes', (google) =>
      google.billing.updateProjectBillingInfo({ name, projectBillingInfo }, ONCE),
    );
  },
  isBillingOpen: async () => {
    const [account] = await calls.invoke('Google did not return the billing account', 'reads', (google) =>
      google.billing.getBillingAccount({ name: billingAccount }, ONCE),
    );
    return account.open === true;
  },
});
