import type { PoolClient } from 'pg';
import { conflict, invalid, type FieldError } from '#kernel/errors.ts';
import { MAX_ID } from '#kernel/ids.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { currentRules, FIRST, rulesOf, type Rules } from '../allocation/rules.ts';
import { unknownFields } from '../routes/fields-of.ts';

/** A version of the rules as the API answers it. */
export interface RulesVersion {
  version: number;
  /** Split in proportion to the others, or charged to a cost center. */
  shared: { split: 'proportional' } | { cost_center_id: number; cost_center: string | null };
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
       v.version = max(v.version) OVER () AS current,
       (SELECT count(*) FROM billing_runs r WHERE r.rules_version = v.version AND r.state IN ('needs_review', 'ready')) AS open_runs,
       (SELECT count(*) FROM billing_runs r WHERE r.rules_version = v.version) AS runs,
       v.created_by, v.created_at
     FROM billing_rules v LEFT JOIN cost_centers c ON c.id = (v.rules -> 'shared' ->> 'cost_center_id')::integer
     ORDER BY v.version DESC`,
  });
  if (rows.length > 0) return rows;
  return [
    {
      version: 1,
      ...FIRST,
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
  rules: Rules;
  /** Whether it is only told what it would move. */
  preview: boolean;
}

const SHARED =
  'shared must be { "split": "proportional" }, or { "cost_center_id": … } with the id of a cost center.';

/** A version as a body asks for it. @throws {Refusal} 422 that names every wrong field */
export function readRules(body: Record<string, unknown>): RulesAsked {
  const { shared, preview = false } = body;
  const errors: FieldError[] = unknownFields(body, ['shared', 'preview']);
  const rules = rulesOf.safeParse({ shared });
  const center =
    rules.success && 'cost_center_id' in rules.data.shared ? rules.data.shared.cost_center_id : 0;
  if (!rules.success || center > MAX_ID) errors.push({ field: 'shared', message: SHARED });
  if (typeof preview !== 'boolean')
    errors.push({ field: 'preview', message: 'preview must be true or false.' });
  if (errors.length > 0 || !rules.success) throw invalid(errors);
  return { rules: rules.data, preview: preview === true };
}

/**
 * Adds a version that runs use which begin from now on; those that are there keep theirs.
 * @returns its number
 * @throws {Refusal} 409 where the newest version has the same rules, 422 where its cost center is not there
 */
export async function addVersion(tx: PoolClient, rules: Rules, by: string): Promise<number> {
  const { version, added } = await versionOf(tx, rules, by);
  if (!added) throw conflict(`Version ${version} has these rules already.`);
  return version;
}

/**
 * The newest version, where it has these rules, else a new one that has.
 * @throws {Refusal} 422 where its cost center is not there
 */
export async function versionOf(
  tx: PoolClient,
  rules: Rules,
  by: string,
): Promise<{ version: number; added: boolean }> {
  // Who adds another one waits; runs that begin meanwhile do not.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('billing_rules', 64))`);
  const newest = await currentRules(tx);
  const center = 'cost_center_id' in rules.shared ? rules.shared.cost_center_id : null;
  const found = await tx.query<{ same: boolean; missing: boolean }>(
    `SELECT v.rules = $2::jsonb AS same, $3::integer IS NOT NULL AND NOT EXISTS (SELECT FROM cost_centers WHERE id = $3) AS missing
     FROM billing_rules v WHERE v.version = $1`,
    [newest, JSON.stringify(rules), center],
  );
  if (found.rows[0]?.missing)
    throw invalid([{ field: 'shared', message: `Cost Center ${center} was not found.` }]);
  if (found.rows[0]?.same) return { version: newest, added: false };
  await tx.query('INSERT INTO billing_rules (version, rules, created_by) VALUES ($1, $2, $3)', [
    newest + 1,
    JSON.stringify(rules),
    by,
  ]);
  return { version: newest + 1, added: true };
}
