import type { PoolClient } from 'pg';
import type { Assignment } from '#calls/assign.ts';
import { MOST_PLACES } from '#calls/rules.ts';
import { isPlace } from '#kernel/billing/places.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { grouped } from '#kernel/written.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenters } from '#resources/cost-centers.ts';
import type { RowObject } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { demandPayer, type PaidOn, type Payer } from '../allocation/demand-payer.ts';
import { assignBearer, isGithubAccount } from '../allocation/copilot/assign-bearer.ts';
import { isPlaceIn } from '../runs/places.ts';
import { currentRules, readRulesOf } from '../runs/rules.ts';
import type { HeldRun } from '../runs/run.ts';
import { ruledFrom, versionOf } from './rules/versions.ts';

type RowOfCenter = RowObject & Payer & { id: number };

/** The result of an assignment of an account. */
interface Assigned {
  /** The cost center, as it is called. */
  center: string;
  /** The change of the inventory, as a sentence. */
  detail: string;
}

const CLOUD_PARENTS: Record<string, string> = {
  aws: 'AwsCloudParent',
  azure: 'AzureCloudParent',
  gcp: 'GcpCloudParent',
};

/**
 * Says of an account of a run where it belongs, in the inventory, which gets it where it was unknown. What belongs to no
 * account is charged as this says in this run alone; for a place of it the rules may keep it.
 * @throws {Refusal} 422 where the run has no such account, or the cost center is not there or not valid on a posting day
 */
export async function assign(
  tx: PoolClient,
  services: EngineServices,
  held: Pick<HeldRun, 'id' | 'posting_day'>,
  { identifier, cost_center_id: costCenter, keep, further_runs: further }: Assignment,
  who: Who,
): Promise<Assigned> {
  const run = held.id;
  const center = (await services.find(tx, costCenters.name, costCenter)) as RowOfCenter | null;
  if (!center)
    throw invalid([{ field: 'cost_center_id', message: `Cost Center ${costCenter} was not found.` }]);
  const called = center.identifier;
  await demandPayer(tx, { field: 'cost_center_id', payer: center }, await postingsOf(tx, [run, ...further]));
  if (identifier !== null && isGithubAccount(identifier))
    return { center: called, detail: await assignBearer(tx, services, run, { identifier, center }, who) };
  const { rows } = await tx.query<{
    account: string | null;
    cloud: string | null;
    parent: number | null;
    named: string | null;
  }>(
    `SELECT s.account, i.cloud, p.id AS parent, nullif(btrim(p.cost_center), '') AS named FROM billing_sums s
       JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
       LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = lower(s.account)
     WHERE s.run_id = $1 AND NOT s.pooled AND (lower(s.account) = lower($2) OR $2::text IS NULL AND (s.account IS NULL OR ${isPlaceIn('s.account')}))
     ORDER BY i.cloud NULLS LAST LIMIT 1`,
    [run, identifier],
  );
  const [found] = rows;
  if (!found) throw invalid([{ field: 'identifier', message: noLine(run, identifier) }]);
  if (identifier === null || found.account === null) {
    await tx.query('UPDATE billing_runs SET shared_cost_center_id = $2 WHERE id = $1', [run, costCenter]);
    return { center: called, detail: 'This holds for this run alone.' };
  }
  if (isPlace(found.account)) {
    await tx.query(
      'UPDATE billing_runs SET places = places || jsonb_build_object(lower($2::text), $3::integer) WHERE id = $1',
      [run, found.account, costCenter],
    );
    return {
      center: called,
      detail: keep ? await keepPlace(tx, found.account, center, who) : 'This holds for this run alone.',
    };
  }
  if (found.parent !== null) {
    await services.update(cloudParents.name, found.parent, { cost_center: called }, who, tx);
    const before = found.named === null ? 'named no cost center' : `named ${found.named}`;
    return { center: called, detail: `Its cloud parent ${before} before.` };
  }
  const provider = found.cloud === null ? undefined : CLOUD_PARENTS[found.cloud];
  if (provider === undefined)
    throw invalid([
      { field: 'identifier', message: 'The file names no cloud that is known for this account.' },
    ]);
  const parent = {
    terminated: false,
    provider_type: provider,
    identifier: found.account,
    cost_center: called,
  };
  await services.create(cloudParents.name, parent, who, tx);
  return { center: called, detail: 'The inventory had no such cloud parent, and has one now.' };
}

/** The days on which these runs are posted, in the order of the runs. */
async function postingsOf(tx: PoolClient, runs: readonly number[]): Promise<PaidOn[]> {
  const { rows } = await tx.query<{ id: number; day: string }>(
    'SELECT id, posting_day AS day FROM billing_runs WHERE id = ANY($1::integer[]) ORDER BY array_position($1, id)',
    [runs],
  );
  return rows.map(({ id, day }) => ({ day, what: `billing run ${id} is posted on` }));
}

/** Adds a version of the rules by which a place is charged in the months to come. @returns what was done, as a sentence */
async function keepPlace(tx: PoolClient, place: string, center: RowOfCenter, who: Who): Promise<string> {
  await demandPayer(tx, { field: 'keep', payer: center }, [await ruledFrom(tx)]);
  const { shared, places } = await readRulesOf(tx, await currentRules(tx));
  const others = places.filter((one) => one.place.toLowerCase() !== place.toLowerCase());
  const kept = [...others, { place, cost_center_id: center.id }];
  if (kept.length > MOST_PLACES)
    throw conflict(
      `The rules keep ${grouped(MOST_PLACES)} places, which is as many as they can. Remove one of them first.`,
    );
  const { version } = await versionOf(tx, { shared, places: kept }, who.actor.email);
  return `Version ${version} of the rules keeps this for its place.`;
}

const noLine = (run: number, identifier: string | null) =>
  identifier === null
    ? `Every line of run ${run} belongs to an account.`
    : `No line of run ${run} belongs to ${identifier.slice(0, 60)}.`;
