import type { PoolClient } from 'pg';
import { invalid } from '#kernel/errors.ts';
import type { Directory, FoundPerson } from '#server/providers/graph/interface.ts';
import { holdSnapshot } from '../hold-snapshot.ts';
import { readFinding, type Subject } from './subject.ts';

/**
 * Adds an owner to a group that has none, in the directory and in what was read of it. No reading waits for the directory's
 * answer; who is an owner already is one.
 * @throws {Refusal} 404, 409 where the group has an owner meanwhile, 422; {ProviderFailure}
 */
export async function addOwner(
  tx: PoolClient,
  directory: Directory,
  subject: Subject,
  to: unknown,
): Promise<void> {
  if (typeof to !== 'string' || to.trim() === '' || to.length > 254)
    throw invalid([
      { field: 'to', message: 'Say who is to be the owner, by address or user principal name.' },
    ]);
  await holdGroup(tx, subject.id);
  await readFinding(tx, subject);
  const person = await directory.person(to.trim());
  if (!person) throw invalid([{ field: 'to', message: `The directory does not know ${to.trim()}.` }]);
  if (!person.enabled)
    throw invalid([
      { field: 'to', message: `${person.name} may no longer sign in, and cannot own a group.` },
    ]);
  const { rows } = await tx.query<{ external_id: string }>(
    'SELECT external_id FROM ad_groups WHERE id = $1',
    [subject.id],
  );
  await directory.addOwner(rows[0]?.external_id ?? '', person.id);
  await holdSnapshot(tx);
  await learnOwner(tx, subject.id, person);
}

/**
 * Whoever names an owner of this group waits here for who came first, until that one's transaction ends, and finds then what
 * it did. The row itself is not locked meanwhile: readings of the directory write it, and none is to wait for an answer.
 */
async function holdGroup(tx: PoolClient, group: number): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 15))', [`owner of group ${group}`]);
}

/** Has what was read of the directory say who owns the group now. */
async function learnOwner(tx: PoolClient, group: number, person: FoundPerson): Promise<void> {
  const { id: externalId, name, email, userPrincipalName, enabled } = person;
  await tx.query(
    `INSERT INTO ad_people (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count)
     VALUES ($1, $2, $3, $4, $5, false, 0, 0) ON CONFLICT ((lower(btrim(external_id)))) DO NOTHING`,
    [externalId, name, email, userPrincipalName, enabled],
  );
  await tx.query(
    `WITH added AS (
       INSERT INTO ad_members (ad_group_id, ad_person_id, role)
       SELECT $1, id, 'owner' FROM ad_people WHERE lower(btrim(external_id)) = lower(btrim($2))
       ON CONFLICT DO NOTHING RETURNING ad_group_id
     ), told AS (
       INSERT INTO ad_membership_changes (noticed_at, group_name, ad_group_id, change, role, who, email)
       SELECT now(), g.name, g.id, 'joined', 'owner', $3, $4 FROM ad_groups g JOIN added a ON a.ad_group_id = g.id
     )
     UPDATE ad_groups g SET owners = g.owners || to_jsonb($3::text), updated_at = now(), lock_version = lock_version + 1
     FROM added a WHERE g.id = a.ad_group_id`,
    [group, externalId, name, email],
  );
}
