import { expect } from 'vitest';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { TestPortal } from './portal.ts';
import { rawRequest } from './raw-http.ts';
import type { Route } from './routes.ts';
import { oneOfEachShape } from './shapes.ts';

export type Headers = Record<string, string>;

/** The routes that anybody may call, as `named` names them. */
export const PUBLIC = [
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/auth/validate_token',
  'GET /api/auth/saml',
  'GET /api/auth/saml/metadata',
  'POST /api/auth/saml/callback',
  'GET /api/members/update-restricted/:member_id',
  'POST /api/members/update-restricted/:member_id',
  'GET /api/unsubscribe',
  'POST /api/unsubscribe',
  'GET /api/attest',
  'POST /api/attest',
  'POST /api/attest/finish',
  'POST /api/webhook_answers/:answer_id',
];
/** Those whose body is a file, of whatever type it is sent as. */
const FILES = ['POST /api/billing_runs', 'POST /api/billing_runs/:id/parts', 'POST /api/billing_files'];
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];

export const named = ({ method, path }: Route) => `${method} ${path}`;
/** The address of a route; a part of it that is one of some words is the first of them. */
export const addressOf = ({ path }: Route, id = '1') =>
  path.replace(':deed', 'freeze').replaceAll(/:\w+/g, id);

/** A refusal says in a sentence why, and nothing of how the portal is made. */
export function expectRefusal(text: string, where: string): void {
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body, where).toMatchObject({
    error: expect.stringMatching(/\.$/),
    errors: expect.any(Array),
    request_id: expect.any(String),
  });
  expect(text, where).not.toMatch(/\bat .+:\d+:\d+|\.ts\b|node_modules|SELECT|INSERT|\/(?:home|tmp|var)\//);
}

/**
 * The lines of a matrix, each with the routes that it walks: the first walks all, the others one route of each sort. Each
 * says so in its second place, for the name of its test.
 * @param lines what `it.each` takes
 * @param routes all of them, which are known once the tests run
 */
export const linesWithRoutes = <F, R extends readonly unknown[]>(
  lines: readonly (readonly [F, ...R])[],
  routes: () => Route[],
) =>
  lines.map(([first, ...rest], at) =>
    at === 0
      ? ([first, 'every route', ...rest, routes] as const)
      : ([first, 'a route of each sort', ...rest, () => oneOfEachSort(routes())] as const),
  );

/** One route of each sort: those of a model are left out that one of the few models of every shape has as well. */
function oneOfEachSort(routes: readonly Route[]): Route[] {
  const shapes = oneOfEachShape(registry);
  const sortOf = ({ method, path }: Route, name: string): string | undefined => {
    const own = `/api${resourcePath(name)}`;
    return path === own || path.startsWith(`${own}/`) || path.startsWith(`${own}.`)
      ? `${method} ${path.slice(own.length)}`
      : undefined;
  };
  const kept = new Set(shapes.flatMap(({ name }) => routes.flatMap((route) => sortOf(route, name) ?? [])));
  const others = registry.all.filter((model) => !shapes.includes(model));
  return routes.filter((route) => !others.some(({ name }) => kept.has(sortOf(route, name) ?? '')));
}

/** What tests ask that walk all routes of a portal; the lists are there once the tests run. */
export function everyRouteOf(portal: Pick<TestPortal, 'url' | 'db' | 'routes'>) {
  /** Only what a request of its own stands for: HEAD is GET without a body, and a trailing slash changes nothing. */
  const ownRoutes = () =>
    portal.routes.filter(({ method, path }) => /^\/api\/.*[^/]$/.test(path) && method !== 'HEAD');
  const closed = () => ownRoutes().filter((route) => !PUBLIC.includes(named(route)));
  let walkers = 0;
  const writing = () => closed().filter(({ method }) => WRITING.includes(method));
  return {
    ownRoutes,
    /** Those that need a session. */
    closed,
    writing,
    /** Those that take JSON and nothing else. */
    takingJson: () =>
      writing().filter((route) => route.path !== '/api/auth/sign_out' && !FILES.includes(named(route))),
    /** Those that a refusal leaves the session to. */
    writingData: () => writing().filter(({ path }) => path !== '/api/auth/sign_out'),
    ask: ({ method }: Route, address: string, headers: Headers, body?: string) =>
      rawRequest(portal.url, method, address, headers, body),
    /** Of a person of its own, since a person may ask so much in a minute as a walk along all routes does, and not twice. */
    newSession: async (): Promise<Headers> => {
      const email = `walker.${++walkers}@example.com`;
      return { ...(await createSession(portal.db, { email, name: null, roles: [] }, 'a test')) };
    },
  };
}
