import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import { checkInput } from '#kernel/input.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { readBody } from '#server/engine/request-body.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { answers, keyHeader, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';

async function idByEmail(tx: PoolClient, email: string): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(
    'SELECT id FROM cloud_contacts WHERE lower(btrim(email)) = lower(btrim($1))',
    [email],
  );
  return rows[0]?.id ?? null;
}

/** The contact with this email, made where there is none: 201 for a new one, 200 for one that was there. */
async function findOrCreate(services: EngineServices, tx: PoolClient, email: string, who: Who) {
  // Another request for the same address waits here and then finds the contact.
  await holdLock(tx, 'contact of an address', email.trim().toLowerCase());
  const id = await idByEmail(tx, email);
  if (id === null) {
    const data = await services.create(cloudContacts.name, { email }, who, tx);
    return { status: 201, body: { data } };
  }
  return { status: 200, body: `{"data":${await services.writer(cloudContacts).read(id, tx)}}` };
}

const input = object({ email: { type: 'string', format: 'email' } });
const answer = object({ data: { $ref: 'cloud_contact#' } });

/** `POST …/by_email` finds a contact or makes it, so that a form needs nothing but the address. */
export const cloudContactsBehaviour: Behaviour = {
  resource: cloudContacts.name,
  quality: {
    left_directory: (row) =>
      `NOT ${row}.terminated AND lower(btrim(${row}.email)) IN (SELECT key FROM departed_people)`,
  },
  routes(scope, services) {
    const resource = services.registry.get(cloudContacts.name);
    scope.post(
      '/by_email',
      {
        onRequest: async (request) => void services.guard(request, 'create', resource),
        schema: {
          tags: [resource.label[1]],
          summary: `Find the ${resource.label[0]} with an email, or add it`,
          headers: keyHeader,
          body: {
            anyOf: [input, object({ [resource.singular]: input }), object({ [resource.name]: input })],
          },
          response: {
            ...answers(200, 'It was there', answer, [409, 422]),
            201: { description: 'It was added', ...answer },
          },
        },
      },
      async (request, reply) => {
        const who = services.guard(request, 'create', resource);
        noQuery(request);
        const { email } = resource.fields;
        if (!email) throw new Error('A cloud contact has no email.');
        const checked = checkInput({ fields: { email } }, readBody(resource, request.body), 'create');
        const address = String(checked['email']);
        const work = () => services.once(request, reply, (tx) => findOrCreate(services, tx, address, who));
        try {
          return await work();
        } catch (error) {
          // Somebody else added the contact by another way in between; now it can be found.
          if (error instanceof Refusal && error.status === 409) return work();
          throw error;
        }
      },
    );
  },
};
