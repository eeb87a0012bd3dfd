import type { ActivityLine } from '#calls/activity.ts';
import { COMMENT_ACTIONS } from '#kernel/history.ts';
import { ownersSee } from '#kernel/owned.ts';
import { keepsHistory } from '#kernel/resource.ts';
import { readSingles } from '#server/engine/activity/lines.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { literal, quoted } from '#server/engine/sql.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';

/** The changes of the records that are somebody's now, the newest first; of each what its own history shows them. */
export async function readMyActivity(
  services: EngineServices,
  email: string,
  page: Page,
): Promise<PageOf<ActivityLine>> {
  const { db, registry } = services;
  const models = registry.all.filter(
    (model) => model.source === 'table' && ownersSee(model) && keepsHistory(model),
  );
  const own = models.map(
    (model) =>
      `SELECT ${literal(model.name)} AS resource, t.id FROM ${quoted(model.name)} t WHERE ${services.owned(model)('t', '$1')}`,
  );
  const { rows } = await db.query<{ ids: number[]; total: number }>({
    text: `WITH mine AS MATERIALIZED (${own.join('\nUNION ALL\n')}), lines AS MATERIALIZED (
  SELECT h.id FROM mine JOIN record_history h ON h.resource = mine.resource AND h.record_id = mine.id WHERE h.action <> ALL ($2)
)
SELECT to_json(ARRAY(SELECT id FROM lines ORDER BY id DESC ${limitOf(page)})) AS ids, (SELECT count(*)::integer FROM lines) AS total`,
    values: [email, COMMENT_ACTIONS],
  });
  const { ids, total } = rows[0] ?? { ids: [], total: 0 };
  return { rows: await readSingles(db, registry, ids), total };
}
