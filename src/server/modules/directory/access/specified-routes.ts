import { specifiedGroups, specifiedSets } from '#calls/directory.ts';
import { DEFAULT_PAGE_SIZE } from '#calls/shapes.ts';
import { groupClouds } from '#resources/ad-groups.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveJson } from '#server/platform/http/serve.ts';
import { answerGroups } from './group-list.ts';
import { READ_AT } from './sql.ts';

/** `GET /api/ad/groups` and `GET /api/ad/permission_sets`. */
export function specifiedRoutes(door: Door, db: Database): void {
  serveJson(door, specifiedGroups, ({ query }) => {
    const { page, per_page, ...wanted } = query;
    const isPaged = page !== undefined || per_page !== undefined;
    return answerGroups(
      db,
      groupClouds.filter((cloud) => wanted[cloud]),
      isPaged ? { page: page ?? 1, per_page: per_page ?? DEFAULT_PAGE_SIZE } : null,
    );
  });
  serveJson(door, specifiedSets, async () => {
    const { rows } = await db.query<{ body: string }>({ name: 'ad permission sets', text: ALL_SETS });
    return rows[0]?.body ?? '';
  });
}

const ALL_SETS = `SELECT json_build_object(
    'data', coalesce((SELECT json_agg(row_to_json(s)) FROM (
      SELECT id, name, arn, description, duration, managed_policies AS managed_policy, inline_policy, relay
      FROM ad_permission_sets ORDER BY lower(name), id) s), '[]'),
    'meta', json_build_object('total', (SELECT count(*) FROM ad_permission_sets), 'read_at', ${READ_AT}))::text AS body`;
