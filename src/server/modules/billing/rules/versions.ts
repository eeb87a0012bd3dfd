import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import { COMMITTING_CLOUDS, type CommittingCloud } from '#kernel/billing/runs.ts';
import { conflict, invalid, type FieldError } from '#kernel/errors.ts';
import { MAX_ID } from '#kernel/ids.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { currentRules, FIRST, readRulesOf, rulesOf, type Rules } from '../allocation/rules.ts';
import { unknownFields } from '../routes/fields-of.ts';

/** To the buyer as they are billed, or by effective cost: then what nobody used goes to a cost center, or to the buyer where it is null. */
type CommitmentsCharged =
  | { charge: 'buyer' }
  | {
      charge: 'effective_cost';
      unused_cost_center_id: number | null;
      /** Null where none is named, or where it is not there any more. */
      unused_cost_center: string | null;
    };

/** A version of the rules as the API answers it. */
export interface RulesVersion {
  version: number;
  /** Split in proportion to the others, or charged to a cost center. */
  shared: { split: 'proportional' } | { cost_center_id: number; cost_center: string | null };
  /** Who is charged for purchases and usage without an account, place by place. */
  places: { place: string; cost_center_id: number; cost_center: string | null }[];
  /** Who bears the reservations and savings plans of each cloud. */
  commitments: Record<CommittingCloud, CommitmentsCharged>;
  /** Whether runs that begin now use it. */
  current: boolean;
  /** How many open runs use it. */
  open_runs: number;
  /** How many runs keep it, whatever their state. */
  runs: number;
  created_by: string;
  /** Null before the first run. */
  created_at: string | null;
}

/** All versions of the rules, the newest first. */
export async function readVersions(db: Runner): Promise<RulesVersion[]> {
  const { rows } = await db.query<RulesVersion>({
    text: `SELECT v.version, CASE WHEN v.rules -> 'shared' ? 'cost_center_id'
         THEN (v.rules -> 'shared') || jsonb_build_object('cost_center', c.identifier) ELSE v.rules -> 'shared' END AS shared,
       (SELECT coalesce(jsonb_agg(p.kept || jsonb_build_object('cost_center', k.identifier) ORDER BY p.at), '[]')
         FROM jsonb_array_elements(v.rules -> 'places') WITH ORDINALITY AS p(kept, at)
         LEFT JOIN cost_centers k ON k.id = (p.kept ->> 'cost_center_id')::integer) AS places,
       (SELECT jsonb_object_agg(cloud, CASE WHEN v.rules -> 'commitments' ? cloud
           THEN v.rules -> 'commitments' -> cloud || jsonb_build_object('unused_cost_center', u.identifier)
           ELSE jsonb_build_object('charge', 'buyer') END)
         FROM unnest($1::text[]) AS k(cloud)
         LEFT JOIN cost_centers u ON u.id = (v.rules -> 'commitments' -> cloud ->> 'unused_cost_center_id')::integer) AS commitments,
       v.version = max(v.version) OVER () AS current,
       (SELECT count(*) FROM billing_runs r WHERE r.rules_version = v.version AND r.state IN ('needs_review', 'ready')) AS open_runs,
       (SELECT count(*) FROM billing_runs r WHERE r.rules_version = v.version) AS runs,
       v.created_by, v.created_at
     FROM billing_rules v LEFT JOIN cost_centers c ON c.id = (v.rules -> 'shared' ->> 'cost_center_id')::integer
     ORDER BY v.version DESC`,
    values: [COMMITTING_CLOUDS],
  });
  if (rows.length > 0) return rows;
  return [
    {
      version: 1,
      ...FIRST,
      commitments: Object.fromEntries(COMMITTING_CLOUDS.map((cloud) => [cloud, { charge: 'buyer' }])),
      current: true,
      open_runs: 0,
      runs: 0,
      created_by: 'skyledger',
      created_at: null,
    } as RulesVersion,
  ];
}

/** What is asked for of a new version. */
export interface RulesAsked {
  /** Without `places` or `commitments`, those of the newest version are kept. */
  rules: Pick<Rules, 'shared'> & Partial<Rules>;
  /** Whether it is only told what it would move. */
  preview: boolean;
}

const SHARED =
  'shared must be { "split": "proportional" }, or { "cost_center_id": … } with the id of a cost center.';

