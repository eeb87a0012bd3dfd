import { listChangeable, listChangedUsers, type ChangedUser } from '#calls/security-groups.ts';
import { spincoSgChanges } from '#resources/spinco-sg-changes.ts';
import { noRecord } from '#server/engine/records.ts';
import { limitOf } from '#server/platform/http/query.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import { changeableGroups } from './groups.ts';
import type { ChangeParts } from './parts.ts';

/**
 * `GET /api/spinco_sgs`: the groups whose change may be requested, with why one cannot be changed.
 * `GET /api/spinco_sg_changes/{id}/users`: what became of each user.
 */
export function listRoutes(door: Door, { db, at, prefixes }: ChangeParts): void {
  serveWhole(door, listChangeable, async ({ query: { q, ...page } }) => {
    const { groups, total } = await changeableGroups(db, prefixes, q, page);
    const { rows } = await db.query<{ read_at: string | null }>(
      'SELECT max(read_at) AS read_at FROM ad_sources',
    );
    return {
      data: groups,
      meta: {
        total,
        ...page,
        prefixes: [...prefixes],
        read_at: rows[0]?.read_at ?? null,
        simulated: at.directory?.reached.simulated ?? false,
        missing: at.directory === null ? at.missing : null,
      },
    };
  });

  serveWhole(door, listChangedUsers, async ({ params: { id }, query: { by_state: state, ...page } }) => {
    const { rows: found } = await db.query<{ total: number }>(
      `SELECT (SELECT count(*) FROM spinco_sg_change_users u
         WHERE u.change_id = c.id AND u.state = coalesce($2, u.state))::integer AS total
       FROM spinco_sg_changes c WHERE c.id = $1`,
      [id, state],
    );
    if (!found[0]) throw noRecord(spincoSgChanges, id);
    const { rows: data } = await db.query<ChangedUser>(
      `SELECT "user", name, state, message FROM spinco_sg_change_users
       WHERE change_id = $1 AND state = coalesce($2, state) ORDER BY place ${limitOf(page)}`,
      [id, state],
    );
    return { data, meta: { total: found[0].total, ...page } };
  });
}
