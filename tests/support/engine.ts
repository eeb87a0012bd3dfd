import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { registerOpenApi } from '#server/engine/openapi/openapi.ts';
import { registerEngine } from '#server/engine/plugin.ts';
import { tableSql } from '#server/engine/schema/schema.ts';
import type { EngineServices, Use } from '#server/engine/services.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answerError } from '#server/platform/http/errors.ts';
import { createVault } from '#server/platform/config/vault.ts';
import { takeJson } from '#server/platform/http/json-body.ts';
import type { Body } from './api.ts';
import { createTestDatabase } from './database.ts';
import { withPromised } from './promised-behaviours.ts';

export interface EngineAnswer<Data> {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: Body<Data>;
}

export interface TestEngine {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly services: EngineServices;
  /** A request by the person named in `by`, who is Ada by default. */
  call: <Data = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    extras?: { by?: string; headers?: Record<string, string> },
  ) => Promise<EngineAnswer<Data>>;
}

export interface EngineOptions {
  behaviours?: Behaviour[];
  allows?: (action: Use, model: string) => boolean;
  /** Makes the tables from the declarations; otherwise the migrations have made them. */
  makeTables?: boolean;
  poolSize?: number;
}

/** Only the engine, over models that may exist in this test alone, on a database of its own. */
async function openEngine(registry: Registry, options: EngineOptions) {
  const { behaviours: given = [], allows = () => true, makeTables = false, poolSize = 12 } = options;
  const behaviours = withPromised(registry, given);
  const { db, drop } = await createTestDatabase({ poolSize });
  if (makeTables) {
    for (const resource of registry.all) await db.query(`DROP TABLE IF EXISTS "${resource.name}" CASCADE`);
    for (const resource of registry.all) await db.query(tableSql(registry, resource));
  }
  const app = Fastify();
  app.decorateRequest('actor', null);
  app.decorateRequest('refusal', null);
  app.setErrorHandler(answerError);
  takeJson(app);
  app.addHook('onRequest', async (request) => {
    const email = String(request.headers['x-test-person'] ?? 'ada@example.com');
    if (email !== 'nobody') request.actor = { email, name: 'Ada Lovelace', roles: [], via: 'session' };
  });
  await registerOpenApi(app, registry);
  const services = await registerEngine(app, {
    registry,
    behaviours,
    db,
    allows: (_actor, action, { name }) => allows(action, name),
    ownRowsOf: () => null,
    demand: () => undefined,
    checksAnswers: true,
    importLimit: 10_000_000,
    vault: createVault(randomBytes(32)),
  });
  await app.ready();
  const close = async () => {
    await app.close();
    await drop();
  };
  return { app, db, services, close };
}

/** An engine for all tests of a file; it is there once the tests run. */
export function withEngine(registry: Registry, options: EngineOptions = {}): TestEngine {
  let open: Awaited<ReturnType<typeof openEngine>> | undefined;
  const get = () => {
    if (!open) throw new Error('The engine is there once the tests run, not while they are collected.');
    return open;
  };
  beforeAll(async () => {
    open = await openEngine(registry, options);
  });
  afterAll(() => open?.close());
  return {
    get app() {
      return get().app;
    },
    get db() {
      return get().db;
    },
    get services() {
      return get().services;
    },
    async call<Data>(
      method: InjectOptions['method'],
      path: string,
      body?: unknown,
      { by, headers = {} }: { by?: string; headers?: Record<string, string> } = {},
    ) {
      const answer = await get().app.inject({
        method: method ?? 'GET',
        url: `/api${path}`,
        headers: { ...headers, ...(by && { 'x-test-person': by }) },
        ...(body !== undefined && { payload: body as Values }),
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      const parsed = isJson ? (JSON.parse(answer.body) as Body<Data>) : ({} as Body<Data>);
      return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: parsed };
    },
  };
}