const PLACES =
  'places must be a list of { "place": …, "cost_center_id": … }, each place once and written as exceptions have it, with the id of a cost center.';

const COMMITMENTS =
  'commitments must be { "aws": …, "azure": …, "gcp": … }, each { "charge": "buyer" } or { "charge": "effective_cost", "unused_cost_center_id": … } with the id of a cost center or null.';

/** A version as a body asks for it. @throws {Refusal} 422 that names every wrong field */
export function readRules(body: Record<string, unknown>): RulesAsked {
  const { shared, places, commitments, preview = false } = body;
  const errors: FieldError[] = unknownFields(body, ['shared', 'places', 'commitments', 'preview']);
  const read = rulesOf.shape.shared.safeParse(shared);
  const center = read.success && 'cost_center_id' in read.data ? read.data.cost_center_id : 0;
  if (!read.success || center > MAX_ID) errors.push({ field: 'shared', message: SHARED });
  const kept = rulesOf.shape.places.safeParse(places);
  if (!kept.success) errors.push({ field: 'places', message: PLACES });
  const committed = rulesOf.shape.commitments.safeParse(commitments);
  if (!committed.success) errors.push({ field: 'commitments', message: COMMITMENTS });
  if (typeof preview !== 'boolean')
    errors.push({ field: 'preview', message: 'preview must be true or false.' });
  if (errors.length > 0 || !read.success || !kept.success || !committed.success) throw invalid(errors);
  return {
    rules: {
      shared: read.data,
      ...(places !== undefined && { places: kept.data }),
      ...(commitments !== undefined && { commitments: committed.data }),
    },
    preview: preview === true,
  };
}

/**
 * Adds a version that runs use which begin from now on; those that are there keep theirs.
 * @returns its number
 * @throws {Refusal} 409 where the newest version has the same rules, 422 where its cost center is not there
 */
export async function addVersion(tx: PoolClient, rules: RulesAsked['rules'], by: string): Promise<number> {
  const { version, added } = await versionOf(tx, rules, by);
  if (!added) throw conflict(`Version ${version} has these rules already.`);
  return version;
}

/**
 * The newest version, where it has these rules, else a new one that has.
 * @throws {Refusal} 422 where one of its cost centers is not there
 */
export async function versionOf(
  tx: PoolClient,
  asked: RulesAsked['rules'],
  by: string,
): Promise<{ version: number; added: boolean }> {
  // Who adds another one waits; runs that begin meanwhile do not.
  await holdLock(tx, 'billing rules');
  const newest = await currentRules(tx);
  const before = await readRulesOf(tx, newest);
  const rules: Rules = { ...before, ...asked };
  await demandCenters(tx, rules, before);
  if (isDeepStrictEqual(rules, before)) return { version: newest, added: false };
  await tx.query('INSERT INTO billing_rules (version, rules, created_by) VALUES ($1, $2, $3)', [
    newest + 1,
    JSON.stringify(rules),
    by,
  ]);
  return { version: newest + 1, added: true };
}

/** @throws {Refusal} 422 that names every cost center that is not there; what a place kept before may be gone */
async function demandCenters(
  tx: PoolClient,
  { shared, places, commitments }: Rules,
  before: Rules,
): Promise<void> {
  const asked = [
    ...('cost_center_id' in shared ? [{ field: 'shared', id: shared.cost_center_id }] : []),
    ...places
      .filter((one) => !before.places.some((kept) => isDeepStrictEqual(kept, one)))
      .map(({ cost_center_id: id }) => ({ field: 'places', id })),
    ...COMMITTING_CLOUDS.flatMap((cloud) => {
      const id = commitments[cloud]?.unused_cost_center_id ?? null;
      const isKept = id === before.commitments[cloud]?.unused_cost_center_id;
      return id === null || isKept ? [] : [{ field: `commitments.${cloud}.unused_cost_center_id`, id }];
    }),
  ];
  const { rows } = await tx.query<{ id: number }>(
    'SELECT id FROM cost_centers WHERE id = ANY($1::integer[])',
    [asked.map(({ id }) => id)],
  );
  const missing = asked.filter(({ id }) => !rows.some((row) => row.id === id));
  if (missing.length > 0)
    throw invalid(missing.map(({ field, id }) => ({ field, message: `Cost Center ${id} was not found.` })));
}
