import type { PoolClient } from 'pg';
import type { Registry } from '#kernel/registry.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { changesSql, historySql } from '#server/engine/writes/changes.ts';
import { columnFields } from '#server/engine/schema/schema.ts';
import { keptWays, type Who } from '#server/engine/writes/write-statements.ts';

/** How many records of an organization a reading has changed. */
export interface Applied {
  added: number;
  changed: number;
  gone: number;
}

interface Reading {
  /** As its App is called here. */
  organization: string;
  /** When the reading began: seats that were changed here since are as that change left them. */
  since: Date;
}

/** The columns of a seat whose changes make a line of history. Its use makes none. */
const facts = ['seat_state', 'plan', 'pending_cancellation', 'assigning_team', 'seat_since', 'seat_gone_at'];
const list = (row: string) => facts.map((name) => `${row}.${name}`).join(', ');
const by = ['$3', '$4', '$5', '$6'] as const;

/** The records of the organization with what was read of each; those that the portal changed meanwhile are left out. */
const TARGET = `target AS MATERIALIZED (
  SELECT u.id,
    CASE WHEN r.key IS NULL THEN 'gone' ELSE 'assigned' END AS seat_state,
    CASE WHEN r.key IS NULL THEN u.plan ELSE r.plan END AS plan,
    CASE WHEN r.key IS NULL THEN u.pending_cancellation ELSE r.pending_cancellation END AS pending_cancellation,
    CASE WHEN r.key IS NULL THEN u.assigning_team ELSE r.assigning_team END AS assigning_team,
    CASE WHEN r.key IS NULL THEN u.seat_since ELSE r.seat_since END AS seat_since,
    CASE WHEN r.key IS NULL THEN coalesce(u.seat_gone_at, now()) END AS seat_gone_at,
    CASE WHEN r.key IS NULL THEN u.last_activity_at ELSE r.last_activity_at END AS last_activity_at,
    CASE WHEN r.key IS NULL THEN u.last_editor ELSE r.last_editor END AS last_editor
  FROM github_copilot_users u
    LEFT JOIN copilot_read_seats r ON r.organization = $1 AND r.key = lower(btrim(u.github_username))
  WHERE lower(btrim(u.github_organization)) = $1
    AND NOT EXISTS (SELECT FROM copilot_seat_changes c WHERE c.organization = $1
      AND c.login = lower(btrim(u.github_username)) AND c.changed_at >= $2::timestamptz)
)`;

/**
 * Brings the records of an organization to what a complete reading returned of its seats, each difference with its line of
 * history. Who pays for a seat, and everything else that people wrote, stays. A seat that the portal did not know is
 * added without a cost center; one that GitHub no longer has is gone, and its record stays.
 */
export async function applySeats(
  tx: PoolClient,
  registry: Registry,
  { organization, since }: Reading,
  who: Who,
): Promise<Applied> {
  const key = organization.toLowerCase();
  const { actor, requestId } = who;
  const values = [key, since, actor.email, actor.name, requestId, keptWays(who)];
  const changes = changesSql(registry, githubCopilotUsers, facts, { from: 'o', to: 'n' });
  const history = historySql(githubCopilotUsers, {
    action: 'update',
    changes,
    from: 'old_row o JOIN new_row n ON n.id = o.id',
    row: 'n',
    by,
  });
  // Locks the records: what is compared below is as earlier changes left them, and nobody changes one meanwhile.
  await tx.query(
    `SELECT FROM github_copilot_users WHERE lower(btrim(github_organization)) = $1 ORDER BY id FOR NO KEY UPDATE`,
    [key],
  );
  const { rows } = await tx.query<{ changed: number; gone: number }>(
    `WITH ${TARGET}, old_row AS MATERIALIZED (
       SELECT u.* FROM github_copilot_users u JOIN target t ON t.id = u.id
       WHERE ROW(${list('u')}) IS DISTINCT FROM ROW(${list('t')})
     ), new_row AS (
       UPDATE github_copilot_users u SET ${[...facts, 'last_activity_at', 'last_editor'].map((name) => `${name} = t.${name}`).join(', ')},
         updated_at = now(), lock_version = u.lock_version + 1
       FROM target t JOIN old_row o ON o.id = t.id WHERE u.id = t.id RETURNING u.*
     ), written AS (${history})
     SELECT count(*)::integer AS changed,
       (count(*) FILTER (WHERE n.seat_state = 'gone' AND o.seat_state IS DISTINCT FROM 'gone'))::integer AS gone
     FROM new_row n JOIN old_row o ON o.id = n.id`,
    values,
  );
  await tx.query(
    `WITH ${TARGET} UPDATE github_copilot_users u SET last_activity_at = t.last_activity_at, last_editor = t.last_editor
     FROM target t WHERE u.id = t.id
       AND ROW(u.last_activity_at, u.last_editor) IS DISTINCT FROM ROW(t.last_activity_at, t.last_editor)`,
    [key, since],
  );
  const { changed = 0, gone = 0 } = rows[0] ?? {};
  return { added: await addSeats(tx, registry, organization, values), changed: changed - gone, gone };
}

async function addSeats(
  tx: PoolClient,
  registry: Registry,
  organization: string,
  values: unknown[],
): Promise<number> {
  const names = columnFields(githubCopilotUsers).map(([name]) => name);
  const history = historySql(githubCopilotUsers, {
    action: 'create',
    changes: changesSql(registry, githubCopilotUsers, names, { from: null, to: 'n' }),
    from: 'created n',
    row: 'n',
    by,
  });
  const { rows } = await tx.query<{ added: number }>(
    `WITH created AS (
       INSERT INTO github_copilot_users (github_username, github_organization, seat_state, plan, last_activity_at,
         last_editor, pending_cancellation, assigning_team, seat_since)
       SELECT btrim(r.login), $7, 'assigned', r.plan, r.last_activity_at, r.last_editor, r.pending_cancellation,
         r.assigning_team, r.seat_since
       FROM copilot_read_seats r
       WHERE r.organization = $1
         AND NOT EXISTS (SELECT FROM github_copilot_users u
           WHERE lower(btrim(u.github_username)) = r.key AND lower(btrim(u.github_organization)) = $1)
         AND NOT EXISTS (SELECT FROM copilot_seat_changes c WHERE c.organization = $1 AND c.login = r.key
           AND c.changed_at >= $2::timestamptz)
       ORDER BY r.key ON CONFLICT DO NOTHING RETURNING *
     ), written AS (${history})
     SELECT count(*)::integer AS added FROM created`,
    [...values, organization],
  );
  return rows[0]?.added ?? 0;
}
