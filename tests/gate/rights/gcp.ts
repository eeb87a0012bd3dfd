import { allOf, chapter, fileOf, sourceOf, type RightsOfCloud } from './cloud.ts';

/** The calls of Google's clients, and the roles that let them in. Whoever makes a project owns it. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  createProject: ['resourcemanager.projectCreator'],
  getProject: ['resourcemanager.projectCreator'],
  getProjectBillingInfo: ['resourcemanager.projectCreator'],
  updateProject: ['resourcemanager.projectMover'],
  moveProject: ['resourcemanager.projectMover'],
  deleteProject: ['resourcemanager.projectCreator'],
  undeleteProject: ['resourcemanager.projectCreator'],
  getIamPolicy: ['resourcemanager.projectCreator'],
  setIamPolicy: ['resourcemanager.projectCreator'],
  batchGetServices: ['resourcemanager.projectCreator'],
  batchEnableServices: ['resourcemanager.projectCreator'],
  getFolder: ['resourcemanager.folderViewer'],
  searchFolders: ['resourcemanager.folderViewer'],
  getOrganization: ['resourcemanager.organizationViewer'],
  searchAllResources: ['cloudasset.viewer'],
  searchAllIamPolicies: ['cloudasset.viewer'],
  getBillingAccount: ['billing.user'],
  updateProjectBillingInfo: ['billing.user'],
  listBudgets: ['billing.costsManager'],
  createBudget: ['billing.costsManager'],
  createLoadJob: ['bigquery.jobUser', 'bigquery.dataEditor'],
  createQueryJob: ['bigquery.jobUser', 'bigquery.dataViewer'],
};

const OF_CLIENT = /\bgoogle\.\w+\.(\w+)\(/g;
/** Those that answer page by page. */
const OF_ASSETS = /\bclient\.(\w+)Async\(/g;
const OF_BIGQUERY = /\.(create\w*Job)\(/g;

/** The calls in the source of the portal. */
export const callsToGoogle = (): string[] => [
  ...allOf(sourceOf('src/server/providers/gcp/*.ts'), OF_CLIENT),
  ...allOf(sourceOf('src/server/providers/gcp/*.ts'), OF_ASSETS),
  ...allOf(sourceOf('src/server/modules/billing/**/*.ts'), OF_BIGQUERY),
];

/** The roles that let a call in. @throws where that is not known */
export function rolesFor(call: string): readonly string[] {
  const found = CALLS[call];
  if (!found)
    throw new Error(
      `The portal calls ${call} of Google; which role lets it in is to be said in CALLS of tests/gate/rights/gcp.ts.`,
    );
  return found;
}

/** The rows of the guide's table, by the role. */
export const rowsOfRoles = (guide: string): Map<string, string> =>
  new Map(
    Array.from(
      chapter(guide, 'Connecting Google Cloud').matchAll(/^\| [^|`]+, `([\w.]+)` +\|(.*)$/gm),
      ([, role = '', row = '']) => [role, row],
    ),
  );

/** The APIs that the guide has operators enable. */
export const apisOf = (text: string): string[] => allOf(text, /\b([a-z]+\.googleapis\.com)\b/g).toSorted();

/** By which a service account is used without a key; it is no right of the portal. */
const KEYLESS = 'iam.workloadIdentityUser';

export const gcpRights: RightsOfCloud = {
  cloud: 'Google Cloud',
  told: 'Connecting Google Cloud',
  kit: 'deploy/gcp/main.tf',
  documented: (guide) => [...rowsOfRoles(guide).keys()].toSorted(),
  needed: () => [...new Set(callsToGoogle().flatMap(rolesFor))].toSorted(),
  granted: () =>
    allOf(fileOf('deploy/gcp/main.tf'), /"roles\/([\w.]+)"/g)
      .filter((role) => role !== KEYLESS)
      .toSorted(),
};
