import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { readDescription, readDescriptionPage } from '#calls/description.ts';
import type { Registry } from '#kernel/registry.ts';
import { describeCall } from '#server/platform/http/describe-call.ts';
import { commonFailures, failureSchema } from '#server/platform/http/describe.ts';
import type { PlainDoor } from '#server/platform/http/door.ts';
import { serveFile, serveJson } from '#server/platform/http/serve.ts';
import { docsPage, type ApiDocument } from './docs-page.ts';
import { inputSchemas, rowSchema } from './model-schemas.ts';

/** They come with a sign-in, and every answer to a session may renew the first. */
const SESSION_HEADERS = ['access-token', 'client', 'uid'];

const DESCRIPTION = [
  'Every call needs a person: the headers of a session, or `Authorization: Bearer` with an API token.',
  'A failure answers `{ error, errors, request_id }`. Dates are ISO 8601; reference id -9999 means none.',
  'Bodies are taken bare or wrapped in the name of the model.',
].join(' ');

/**
 * Publishes what the API takes and answers: `GET /api/openapi.json` and, for people, `GET /api/docs`. Both
 * are public; they contain no data. Register it before the routes that it is to describe. A route is described by its
 * call, or by its schema where that has tags.
 */
export async function registerOpenApi(app: FastifyInstance, registry: Registry): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Skyledger',
        description: DESCRIPTION,
        version: '1',
        license: { name: 'Not licensed to others', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'An API token' },
          ...Object.fromEntries(
            SESSION_HEADERS.map((name) => [
              name,
              { type: 'apiKey', in: 'header', name, description: 'One of the three headers of a session' },
            ]),
          ),
        },
      },
      security: [{ token: [] }, Object.fromEntries(SESSION_HEADERS.map((name) => [name, []]))],
    },
    hideUntagged: true,
    // A model's list answers with and without the slash; one address is enough.
    transform: ({ schema: own, url, route }) => {
      const address = url.replace(/\/$/, '');
      const { call } = route.config ?? {};
      const schema = call ? describeCall(call) : own;
      return { schema: schema?.tags ? completed(schema, address, route) : schema, url: address };
    },
    refResolver: {
      buildLocalReference: ({ $id }, _uri, _fragment, at) => (typeof $id === 'string' ? $id : `schema-${at}`),
    },
  });
  app.addSchema(failureSchema);
  for (const resource of registry.all) {
    app.addSchema(rowSchema(registry, resource));
    for (const input of inputSchemas(resource)) app.addSchema(input);
  }

  let json: string | undefined;
  let page: string | undefined;
  const door: PlainDoor = { scope: app, demand: () => undefined, checksAnswers: false };
  serveJson(door, readDescription, async () => (json ??= JSON.stringify(app.swagger())));
  serveFile(door, readDescriptionPage, async (_made, reply) => {
    // The plugin answers the document that was configured above, of version 3.1.
    page ??= docsPage(app.swagger() as ApiDocument);
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

/** Completes the schema of a route: its name, who may call it without signing in, and the failures that all have. */
function completed(schema: FastifySchema, address: string, route: RouteOptions): FastifySchema {
  const method = String(route.method).toLowerCase();
  const open = route.config?.public === true;
  const own = schema.response as Record<string, unknown> | undefined;
  const response = { ...commonFailures({ open, writes: method !== 'get' }), ...own };
  return {
    operationId: nameOf(method, address),
    ...schema,
    response,
    ...(open && { security: [] }),
  };
}

/** `get` and `/api/cost_centers/{id}/history` → `getCostCentersByIdHistory` */
function nameOf(method: string, address: string): string {
  const words = address
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w+)/g, 'by_$1')
    .split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
