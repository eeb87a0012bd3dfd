import type { PoolClient } from 'pg';
import { addContactByEmail } from '#calls/contacts.ts';
import { Refusal } from '#kernel/errors.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { openDoor } from '#server/engine/door.ts';
import { parseRow } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { serveOnce, WithStatus } from '#server/platform/http/serve.ts';

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
  if (id === null) return new WithStatus(201, await services.create(cloudContacts.name, { email }, who, tx));
  return new WithStatus(200, parseRow(await services.writer(cloudContacts).read(id, tx)));
}

/** A contact can be found or made by its email. */
export const cloudContactsBehaviour: Behaviour = {
  resource: cloudContacts.name,
  quality: {
    left_directory: (row) =>
      `NOT ${row}.terminated AND lower(btrim(${row}.email)) IN (SELECT key FROM departed_people)`,
  },
  routes(scope, services) {
    serveOnce(openDoor(scope, services), addContactByEmail, async ({ body: { email }, request }, once) => {
      const who = services.guard(request, 'create', cloudContacts);
      const work = () => once((tx) => findOrCreate(services, tx, email, who));
      try {
        return await work();
      } catch (error) {
        // Somebody else added the contact by another way in between; now it can be found.
        if (error instanceof Refusal && error.status === 409) return work();
        throw error;
      }
    });
  },
};
