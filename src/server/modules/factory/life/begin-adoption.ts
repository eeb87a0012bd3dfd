import type { PoolClient } from 'pg';
import { conflict } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { deedKinds } from '#resources/account-life.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { kindName } from '../ledger/mails.ts';
import type { ServedFactory } from '../parts.ts';
import { recordOf } from './adopted.ts';
import type { CheckedAdoption } from './adoption.ts';
import { changesOf, needsSecond } from './record-changes.ts';
import { nameOf, type LivingAccount } from './store.ts';

/** The kind of deployments that adopt an account. */
export const ADOPTION = deedKinds.adopt;

/** The request of a deployment that adopts an account, as the ledger keeps it. */
export const adoptionRequest = (
  account: LivingAccount,
  { at, named, values }: CheckedAdoption,
  reason: string,
): Values => ({
  ...named,
  cloud: at?.cloud,
  account: account.identifier,
  cloud_parent_id: account.id,
  reason,
  adopted: values,
});

/** How an adoption is begun: why, whether it waits for a second person, and the batch that it is one of. */
interface Begun {
  reason: string;
  waitsForApproval: boolean;
  batch?: number;
}

/** Begins the deployment that adopts an account; answers its id. */
export async function beginAdoption(
  tx: PoolClient,
  { deployments }: ServedFactory,
  account: LivingAccount,
  checked: CheckedAdoption,
  { reason, ...begun }: Begun,
  who: Who,
): Promise<number> {
  const { at, values } = checked;
  if (!at) throw conflict('Its cloud is not connected, so that its tags cannot be written.');
  return deployments.begin(
    tx,
    {
      kind: ADOPTION,
      provider_type: account.provider_type,
      name: nameOf(account),
      cost_center: textOf(values, 'cost_center'),
      owner: textOf(values, 'owner'),
      simulated: at.reached.simulated,
      request: adoptionRequest(account, checked, reason),
      ...begun,
      title: `${kindName(ADOPTION)} of ${nameOf(account)}`,
    },
    who,
  );
}

/** Whether somebody else decides about any of these: where the settings name adoptions, or the rule of the model a field that changes. */
export const isDecided = (
  runner: Runner,
  parts: Pick<ServedFactory, 'config'>,
  adoptions: readonly { account: LivingAccount; checked: Pick<CheckedAdoption, 'values'> }[],
): Promise<boolean> =>
  needsSecond(
    runner,
    parts,
    ADOPTION,
    adoptions.flatMap(({ account, checked }) => changesOf(account, recordOf(checked.values))),
  );
