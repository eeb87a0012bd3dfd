import { doWithAccount, readAccountLife } from '#calls/account-life.ts';
import { Refusal } from '#kernel/errors.ts';
import { accountDeeds, deedKinds, type AccountDeed, type CloudDeed } from '#resources/account-life.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, serve, servePrepared } from '#server/platform/http/serve.ts';
import type { PoolClient } from 'pg';
import { mailApproval } from '../approval-mails.ts';
import { kindName } from '../ledger/mails.ts';
import { holdDeployment } from '../ledger/rows.ts';
import type { ServedFactory } from '../parts.ts';
import { livingCloudOf } from './adoption.ts';
import type { CloudLife } from './cloud-life.ts';
import { agreementOf, askOwner } from './agreements.ts';
import { isChange } from './change.ts';
import { beginDeed, demandReason } from './begin-deed.ts';
import { mailOwner } from './mails.ts';
import { lifeOf } from './line.ts';
import { checkDeed, cloudOf, isDecided, previewDeed, recipeFor } from './preview.ts';
import { againstIt, nameOf, readAccount, underWayOf, type LivingAccount } from './store.ts';

/** The calls that read the state of an account, and that freeze, release, close or reopen it. */
export function lifeRoutes(door: Door, parts: ServedFactory): void {
  const { db, queue, deployments } = parts;
  serve(door, readAccountLife, async ({ params: { id } }) => {
    const account = await readAccount(db, id);
    const underWay = await underWayOf(db, account.identifier);
    const at = cloudOf(parts, account);
    const isPossible = (deed: AccountDeed) =>
      againstIt(account, deed) === null &&
      (deed === 'adopt' || isChange(deed)
        ? livingCloudOf(parts, account) !== null
        : typeof recipeFor(parts, account, deed) !== 'string');
    return {
      state: account.state,
      since: account.since,
      last_day: account.last_day,
      way_back: wayBackOf(account, at?.recipe ? at.life : undefined),
      under_way: underWay,
      offered: underWay === null ? accountDeeds.filter(isPossible) : [],
      cloud: at?.recipe ? (at.life?.called ?? null) : null,
      moments: await lifeOf(db, account),
    };
  });
  servePrepared(
    door,
    doWithAccount,
    async ({ params: { id, deed }, body: { reason, dry_run: wantsPreview }, actor, request }) => {
      const who = requesterOf(request, actor);
      const account = await readAccount(db, id);
      if (wantsPreview) return new Previewed(await previewDeed(parts, account, deed));
      const why = demandReason(reason);
      // The cloud is called before anything is locked.
      const { problems } = await checkDeed(parts, account, deed);
      await queue.ready();
      return beginDeed(parts, { id, deed, problems }, (tx, held) =>
        beginCloudDeed(tx, parts, held, { deed, reason: why }, who),
      );
    },
    () => deployments.wake(),
  );
  refuseOtherMethods(door.scope, `/api${readAccountLife.path}`, ['GET']);
  refuseOtherMethods(door.scope, `/api${doWithAccount.path}`, ['POST']);
}

/** How what the portal has frozen or closed comes back. */
function wayBackOf({ state, since }: LivingAccount, life: CloudLife | undefined): string | null {
  if (since === null || state === 'in_use') return null;
  return life?.deeds[state === 'frozen' ? 'freeze' : 'close']?.wayBack ?? null;
}

/** Begins a deployment about an account, and asks those who have to agree. */
export async function beginCloudDeed(
  tx: PoolClient,
  parts: ServedFactory,
  account: LivingAccount,
  { deed, reason }: { deed: CloudDeed; reason: string },
  who: Who,
): Promise<number> {
  const at = cloudOf(parts, account);
  if (!at?.recipe) throw new Refusal(409, 'Nothing can be done with accounts of this cloud here.');
  const kind = deedKinds[deed];
  const waitsForApproval = isDecided(parts, deed);
  const id = await parts.deployments.begin(
    tx,
    {
      kind,
      provider_type: account.provider_type,
      name: nameOf(account),
      cost_center: account.cost_center,
      owner: account.owner,
      simulated: at.reached.simulated,
      request: {
        cloud: at.cloud,
        account: account.identifier,
        cloud_parent_id: account.id,
        reason,
        kept: account.kept,
      },
      waitsForApproval,
      title: `${kindName(kind)} of ${nameOf(account)}`,
    },
    who,
  );
  if (!waitsForApproval) return id;
  await mailApproval(tx, parts, id, { label: kindName(kind) }, who);
  if (deed !== 'close' || account.reachable === null) return id;
  await askOwner(tx, id, account.reachable, who.actor.email);
  const agreement = await agreementOf(tx, id);
  if (agreement?.agreed_at === null)
    await mailOwner(tx, parts, await holdDeployment(tx, id), account.reachable, who);
  return id;
}
