import type { PoolClient } from 'pg';
import { invalid } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Directory, FoundPerson } from '#server/providers/graph/interface.ts';
import { holdSnapshot } from '../hold-snapshot.ts';
import { readFinding, type Subject } from './subject.ts';

/** The directory has so long for each answer: somebody waits. */
const PATIENCE_MS = 20_000;

/**
 * Adds an owner to a group that has none, in the directory. Whoever does so at the same time has to be kept from it.
 * @returns has what was read of the directory say so
 * @throws {Refusal} 409 where the group has an owner meanwhile, 422; {ProviderFailure}
 */
export async function addOwner(
  db: Database,
  directory: Directory,
  subject: Subject,
  to: string | null | undefined,
): Promise<(tx: PoolClient) => Promise<void>> {
  if (!to?.trim() || to.length > 254)
    throw invalid([
      { field: 'to', message: 'Say who is to be the owner, by address or user principal name.' },
    ]);
  await readFinding(db, subject);
  const person = await directory.person(to.trim(), AbortSignal.timeout(PATIENCE_MS));
  if (!person) throw invalid([{ field: 'to', message: `The directory does not know ${to.trim()}.` }]);
  if (!person.enabled)
    throw invalid([
      { field: 'to', message: `${person.name} may no longer sign in, and cannot own a group.` },
    ]);
  const { rows } = await db.query<{ external_id: string }>(
    'SELECT external_id FROM ad_groups WHERE id = $1',
    [subject.id],
  );
  await directory.addOwner(rows[0]?.external_id ?? '', person.id, AbortSignal.timeout(PATIENCE_MS));
  return async (tx) => {
    await holdSnapshot(tx);
    await learnOwner(tx, subject.id, person);
  };
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
     ), noticed AS (
       INSERT INTO ad_membership_changes (noticed_at, group_name, ad_group_id, change, role, who, email)
       SELECT now(), g.name, g.id, 'joined', 'owner', $3, $4 FROM ad_groups g JOIN added a ON a.ad_group_id = g.id
     )
     UPDATE ad_groups g SET owners = g.owners || to_jsonb($3::text), updated_at = now(), lock_version = lock_version + 1
     FROM added a WHERE g.id = a.ad_group_id`,
    [group, externalId, name, email],
  );
}
