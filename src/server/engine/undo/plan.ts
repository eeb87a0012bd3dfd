import type { UndoPreview } from '#calls/undo.ts';
import { MOST_REFUSED_NAMED } from '#kernel/bulk.ts';
import { formatDay } from '#kernel/dates.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { describeRecords } from '../activity/described-records.ts';
import { portions } from '../import/portions.ts';
import { inTurns } from '../in-turns.ts';
import { quoted } from '../sql.ts';
import type { WayBack, WaysBack } from './lines.ts';

/** A record that stays as it is; without a reason somebody has changed it since. */
export interface Left {
  resource: Resource;
  id: number;
  status: number;
  reason: string | null;
}

/** What of changes can be taken back, by model, and what cannot. */
export interface UndoPlan {
  parts: WaysBack[];
  left: Left[];
}

/** Finds what is still as the changes have left it: only that is taken back. */
export async function planUndo(runner: Runner, all: readonly WaysBack[]): Promise<UndoPlan> {
  const plan: UndoPlan = { parts: [], left: [] };
  for (const { resource, ways } of all) {
    const now = await statesOf(runner, resource, ways);
    const reasons = ways.map((way) => [way, standsInTheWay(way, now.get(way.id))] as const);
    plan.parts.push({ resource, ways: reasons.flatMap(([way, why]) => (why === undefined ? [way] : [])) });
    for (const [{ id }, why] of reasons)
      if (why !== undefined) plan.left.push({ resource, id, status: 409, reason: why });
  }
  return plan;
}

/** A record as it is now: its version, and the last line of its history where it is not there. */
interface RecordState {
  version: number | null;
  last: number | null;
}

async function statesOf(
  runner: Runner,
  { name }: Resource,
  ways: readonly WayBack[],
): Promise<Map<number, RecordState>> {
  const states = new Map<number, RecordState>();
  for (const portion of portions(ways)) {
    const { rows } = await runner.query<RecordState & { id: number }>({
      text: `SELECT wanted.id, t.lock_version AS version, last.id AS last
FROM unnest($1::integer[]) AS wanted(id) LEFT JOIN ${quoted(name)} t ON t.id = wanted.id LEFT JOIN LATERAL (
  SELECT h.id FROM record_history h
  WHERE t.id IS NULL AND h.resource = $2 AND h.record_id = wanted.id ORDER BY h.id DESC LIMIT 1
) last ON true`,
      values: [portion.map(({ id }) => id), name],
    });
    await inTurns(rows, ({ id, ...state }) => void states.set(id, state));
  }
  return states;
}

/** Why a record is not brought back; null where somebody has changed it since, undefined where nothing is in the way. */
function standsInTheWay(way: WayBack, now: RecordState | undefined): string | null | undefined {
  const version = now?.version ?? null;
  if (way.how === 'restore') {
    if (version !== null) return 'It is back already.';
    return now?.last === way.line ? undefined : 'It was back, and was deleted again later.';
  }
  if (version === null) return 'It was deleted since.';
  if (version !== way.version) return null;
  if (way.lost) return 'A secret of it was replaced, whose former value is not kept.';
  const isEmpty = typeof way.how === 'object' && Object.keys(way.how.values).length === 0;
  return isEmpty ? 'Only what the portal itself sets was changed.' : undefined;
}

/** What a plan does, as it is answered. */
export async function presentPlan(
  runner: Runner,
  registry: Registry,
  { parts, left }: UndoPlan,
): Promise<UndoPreview> {
  const models = parts.flatMap(({ resource, ways }) => {
    const count = (is: (how: WayBack['how']) => boolean) => ways.filter(({ how }) => is(how)).length;
    const counts = {
      deleted: count((how) => how === 'delete'),
      changed: count((how) => typeof how === 'object'),
      restored: count((how) => how === 'restore'),
    };
    return ways.length > 0 ? [{ model: resource.name, noun: [...resource.noun], ...counts }] : [];
  });
  return { models, left: await named(runner, registry, left), left_total: left.length };
}

/** The first records that stay as they are, by what people call them, each with the reason. */
async function named(
  runner: Runner,
  registry: Registry,
  left: readonly Left[],
): Promise<UndoPreview['left']> {
  const first = left.slice(0, MOST_REFUSED_NAMED);
  const recordAt = await describeRecords(
    runner,
    registry,
    first.map(({ resource, id }) => ({ model: resource.name, id })),
  );
  const { rows } = await runner.query<{ place: number; by: string; at: string }>({
    text: `SELECT w.place::integer AS place, coalesce(last.by_name, author.name, last.by_email) AS by, last.at
FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS w(resource, id, place) CROSS JOIN LATERAL (
  SELECT h.by_name, h.by_email, h.at FROM record_history h
  WHERE h.resource = w.resource AND h.record_id = w.id ORDER BY h.id DESC LIMIT 1
) last LEFT JOIN change_authors author ON author.email = last.by_email`,
    values: [first.map(({ resource }) => resource.name), first.map(({ id }) => id)],
  });
  const changedBy = new Map(rows.map(({ place, by, at }) => [place - 1, `by ${by} on ${formatDay(at)}`]));
  return first.map(({ resource, id, status, reason }, at) => {
    const { title } = recordAt({ model: resource.name, id });
    return {
      model: resource.name,
      id,
      name: `${resource.label[0]} ${title ?? id}`,
      status,
      error: reason ?? `It was changed since ${changedBy.get(at) ?? ''}`.trimEnd().concat('.'),
    };
  });
}
