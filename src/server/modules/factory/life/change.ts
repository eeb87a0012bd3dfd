import type { PoolClient } from 'pg';
import type { ChangePreview } from '#calls/account-change.ts';
import { conflict } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { deedKinds, type AccountDeed } from '#resources/account-life.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { mailApproval } from '../approval-mails.ts';
import { kindName } from '../ledger/mails.ts';
import type { FactoryParts, ServedFactory } from '../parts.ts';
import type { LivingCloud } from './adoption.ts';
import { ownerAndDesk } from './mails.ts';
import { deciders, inWords, needsSecond, type RecordChange } from './record-changes.ts';
import { busyWith, nameOf, type LivingAccount } from './store.ts';

/** What is changed in the cloud of an account that is there. */
export type ChangeDeed = Extract<AccountDeed, 'move' | 'tag'>;
export const isChange = (deed: AccountDeed): deed is ChangeDeed => deed === 'move' || deed === 'tag';

/** A change as it would be done, and all that stands against it. */
export interface PlannedChange {
  deed: ChangeDeed;
  account: LivingAccount;
  at: LivingCloud | null;
  /** What its deployment has beside account and reason. */
  request: Values;
  changes: RecordChange[];
  shown: Pick<ChangePreview, 'from' | 'to' | 'effects' | 'tags' | 'steps'>;
  problems: string[];
  /** Why it could not be checked with the cloud; null where it was. */
  unchecked: string | null;
}

/** What a preview shows where nothing can be planned. */
export const NOTHING_SHOWN: PlannedChange['shown'] = {
  from: null,
  to: null,
  effects: [],
  tags: [],
  steps: [],
};

export const NOT_CONNECTED = 'Its cloud is not connected, so that nothing can be changed there.';

/** What would be done, who is mailed, and who has to agree. */
export async function previewChange(
  parts: Pick<FactoryParts, 'db' | 'config'>,
  { deed, account, changes, shown, problems, unchecked }: PlannedChange,
): Promise<{ data: ChangePreview; meta: { unchecked: string | null } }> {
  return {
    data: {
      ...shown,
      changes: inWords(changes),
      told: ownerAndDesk(account.reachable, parts),
      decides: deciders(await needsSecond(parts.db, parts, deedKinds[deed], changes)),
      problems: [...(await busyWith(parts.db, account)), ...problems],
    },
    meta: { unchecked },
  };
}

/** The request of a deployment that changes an account, as the ledger keeps it. */
export const requestOf = ({ at, account, request }: PlannedChange, reason: string): Values => ({
  ...request,
  cloud: at?.cloud,
  account: account.identifier,
  cloud_parent_id: account.id,
  reason,
});

/** Begins a change against which nothing stands; answers its deployment. */
export async function beginChange(
  tx: PoolClient,
  parts: ServedFactory,
  planned: PlannedChange,
  reason: string,
  who: Who,
): Promise<number> {
  const { deed, account, at, changes } = planned;
  if (!at) throw conflict(NOT_CONNECTED);
  const kind = deedKinds[deed];
  const waitsForApproval = await needsSecond(tx, parts, kind, changes);
  const id = await parts.deployments.begin(
    tx,
    {
      kind,
      provider_type: account.provider_type,
      name: nameOf(account),
      cost_center: account.cost_center,
      owner: account.owner,
      simulated: at.reached.simulated,
      request: requestOf(planned, reason),
      waitsForApproval,
      title: `${kindName(kind)} of ${nameOf(account)}`,
    },
    who,
  );
  if (waitsForApproval) await mailApproval(tx, parts, id, { label: kindName(kind) }, who);
  return id;
}
