import { ONCE, type GcpCalls } from './calls.ts';
import { gcpFailure, operationFailure } from './failure.ts';
import type { GcpProvider } from './interface.ts';

/** An operation of google.longrunning, as JSON. */
interface Operation {
  done?: boolean;
  error?: { code?: number; message?: string };
}

const NOT_CREATED = 'Google did not create the project';

/** How projects are made and looked at, with Resource Manager and Cloud Billing. */
export const gcpProjects = (
  calls: GcpCalls,
  billingAccount: string,
): Pick<GcpProvider, 'createProject' | 'creation' | 'project' | 'linkBilling' | 'isBillingOpen'> => ({
  createProject: async ({ id, name, parent, labels }) => {
    const project = { projectId: id, displayName: name, parent, labels };
    const [begun] = await calls.invoke(NOT_CREATED, 'writes', (google) =>
      google.projects.createProject({ project }, ONCE),
    );
    if (begun.name) return { operation: begun.name };
    throw gcpFailure(NOT_CREATED, new Error('it names no operation'), 'writes');
  },
  creation: async (name) => {
    const answered = await calls.lookUp('Google did not tell how far the project is', (google) =>
      google.readJson(`/v3/${name}`),
    );
    if (!answered) return { state: 'forgotten' };
    const { done, error } = answered as Operation;
    if (error) return { state: 'failed', failure: operationFailure(NOT_CREATED, error) };
    return done ? { state: 'done' } : { state: 'running' };
  },
  project: async (id) => {
    const answered = await calls.lookUp('Google did not tell of the project', (google) =>
      google.projects.getProject({ name: `projects/${id}` }, ONCE),
    );
    if (!answered) return null;
    const [{ projectId, name, displayName, parent, labels, state, createTime }] = answered;
    return {
      id: projectId ?? id,
      number: (name ?? '').replace('projects/', ''),
      name: displayName ?? '',
      parent: parent ?? '',
      labels: labels ?? {},
      active: state === 'ACTIVE',
      createdAt: Number(createTime?.seconds ?? 0) * 1000,
    };
  },
  linkBilling: async (projectId) => {
    const name = `projects/${projectId}`;
    const projectBillingInfo = { billingAccountName: billingAccount };
    await calls.invoke('Google did not link the billing account', 'writes', (google) =>
      google.billing.updateProjectBillingInfo({ name, projectBillingInfo }, ONCE),
    );
  },
  isBillingOpen: async () => {
    const [account] = await calls.invoke('Google did not tell of the billing account', 'reads', (google) =>
      google.billing.getBillingAccount({ name: billingAccount }, ONCE),
    );
    return account.open === true;
  },
});
