import type { PoolClient } from 'pg';
import type { MyClosures } from '#calls/account-life.ts';
import { deedKinds } from '#resources/account-life.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { LivingAccount } from './store.ts';

/** Whom a closure asks for their agreement, and whether they have given it. */
export interface Agreement {
  owner: string;
  agreed_at: string | null;
}

/**
 * The agreement that a deployment needs; null: nobody owns the account, or it is no closure. Whoever decides by it holds the
 * deployment, so that owner and desk follow each other.
 */
export async function agreementOf(tx: PoolClient, deployment: number): Promise<Agreement | null> {
  const { rows } = await tx.query<Agreement>(
    'SELECT owner, agreed_at FROM account_agreements WHERE deployment_id = $1',
    [deployment],
  );
  return rows[0] ?? null;
}

/**
 * The present owner of the account of a closure, where that is somebody else than the person whose agreement was requested; null
 * otherwise, and where the account has no owner who can be reached.
 */
export async function otherOwnerOf(
  tx: PoolClient,
  deployment: number,
  { reachable }: Pick<LivingAccount, 'reachable'>,
): Promise<string | null> {
  const agreement = await agreementOf(tx, deployment);
  return reachable !== null && reachable !== agreement?.owner ? reachable : null;
}

/** Asks the owner; whoever asks for it themselves has agreed. */
export async function askOwner(
  tx: PoolClient,
  deployment: number,
  owner: string,
  requester: string,
): Promise<void> {
  const agrees = requester.trim().toLowerCase() === owner;
  await tx.query(
    `INSERT INTO account_agreements (deployment_id, owner, agreed_at, words)
     VALUES ($1, $2, CASE WHEN $3 THEN now() END, CASE WHEN $3 THEN 'Asked for it.' END)`,
    [deployment, owner, agrees],
  );
}

/** Keeps that the owner agrees. */
export async function keepAgreement(tx: PoolClient, deployment: number, words: string | null): Promise<void> {
  await tx.query('UPDATE account_agreements SET agreed_at = now(), words = $2 WHERE deployment_id = $1', [
    deployment,
    words,
  ]);
}

/** The address of whose the account of a deployment `d` is now, as SQL: nothing where that is nobody. */
const OWNER_NOW = `SELECT lower(btrim(p.cloud_contact_email)) FROM cloud_parents p
  WHERE p.id::text = d.request ->> 'cloud_parent_id' AND EXISTS (SELECT FROM cloud_contacts k
    WHERE lower(btrim(k.email)) = lower(btrim(p.cloud_contact_email)) AND NOT k.terminated)`;

/** The open closures that wait for the agreement of somebody, without those of accounts that have another owner by now. */
export async function closuresOf(runner: Runner, email: string): Promise<MyClosures> {
  const { rows } = await runner.query<MyClosures[number]>({
    text: `SELECT d.id, d.identifier AS account, d.name, d.requested_by, d.created_at AS requested_at,
        coalesce(d.request ->> 'reason', '') AS reason, a.agreed_at
      FROM account_agreements a JOIN cloud_deployments d ON d.id = a.deployment_id
      WHERE a.owner = lower(btrim($1)) AND d.kind = '${deedKinds.close}'
        AND d.state IN ('waiting_approval', 'running', 'waiting_provider')
        AND NOT EXISTS (SELECT FROM (${OWNER_NOW}) now (owner) WHERE now.owner <> a.owner) ORDER BY d.id`,
    values: [email],
  });
  return rows;
}
