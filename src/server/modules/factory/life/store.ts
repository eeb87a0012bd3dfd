import type { PoolClient } from 'pg';
import { conflict, notFound } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { deedKinds, deedOf, type AccountDeed, type AccountState } from '#resources/account-life.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { kindName } from '../ledger/mails.ts';
import type { Ids } from '../ledger/step.ts';

/** An account with what the desk made of it. */
export interface LivingAccount {
  id: number;
  identifier: string;
  name: string | null;
  provider_type: string;
  terminated: boolean;
  cost_center: string | null;
  owner: string | null;
  department: string | null;
  business_unit: string | null;
  environment: string | null;
  /** Where it belongs in its cloud. */
  place: string | null;
  /** The address of the owner where somebody answers there: a contact that is in use and has not left. */
  reachable: string | null;
  state: AccountState;
  since: string | null;
  last_day: string | null;
  kept: Ids;
  /** The deployment that made or adopted it; null where nobody requested it. */
  requested_as: number | null;
  /** Whether the last day of the way back has passed. */
  is_late: boolean;
  /** All that the inventory has of it, by field. */
  record: Values;
}

const ACCOUNT = `SELECT p.id, p.identifier, p.name, p.provider_type, p.terminated, p.cost_center, p.cloud_contact_email AS owner,
    p.department, p.business_unit_name AS business_unit, p.environment, p.place,
    lower(btrim(k.email)) AS reachable, CASE WHEN p.terminated THEN 'closed' ELSE coalesce(l.state, 'in_use') END AS state,
    l.since, l.last_day::text AS last_day, coalesce(l.kept, '{}') AS kept, coalesce(l.last_day + l.grace_days < today(), l.state IS NULL) AS is_late,
    (SELECT max(d.id) FROM cloud_deployments d WHERE lower(btrim(d.identifier)) = lower(btrim(p.identifier)) AND d.state = 'done'
      AND d.kind IN ('aws_account', 'azure_subscription', 'gcp_project', '${deedKinds.adopt}')) AS requested_as,
    to_jsonb(p) - 'search' AS record
  FROM cloud_parents p LEFT JOIN account_lives l ON l.cloud_parent_id = p.id
    LEFT JOIN cloud_contacts k ON lower(btrim(k.email)) = lower(btrim(p.cloud_contact_email)) AND NOT k.terminated
      AND NOT EXISTS (SELECT FROM departed_people d WHERE d.key = lower(btrim(k.email)))
  WHERE p.id = ANY ($1::integer[]) ORDER BY p.id`;

/** An account, and how it is. @throws {Refusal} 404 */
export async function readAccount(runner: Runner, id: number): Promise<LivingAccount> {
  const [account] = await readAccounts(runner, [id]);
  if (!account) throw notFound(`${cloudParents.label[0]} ${id}`);
  return account;
}

/** Accounts by their ids; of what is not there none is answered. */
export async function readAccounts(runner: Runner, ids: readonly number[]): Promise<LivingAccount[]> {
  const { rows } = await runner.query<LivingAccount>({ text: ACCOUNT, values: [ids] });
  return rows;
}

/** The same, and nobody else begins anything with it until the transaction ends. @throws {Refusal} 404 */
export async function holdAccount(tx: PoolClient, id: number): Promise<LivingAccount> {
  const [account] = await holdAccounts(tx, [id]);
  if (!account) throw notFound(`${cloudParents.label[0]} ${id}`);
  return account;
}

/** Several in the order of their ids, so that two who hold the same ones wait for each other and no more. */
export async function holdAccounts(tx: PoolClient, ids: readonly number[]): Promise<LivingAccount[]> {
  await tx.query('SELECT 1 FROM cloud_parents WHERE id = ANY ($1::integer[]) ORDER BY id FOR NO KEY UPDATE', [
    ids,
  ]);
  return readAccounts(tx, ids);
}

/** A deployment about an account that is not over. */
export interface UnderWay {
  deployment: number;
  deed: AccountDeed;
  requested_by: string;
  state: string;
}

const KINDS = Object.values(deedKinds);

/** What is being done with an account; null: nothing. @param own a deployment that does not count */
export async function underWayOf(runner: Runner, identifier: string, own = 0): Promise<UnderWay | null> {
  return (await underWayAmong(runner, [identifier], own)).get(identifier) ?? null;
}

/** What is being done with accounts, by the identifier of each. */
export async function underWayAmong(
  runner: Runner,
  identifiers: readonly string[],
  own = 0,
): Promise<ReadonlyMap<string, UnderWay>> {
  const { rows } = await runner.query<Omit<UnderWay, 'deed'> & { given: string; kind: string }>({
    text: `SELECT DISTINCT ON (given) given, d.id AS deployment, d.kind, d.requested_by, d.state
       FROM unnest($1::text[]) given JOIN cloud_deployments d ON lower(btrim(d.identifier)) = lower(btrim(given))
       WHERE d.kind = ANY ($2) AND d.id <> $3 AND d.state IN ('waiting_approval', 'running', 'waiting_provider')
       ORDER BY given, d.id`,
    values: [identifiers, KINDS, own],
  });
  return new Map(
    rows.flatMap(({ given, kind, ...found }) => {
      const deed = deedOf(kind);
      return deed ? [[given, { ...found, deed }] as const] : [];
    }),
  );
}

