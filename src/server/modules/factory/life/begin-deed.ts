import type { PoolClient } from 'pg';
import { conflict, invalid } from '#kernel/errors.ts';
import type { AccountDeed } from '#resources/account-life.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { parseRow, type RowObject } from '#server/engine/records.ts';
import type { ServedFactory } from '../parts.ts';
import { againstIt, holdAccount, refuseSecond, type LivingAccount } from './store.ts';

/** Something that is to be done with an account. */
interface WantedDeed {
  id: number;
  deed: AccountDeed;
  /** The reasons against it when the cloud was called. */
  problems: readonly string[];
}

/**
 * Begins a deployment about an account in the transaction of a request, and answers it as its record.
 * @param begin keeps the deployment and asks those who have to agree; answers its id
 * @throws {Refusal} 409 where somebody else is at the account, or something stands against it
 */
export const beginDeed =
  (
    { services }: ServedFactory,
    { id, deed, problems }: WantedDeed,
    begin: (tx: PoolClient, account: LivingAccount) => Promise<number>,
  ) =>
  async (tx: PoolClient): Promise<{ cloud_deployment: RowObject }> => {
    const held = await holdAccount(tx, id);
    await refuseSecond(tx, held);
    const problem = againstIt(held, deed) ?? problems[0];
    if (problem !== undefined) throw conflict(problem);
    const begun = await begin(tx, held);
    const deployment = await services.writer(services.registry.get(cloudDeployments.name)).read(begun, tx);
    return { cloud_deployment: parseRow(deployment) };
  };

/** @throws {Refusal} 422 where there is no reason */
export function demandReason(reason: unknown): string {
  const why = typeof reason === 'string' ? reason.trim() : '';
  if (why === '') throw invalid([{ field: 'reason', message: 'Say why.' }]);
  return why;
}
