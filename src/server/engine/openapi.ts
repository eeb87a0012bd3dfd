import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Registry } from '#kernel/registry.ts';
import { docsPage, type ApiDocument } from './docs-page.ts';
import { failureSchema, rowSchema } from './route-schemas.ts';

const DESCRIPTION = [
  'Every call needs a person: the headers of a session, or `Authorization: Bearer` with an API token.',
  'A failure answers `{ error, errors, request_id }`. Dates are ISO 8601; reference id -9999 means none.',
  'Bodies are taken bare or wrapped in the name of the model.',
].join(' ');

/**
 * Publishes what the API takes and answers: `GET /api/openapi.json` and, for people, `GET /api/docs`. Both
 * are public; they tell no data. Register it before the routes that it is to tell of. A route is told when
 * its schema has tags.
 */
export async function registerOpenApi(app: FastifyInstance, registry: Registry): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Skyledger', description: DESCRIPTION, version: '1' },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'An API token' },
          session: { type: 'apiKey', in: 'header', name: 'access-token', description: 'With client and uid' },
        },
      },
      security: [{ token: [] }, { session: [] }],
    },
    hideUntagged: true,
    // A model's list answers with and without the slash; one address is enough to tell.
    transform: ({ schema, url }) => ({ schema, url: url.replace(/\/$/, '') }),
    refResolver: {
      buildLocalReference: ({ $id }, _uri, _fragment, at) => (typeof $id === 'string' ? $id : `schema-${at}`),
    },
  });
  app.addSchema(failureSchema);
  for (const resource of registry.all) app.addSchema(rowSchema(registry, resource));

  const isPublic = { config: { public: true }, schema: { hide: true } };
  let json: string | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', isPublic, async (_request, reply) => {
    json ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(json);
  });
  app.get('/api/docs', isPublic, async (_request, reply) => {
    // What the plugin answers is the document that was configured above, of version 3.1.
    page ??= docsPage(app.swagger() as ApiDocument);
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
