import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { conflict, notFound } from '#kernel/errors.ts';
import { spincoSgChanges, type SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import type { MeantGroup } from './groups.ts';
import type { ChangeParts } from './parts.ts';
import type { FoundUser } from './users.ts';

/** Names the jobs that change members of security groups. */
export const SPINCO_SG_CHANGE = 'spinco_sg_change';

export type Deed = SpincoSgChange['deed'];

/** A change as the job holds it. */
export type ChangeRow = Pick<SpincoSgChange, 'id' | 'group_name' | 'deed' | 'user_count' | 'state'>;

/**
 * Keeps a change, whom it is about and the job that makes it; answers its id and the job.
 * @throws {Refusal} 409 where another one under way is about some of the same people
 */
export async function beginChange(
  tx: PoolClient,
  { services, jobs }: ChangeParts,
  { group, deed, users, who }: { group: MeantGroup; deed: Deed; users: readonly FoundUser[]; who: Who },
): Promise<{ id: number; job: JobRow }> {
  await refuseCrossing(
    tx,
    group,
    users.map(({ externalId }) => externalId),
  );
  await keepLookedUp(tx, users);
  const { email } = who.actor;
  const record = await services.create(
    spincoSgChanges.name,
    { group_name: group.name, deed, user_count: users.length, state: 'running', requested_by: email },
    who,
    tx,
  );
  await tx.query(
    `INSERT INTO spinco_sg_change_users (change_id, place, "user", external_id, name)
     SELECT $1, u.place, u."user", u.external_id, u.name
     FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY u ("user", external_id, name, place)`,
    [
      record.id,
      users.map(({ user }) => user),
      users.map(({ externalId }) => externalId),
      users.map(({ name }) => name),
    ],
  );
  const job = await jobs.enqueue(
    tx,
    {
      kind: SPINCO_SG_CHANGE,
      title: titleOf(deed, users.length, group.name),
      input: { change: record.id, group: group.externalId },
      createdBy: email,
      requestId: who.requestId,
    },
    randomUUID(),
  );
  return { id: record.id, job };
}

function titleOf(deed: Deed, count: number, group: string): string {
  const users = `${count.toLocaleString('en')} ${count === 1 ? 'user' : 'users'}`;
  return deed === 'add' ? `Add ${users} to ${group}` : `Remove ${users} from ${group}`;
}

/** Changes of a group wait for each other here: two that are about the same people would end in any order. */
async function refuseCrossing(
  tx: PoolClient,
  group: Pick<MeantGroup, 'name' | 'externalId'>,
  users: readonly FoundUser['externalId'][],
): Promise<void> {
  await holdLock(tx, 'members of a group', group.externalId.toLowerCase());
  const { rows } = await tx.query<{ id: number; requested_by: string; people: number }>(
    `SELECT c.id, c.requested_by, count(*)::integer AS people
     FROM spinco_sg_changes c JOIN spinco_sg_change_users u ON u.change_id = c.id
     WHERE c.state = 'running' AND lower(c.group_name) = lower($1) AND u.external_id = ANY ($2::text[])
     GROUP BY c.id ORDER BY c.id LIMIT 1`,
    [group.name, users],
  );
  const [other] = rows;
  if (!other) return;
  const people =
    other.people === 1 ? 'one of these users' : `${other.people.toLocaleString('en')} of these users`;
  throw conflict(
    `Change ${other.id} of ${group.name}, which ${other.requested_by} requested, is under way and about ${people}. Wait for its end.`,
  );
}

/**
 * Keeps people whom only the directory itself knew, so that they are shown where groups are: in the order of a reading, which
 * may add some of them at the same time.
 */
async function keepLookedUp(tx: PoolClient, users: readonly FoundUser[]): Promise<void> {
  const people = users.flatMap((user) => user.lookedUp ?? []);
  if (people.length === 0) return;
  await tx.query(
    `INSERT INTO ad_people (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count)
     SELECT p.*, false, 0, 0
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[]) p (external_id, name)
     ORDER BY lower(p.name), lower(btrim(p.external_id))
     ON CONFLICT ((lower(btrim(external_id)))) DO NOTHING`,
    [
      people.map(({ id }) => id),
      people.map(({ name }) => name),
      people.map(({ email }) => email),
      people.map(({ userPrincipalName }) => userPrincipalName),
      people.map(({ enabled }) => enabled),
    ],
  );
}

/**
 * Lets a change that has failed go on with the users that still wait; nothing is done where it has not.
 * @param group the object id of the group that it is about
 * @throws {Refusal} 404, 409 where another one under way is about some of these users
 */
export async function reopenChange(tx: PoolClient, id: number, group: string): Promise<ChangeRow> {
  const change = await holdChange(tx, id);
  if (change.state !== 'failed') return change;
  const { rows } = await tx.query<{ external_id: string }>(
    `SELECT external_id FROM spinco_sg_change_users WHERE change_id = $1 AND state = 'waiting'`,
    [id],
  );
  const waiting = rows.map((user) => user.external_id);
  // It is not under way itself yet, so it is not found among those that are.
  await refuseCrossing(tx, { name: change.group_name, externalId: group }, waiting);
  await updateChange(tx, id, 'running', null);
  return { ...change, state: 'running' };
}

/** A change, which nobody else changes until the transaction ends. @throws {Refusal} 404 */
async function holdChange(tx: PoolClient, id: number): Promise<ChangeRow> {
  const { rows } = await tx.query<ChangeRow>(
    'SELECT id, group_name, deed, user_count, state FROM spinco_sg_changes WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  if (!rows[0]) throw notFound(`${spincoSgChanges.label[0]} ${id}`);
  return rows[0];
}

/** Updates the state of a change, and its counts from its users; `finished_at` follows from the state. */
export async function updateChange(
  tx: PoolClient,
  id: number,
  state: SpincoSgChange['state'],
  error: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE spinco_sg_changes c SET state = $2, error = $3, done_count = u.done, failed_count = u.failed,
       finished_at = CASE WHEN $2 <> 'running' THEN now() END, updated_at = now(), lock_version = lock_version + 1
     FROM (SELECT (count(*) FILTER (WHERE state IN ('added', 'present', 'removed', 'absent')))::integer AS done,
             (count(*) FILTER (WHERE state = 'failed'))::integer AS failed
           FROM spinco_sg_change_users WHERE change_id = $1) u
     WHERE c.id = $1`,
    [id, state, error],
  );
}
