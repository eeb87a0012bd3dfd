import { afterAll, beforeAll } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Role } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { apiClient, type Api } from './api.ts';
import { createTestDatabase } from './database.ts';
import type { Route } from './routes.ts';
import { startPortal } from './saml-portal.ts';

export interface TestPortal {
  /** Where it is, without a slash at the end. */
  readonly url: string;
  readonly db: Database;
  /** What it has logged so far, one JSON object per line. */
  log: () => string;
  readonly routes: readonly Route[];
  /** Begins a session, as a finished sign-in does, and answers a client with its headers. */
  signIn: (person?: { email?: string; name?: string; roles?: Role[] }) => Promise<Api>;
  close: () => Promise<void>;
}

export const testPerson = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' };

/** The whole portal on a free port of this machine, with an empty database of its own. */
async function openPortal(settings: Record<string, string>, poolSize: number): Promise<TestPortal> {
  const { db, drop } = await createTestDatabase({ poolSize });
  const portal = await startPortal(db, settings);
  return {
    url: portal.url,
    db,
    log: portal.log,
    routes: portal.routes,
    async signIn({ email = testPerson.email, name = testPerson.name, roles = [] } = {}) {
      const session = await createSession(db, { email, name, roles }, 'a test');
      return apiClient(portal.url, { ...session });
    },
    async close() {
      await portal.close();
      await drop();
    },
  };
}

/** A portal for all tests of a file; it is there once the tests run. */
export function withPortal(settings: Record<string, string> = {}, poolSize = 20): TestPortal & { api: Api } {
  let open: { portal: TestPortal; api: Api } | undefined;
  const get = () => {
    if (!open) throw new Error('The portal is there once the tests run, not while they are collected.');
    return open;
  };
  beforeAll(async () => {
    const portal = await openPortal(settings, poolSize);
    open = { portal, api: await portal.signIn() };
  });
  afterAll(() => open?.portal.close());
  return {
    get url() {
      return get().portal.url;
    },
    get db() {
      return get().portal.db;
    },
    get api() {
      return get().api;
    },
    log: () => get().portal.log(),
    get routes() {
      return get().portal.routes;
    },
    signIn: (person) => get().portal.signIn(person),
    close: () => get().portal.close(),
  };
}
