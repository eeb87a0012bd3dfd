import type { PoolClient } from 'pg';
import { conflict, invalid } from '#kernel/errors.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import { attestedField } from '#resources/attestation.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { quoted } from '#server/engine/sql.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { StoredItem } from './store.ts';

/** Who is to own something. */
interface Person {
  id: number;
  email: string;
}

const refuse = (message: string) => invalid([{ field: 'to', message }]);

/**
 * The contact of an address or a name; of a member who is none yet, one is made.
 * @throws {Refusal} 422 for somebody who is not known, whose name several have, or who cannot own anything any more
 */
async function personOf(tx: PoolClient, services: EngineServices, said: string, who: Who): Promise<Person> {
  const { rows } = await tx.query<Person & { terminated: boolean; departed: boolean }>(
    `SELECT k.id, k.email, k.terminated, EXISTS (SELECT FROM departed_people d WHERE d.key = lower(btrim(k.email))) AS departed
     FROM cloud_contacts k WHERE lower(btrim($1)) IN (lower(btrim(k.email)), lower(btrim(k.name))) ORDER BY k.id LIMIT 2`,
    [said],
  );
  const [contact, other] = rows;
  if (other) throw refuse(`Several contacts are called ${said}. Say who is meant, by address.`);
  if (contact?.terminated) throw refuse(`${contact.email} is terminated, and cannot own anything.`);
  if (contact?.departed)
    throw refuse(`${contact.email} left the directory or may no longer sign in, and cannot own anything.`);
  if (contact) return contact;
  const { rows: members } = await tx.query<{ email: string; name: string }>(
    `SELECT email, name FROM members WHERE lower(btrim($1)) IN (lower(btrim(email)), lower(btrim(name))) ORDER BY id LIMIT 2`,
    [said],
  );
  const [member, namesake] = members;
  if (namesake) throw refuse(`Several members are called ${said}. Say who is meant, by address.`);
  if (!member) throw refuse(`${said} is no cloud contact and no member. Choose who is to be the owner.`);
  if (member.email.toLowerCase() !== said.toLowerCase()) return personOf(tx, services, member.email, who);
  const made = await services.create('cloud_contacts', { email: member.email, name: member.name }, who, tx);
  return { id: made.id, email: member.email };
}

/**
 * Gives the record of an answer to whom its owner handed it over, or to whom the desk chose, with its history.
 * @param to whom the desk chose, by address or name
 * @returns the address of whose it is now
 * @throws {Refusal} 409 where the record is gone or its owner was changed meanwhile, 422
 */
export async function giveTo(
  tx: PoolClient,
  services: EngineServices,
  { model, record_id: id, title, to_person: named, asked_owner: former, owner }: StoredItem,
  { to, who }: { to: string | null | undefined; who: Who },
): Promise<string> {
  const resource = services.registry.get(model);
  const name = attestedField(model);
  const called = `${resource.label[0]} ${title}`;
  const { rows } = await tx.query<{ changed: boolean }>(
    `SELECT lower(btrim(${quoted(name)}::text)) IS DISTINCT FROM lower(btrim($2)) AS changed FROM ${quoted(model)}
     WHERE id = $1 FOR NO KEY UPDATE`,
    [id, former],
  );
  const [record] = rows;
  if (!record) throw conflict(`${called} was deleted meanwhile. Note the answer as dealt with.`);
  if (record.changed)
    throw conflict(
      `Somebody has changed the owner of ${called} since ${owner} was notified. Look at the record, and note the answer as dealt with.`,
    );
  const said = to?.trim() || named?.trim();
  if (!said) throw refuse('Say who is to be the owner, by address or name.');
  const person = await personOf(tx, services, said, who);
  if (person.email.trim().toLowerCase() === owner)
    throw refuse(`${person.email} is who hands it over. Choose somebody else.`);
  const value = asReference(resource.fields[name]) ? person.id : person.email;
  await services.updateIncomplete(model, id, { [name]: value }, who, tx);
  return person.email;
}
