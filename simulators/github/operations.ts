import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Fault } from '../faults/faults.ts';
import { bearer, same, type Apps } from './apps.ts';
import { addUsers, getSeat, listSeats, refusal, removeUsers, type Answer, type Call } from './copilot.ts';
import type { GitHubState } from './state.ts';

const ORGANIZATION = String.raw`^/orgs/([^/]+)`;
const operations: readonly [
  name: string,
  method: string,
  path: RegExp,
  right: 'read' | 'write',
  (call: Call) => Answer,
][] = [
  ['ListSeats', 'GET', new RegExp(`${ORGANIZATION}/copilot/billing/seats$`), 'read', listSeats],
  ['GetSeat', 'GET', new RegExp(`${ORGANIZATION}/members/([^/]+)/copilot$`), 'read', getSeat],
  ['AddUsers', 'POST', new RegExp(`${ORGANIZATION}/copilot/billing/selected_users$`), 'write', addUsers],
  [
    'RemoveUsers',
    'DELETE',
    new RegExp(`${ORGANIZATION}/copilot/billing/selected_users$`),
    'write',
    removeUsers,
  ],
];

interface GitHubParts {
  state: GitHubState;
  apps: Apps;
  /** Without a slash at the end. */
  base: string;
}

type Act = (fault: Fault | null) => Promise<Answer>;

/** The operation of a call, and its name; null where GitHub has none. */
export function operationOf(parts: GitHubParts, request: IncomingMessage): { name: string; act: Act } | null {
  const { apps } = parts;
  const { pathname } = new URL(request.url ?? '/', 'http://simulator');
  const installed = /^\/orgs\/([^/]+)\/installation$/.exec(pathname);
  if (installed && request.method === 'GET')
    return {
      name: 'GetInstallation',
      act: () => apps.installation(request, decodeURIComponent(installed[1] ?? '')),
    };
  const tokenPath = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(pathname);
  if (tokenPath && request.method === 'POST')
    return { name: 'CreateToken', act: () => apps.createToken(request, tokenPath[1] ?? '') };
  for (const operation of operations) {
    const [name, method, path] = operation;
    const matched = path.exec(pathname);
    if (matched && method === request.method) return { name, act: actOf(parts, request, operation, matched) };
  }
  return null;
}

/** An operation of an installation, which shows its token. */
function actOf(
  { state, apps, base }: GitHubParts,
  request: IncomingMessage,
  [, , , right, handler]: (typeof operations)[number],
  matched: RegExpExecArray,
): Act {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://simulator');
  return async (fault) => {
    const sent = await text(request);
    const token = bearer(request);
    if (fault === 'expired') apps.forget(token);
    const held = apps.holderOf(token);
    if (!held) return refusal(401, 'Bad credentials');
    const named = decodeURIComponent(matched[1] ?? '');
    const mayDo = held.right === 'write' || held.right === right;
    if (!mayDo || !same(held.organization, named))
      return refusal(403, 'Resource not accessible by integration');
    const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
    const login = decodeURIComponent(matched[2] ?? '');
    const organization = state.organization(named);
    const answered = handler({ organization, base, path, query, body, login });
    if (right === 'write') state.keep();
    return answered;
  };
}
