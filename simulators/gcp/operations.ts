import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Fault } from '../faults/faults.ts';
import type { Answer, Call, Google } from './answer.ts';
import { searchAllIamPolicies, searchAllResources } from './assets.ts';
import { getFolder, getOrganization, listFolders, searchFolders } from './folders.ts';
import { createBudget, listBudgets } from './budgets.ts';
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
import { batchEnableServices, batchGetServices, getServicesOperation } from './services.ts';
import { getIamPolicy, setIamPolicy } from './policies.ts';
import { deleteProject, moveProject, undeleteProject, updateProject } from './changing.ts';
import type { Tokens } from './tokens.ts';

type Handler = (google: Google, call: Call) => Answer;

/** Method and path of each operation; what the first group matches is named. */
const operations: readonly [name: string, method: string, path: RegExp, handler: Handler][] = [
  ['CreateProject', 'POST', /^\/v3\/projects()$/, createProject],
  ['GetOperation', 'GET', /^\/v3\/operations\/([^/]+)$/, getOperation],
  ['SearchProjects', 'GET', /^\/v3\/projects:search()$/, searchProjects],
  ['ListProjects', 'GET', /^\/v3\/projects()$/, listProjects],
  ['GetProject', 'GET', /^\/v3\/projects\/([^/:]+)$/, getProject],
  ['UpdateProject', 'PATCH', /^\/v3\/projects\/([^/:]+)$/, updateProject],
  ['DeleteProject', 'DELETE', /^\/v3\/projects\/([^/:]+)$/, deleteProject],
  ['MoveProject', 'POST', /^\/v3\/projects\/([^/:]+):move$/, moveProject],
  ['UndeleteProject', 'POST', /^\/v3\/projects\/([^/:]+):undelete$/, undeleteProject],
  ['GetIamPolicy', 'POST', /^\/v3\/projects\/([^/:]+):getIamPolicy$/, getIamPolicy],
  ['SetIamPolicy', 'POST', /^\/v3\/projects\/([^/:]+):setIamPolicy$/, setIamPolicy],
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
  ['ListBudgets', 'GET', /^\/v1\/(billingAccounts\/[^/:]+)\/budgets$/, listBudgets],
  ['CreateBudget', 'POST', /^\/v1\/(billingAccounts\/[^/:]+)\/budgets$/, createBudget],
  ['BatchGetServices', 'GET', /^\/v1\/projects\/([^/:]+)\/services:batchGet$/, batchGetServices],
  ['BatchEnableServices', 'POST', /^\/v1\/projects\/([^/:]+)\/services:batchEnable$/, batchEnableServices],
  ['GetServicesOperation', 'GET', /^\/v1\/operations\/([^/]+)$/, getServicesOperation],
  ['SearchAllResources', 'GET', /^\/v1\/(organizations\/[^/:]+):searchAllResources$/, searchAllResources],
  [
    'SearchAllIamPolicies',
    'GET',
    /^\/v1\/(organizations\/[^/:]+):searchAllIamPolicies$/,
    searchAllIamPolicies,
  ],
];

/** The API that an operation is part of; null for one of none, such as a token's. */
export function serviceOf(name: string): string | null {
  const path = operations.find(([one]) => one === name)?.[2].source;
  if (path === undefined) return null;
  if (path.includes('v3')) return 'cloudresourcemanager.googleapis.com';
  if (path.endsWith('budgets$')) return 'billingbudgets.googleapis.com';
  if (name.includes('Services')) return 'serviceusage.googleapis.com';
  return path.includes('searchAll') ? 'cloudasset.googleapis.com' : 'cloudbilling.googleapis.com';
}

interface FoundOperation {
  name: string;
  act: (fault: Fault | null) => Promise<Answer>;
}

/** The operation of a call, and its name; null where Google has none. */
export function operationOf(google: Google, tokens: Tokens, request: IncomingMessage): FoundOperation | null {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://simulator');
  if (pathname === '/token' && request.method === 'POST')
    return { name: 'Token', act: () => tokens.give(request) };
  for (const [name, method, path, handler] of operations) {
    const matched = path.exec(pathname);
    if (!matched || method !== request.method) continue;
    const named = decodeURIComponent(matched[1] ?? '');
    const act = async (fault: Fault | null): Promise<Answer> => {
      const sent = await text(request);
      const refused = tokens.refusal(request, fault === 'expired');
      if (refused) return refused;
      const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
      return handler(google, { query, body, named, stuck: fault === 'stuck' });
    };
    return { name, act };
  }
  return null;
}
