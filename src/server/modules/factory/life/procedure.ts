import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { cloudDeeds, deedKinds, type CloudDeed, type AccountState } from '#resources/account-life.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { holdDeployment } from '../ledger/rows.ts';
import type { EndWords, Made, Procedure } from '../ledger/procedure.ts';
import type { CloudAtHand } from '../ledger/cloud.ts';
import type { FactoryParts } from '../parts.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { otherOwnerOf } from './agreements.ts';
import { accountIn, keptIn, type CloudLife, type DeedRecipe } from './cloud-life.ts';
import { mailEnd } from './mails.ts';
import { againstIt, holdAccount, keepLife, nameOf, readAccount, refuseSecond } from './store.ts';

type Parts = Pick<FactoryParts, 'services' | 'outbox' | 'config' | 'clouds'>;

/** How an account is once something is done with it. */
const AFTER: Readonly<Record<CloudDeed, AccountState>> = {
  freeze: 'frozen',
  release: 'in_use',
  close: 'closed',
  reopen: 'in_use',
};

const words: EndWords = {
  done: 'is done',
  lines: ['The page of the account has what is possible now, and its whole life.'],
  failed: 'could not be done',
  late: 'Let it end; the page of the account says whether there is a way back.',
};

/** What the cloud of this name does with accounts that are there; undefined where it is not connected, or offers nothing. */
export const lifeIn = (clouds: readonly CloudAtHand[], cloud: unknown): CloudLife | undefined => {
  const found = clouds.find((one) => one.cloud === cloud);
  return found?.recipe ? found.life : undefined;
};

/** The account that a request is about, as its record has it. */
const parentIn = (request: Values): number => Number(request['cloud_parent_id']);

/** How something is done with accounts, whichever cloud they are in: by its recipe, and then the portal knows how they are. */
export const lifeProcedures = (parts: Parts): Procedure[] =>
  cloudDeeds.map((deed) => ({
    kind: deedKinds[deed],
    steps: (request) => recipeIn(parts, request, deed).steps,
    identifier: (_ids, request) => accountIn(request),
    mayGoOn: (tx, row) => refuseOvertaken(tx, row, deed),
    finish: (tx, made, who) => finish(tx, parts, made, deed, who),
    words,
  }));

function recipeIn({ clouds }: Pick<Parts, 'clouds'>, request: Values, deed: CloudDeed): DeedRecipe {
  const recipe = lifeIn(clouds, request['cloud'])?.deeds[deed];
  if (!recipe) throw new Refusal(409, `This portal cannot ${deed} accounts of this cloud at the moment.`);
  return recipe;
}

/** @throws {Refusal} 409 where something else is done with the account, or was since it failed */
async function refuseOvertaken(
  tx: PoolClient,
  { id, request }: { id: number; request: Values },
  deed: CloudDeed,
): Promise<void> {
  const account = await holdAccount(tx, parentIn(request));
  await refuseSecond(tx, account, id);
  const problem = againstIt(account, deed);
  if (problem !== null) throw new Refusal(409, `${problem} Cancel this deployment.`);
  const owner = deed === 'close' ? await otherOwnerOf(tx, id, account) : null;
  if (owner !== null)
    throw new Refusal(
      409,
      `'${nameOf(account)}' is in the name of ${owner} by now, whose agreement was not requested. Request its closure anew.`,
    );
}

async function finish(
  tx: PoolClient,
  parts: Parts,
  { id, request, ids, owner }: Made,
  deed: CloudDeed,
  who: Who,
): Promise<void> {
  const { services } = parts;
  const recipe = recipeIn(parts, request, deed);
  const parent = parentIn(request);
  const state = AFTER[deed];
  let lastDay: string | null = null;
  let reachable = owner;
  const { rowCount } = await tx.query('SELECT 1 FROM cloud_parents WHERE id = $1 FOR NO KEY UPDATE', [
    parent,
  ]);
  // Who deletes the record meanwhile has the cloud's account all the same.
  if (rowCount === 1) {
    const account = await readAccount(tx, parent);
    reachable = account.reachable;
    lastDay = await keepLife(tx, parent, {
      state,
      days: recipe.days,
      graceDays: recipe.graceDays ?? 0,
      deployment: id,
      kept: { ...keptIn(request), ...ids },
      listedInactive: recipe.listedInactive ?? false,
    });
    const terminated = state === 'closed';
    if (account.terminated !== terminated)
      await services.update(
        cloudParents.name,
        parent,
        { terminated },
        { ...who, reason: String(request['reason']) },
        tx,
      );
    // What was read of the cloud before is no difference to what was done since.
    await tx.query(
      'UPDATE inventory_read_accounts SET active = $3 WHERE provider_type = $1 AND key = lower(btrim($2)) AND active <> $3',
      [account.provider_type, account.identifier, !terminated],
    );
    await tx.query(
      'UPDATE account_details SET place = NULL, frozen = NULL WHERE provider_type = $1 AND key = lower(btrim($2))',
      [account.provider_type, account.identifier],
    );
  }
  const row = await holdDeployment(tx, id);
  await mailEnd(tx, parts, row, { deed, owner: reachable, wayBack: recipe.wayBack, lastDay }, who);
}
