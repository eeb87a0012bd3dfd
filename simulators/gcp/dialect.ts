import { GARBAGE, type Dialect } from '../faults/with-fault.ts';
import { errorInfo, refusal, retryInfo, type Answer } from './answer.ts';

/** Called too often. */
export const comeBack = (): Answer =>
  refusal(
    'RESOURCE_EXHAUSTED',
    "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute'.",
    [errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit: 'RequestsPerMinutePerProject' }), retryInfo(1)],
  );

/** The permissions that operations need, as Google names them. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  CreateBudget: 'billing.budgets.create',
  DeleteProject: 'resourcemanager.projects.delete',
  UpdateProject: 'resourcemanager.projects.update',
  UndeleteProject: 'resourcemanager.projects.undelete',
  GetIamPolicy: 'resourcemanager.projects.getIamPolicy',
  SetIamPolicy: 'resourcemanager.projects.setIamPolicy',
  ListBudgets: 'billing.budgets.list',
  BatchGetServices: 'serviceusage.services.get',
  BatchEnableServices: 'serviceusage.services.enable',
  SearchAllIamPolicies: 'cloudasset.assets.searchAllIamPolicies',
  SearchAllResources: 'cloudasset.assets.searchAllResources',
};

/** What goes wrong before anything is done, in Google's words. */
export const dialect: Dialect<Answer> = {
  throttled: comeBack,
  failing: () => refusal('INTERNAL', 'Internal error encountered.'),
  denied: (operation) => {
    const permission = PERMISSIONS[operation] ?? operation;
    return refusal('PERMISSION_DENIED', `Permission '${permission}' denied on resource.`, [
      errorInfo('IAM_PERMISSION_DENIED', { permission }, 'iam.googleapis.com'),
    ]);
  },
  garbage: () => [200, GARBAGE],
};

/** The answer to a call that an earlier one has done already. */
export const conflict = (name: string): Answer =>
  name === 'CreateProject'
    ? refusal('ALREADY_EXISTS', 'Requested entity already exists')
    : refusal('ABORTED', 'The operation was aborted by another one. Try again.');