/** That something is under way with an account, as a sentence of previews. */
export const busyWords = (underWay: UnderWay | null | undefined): string[] =>
  underWay
    ? [`Deployment ${underWay.deployment}, which ${underWay.requested_by} requested, is under way with it.`]
    : [];

/** The same of an account by itself. */
export const busyWith = async (
  runner: Runner,
  { identifier }: Pick<LivingAccount, 'identifier'>,
): Promise<string[]> => busyWords(await underWayOf(runner, identifier));

/** @throws {Refusal} 409 that says who does what with the account */
export async function refuseSecond(runner: Runner, account: LivingAccount, own = 0): Promise<void> {
  const found = await underWayOf(runner, account.identifier, own);
  if (!found) return;
  const what = kindName(deedKinds[found.deed]);
  throw conflict(
    `${what} of '${nameOf(account)}' is under way already: deployment ${found.deployment}, which ${found.requested_by} requested. ` +
      'Wait for its end, or cancel it.',
    { details: { cloud_deployment: { id: found.deployment, name: nameOf(account) } } },
  );
}

/** What people call an account. */
export const nameOf = ({ name, identifier }: Pick<LivingAccount, 'name' | 'identifier'>): string =>
  name === null || name.trim() === '' ? identifier : name;

/** What has to be so for a deed: which states it is for, and what is said of others. */
const FROM: Readonly<Record<AccountDeed, readonly AccountState[]>> = {
  freeze: ['in_use'],
  release: ['frozen'],
  close: ['in_use', 'frozen'],
  reopen: ['closed'],
  adopt: ['in_use'],
  move: ['in_use'],
  tag: ['in_use'],
};
const STATE_WORDS: Readonly<Record<AccountState, string>> = {
  in_use: 'is in use',
  frozen: 'is frozen',
  closed: 'is closed',
};

const ONLY_IN_USE: Partial<Record<AccountDeed, string>> = {
  adopt: 'only accounts that are in use are adopted',
  move: 'only accounts that are in use are moved',
  tag: 'only accounts that are in use get their tags',
};

/** What of the portal's own knowledge stands against a deed; null: nothing. */
export function againstIt(account: LivingAccount, deed: AccountDeed): string | null {
  if (!FROM[deed].includes(account.state))
    return `'${nameOf(account)}' ${STATE_WORDS[account.state]}: ${ONLY_IN_USE[deed] ?? `there is nothing to ${deed}`}.`;
  if (deed === 'adopt' && account.requested_as !== null)
    return `'${nameOf(account)}' was requested or adopted already: deployment ${account.requested_as}.`;
  if (deed === 'tag' && account.requested_as === null)
    return `'${nameOf(account)}' was neither requested nor adopted. Adopt it, which writes its tags.`;
  if ((deed === 'reopen' || deed === 'release') && account.is_late)
    return account.last_day === null
      ? `The portal did not ${deed === 'reopen' ? 'close' : 'freeze'} '${nameOf(account)}', so it does not know the way back.`
      : `'${nameOf(account)}' could come back until ${account.last_day}, which has passed.`;
  return null;
}

/** Keeps what became of an account, or that it is in use again. */
export async function keepLife(
  tx: PoolClient,
  account: number,
  life: {
    state: AccountState;
    days: number | null;
    graceDays: number;
    deployment: number;
    kept: Ids;
    listedInactive: boolean;
  },
): Promise<string | null> {
  const { state, days, graceDays, deployment, kept, listedInactive } = life;
  if (state === 'in_use') {
    await tx.query('DELETE FROM account_lives WHERE cloud_parent_id = $1', [account]);
    return null;
  }
  const { rows } = await tx.query<{ last_day: string | null }>(
    `INSERT INTO account_lives (cloud_parent_id, state, last_day, grace_days, deployment_id, kept, listed_inactive)
     VALUES ($1, $2, today() + $3::integer, $4, $5, $6, $7)
     ON CONFLICT (cloud_parent_id) DO UPDATE SET state = excluded.state, since = now(), last_day = excluded.last_day,
       grace_days = excluded.grace_days, deployment_id = excluded.deployment_id, kept = excluded.kept, listed_inactive = excluded.listed_inactive
     RETURNING last_day::text AS last_day`,
    [account, state, days, graceDays, deployment, JSON.stringify(kept), listedInactive],
  );
  return rows[0]?.last_day ?? null;
}
