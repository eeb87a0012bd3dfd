import type { PoolClient } from 'pg';
import type { LifeMoment } from '#calls/account-life.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** Keeps what happened to a lease. @param by null: the clock */
export async function noteLease(
  tx: PoolClient,
  account: number,
  { by, what, reason }: { by: string | null; what: string; reason: string | null },
): Promise<void> {
  await tx.query(
    'INSERT INTO account_lease_events (cloud_parent_id, by, what, reason) VALUES ($1, $2, $3, $4)',
    [account, by, what, reason],
  );
}

/** What happened to the leases of an account, the newest first, as moments of its life. */
export async function leaseMoments(runner: Runner, account: number, most: number): Promise<LifeMoment[]> {
  const { rows } = await runner.query<Omit<LifeMoment, 'deployment'>>({
    text: 'SELECT at, what, by, reason FROM account_lease_events WHERE cloud_parent_id = $1 ORDER BY id DESC LIMIT $2',
    values: [account, most],
  });
  return rows.map((row) => ({ ...row, deployment: null }));
}
