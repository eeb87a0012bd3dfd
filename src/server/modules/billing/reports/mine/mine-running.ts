import { MOST_RUNNING, type MyRunning } from '#calls/my-cloud.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { today } from '#server/platform/database/today.ts';
import { readAnomaliesOf } from '../anomalies/anomalies.ts';
import { readCostsOf } from '../running/costs.ts';

/** What the accounts of somebody cost in the running month so far: whose accounts are, the model declares. */
export async function readMyRunning(services: EngineServices, email: string): Promise<MyRunning> {
  const { db } = services;
  const month = today().slice(0, 7);
  const mine = (parameter: string) => services.owned(cloudParents)('p', parameter);
  const filter = { month, provider: null, q: '' };
  const { rows, totals } = await readCostsOf(db, filter, { mine: mine('$4'), email, most: MOST_RUNNING });
  const clouds = [...new Set(rows.map(({ provider }) => provider))];
  const { rows: readings } = await db.query<MyRunning['readings'][number]>({
    text: `SELECT provider, read_at, error IS NOT NULL AS failed FROM running_readings WHERE month = $1 AND provider = ANY($2) ORDER BY provider`,
    values: [`${month}-01`, clouds],
  });
  const anomalies = await readAnomaliesOf(db, { mine: mine('$1'), email, most: MOST_RUNNING });
  return {
    month,
    readings,
    totals,
    costs: rows.map(({ owner_email: _owner, ...cost }) => cost),
    anomalies: anomalies.map((one) => ({
      id: one.id,
      kind: one.kind,
      identifier: one.identifier,
      name: one.name,
      cloud_parent_id: one.cloud_parent_id,
      service: one.service,
      first_day: one.first_day,
      last_day: one.last_day,
      currency: one.currency,
      cost: one.cost,
      expected: one.expected,
      beyond: one.beyond,
      reason: one.acknowledged?.reason ?? null,
    })),
  };
}
