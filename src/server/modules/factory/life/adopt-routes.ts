import { adoptAccount, type AdoptionPreview } from '#calls/account-life.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, servePrepared } from '#server/platform/http/serve.ts';
import { mailApproval } from '../approval-mails.ts';
import { kindName } from '../ledger/mails.ts';
import type { ServedFactory } from '../parts.ts';
import { adoptionSteps } from './adopt-steps.ts';
import { adoptedParts } from './adopted.ts';
import { checkAdoption, type CheckedAdoption } from './adoption.ts';
import { ADOPTION, adoptionRequest, beginAdoption, isDecided } from './begin-adoption.ts';
import { beginDeed, demandReason } from './begin-deed.ts';
import { ownerAndDesk } from './mails.ts';
import { deciders } from './record-changes.ts';
import { busyWith, readAccount, type LivingAccount } from './store.ts';

/** The call that adopts an account that nobody requested, and says beforehand what would change. */
export function adoptionRoute(door: Door, parts: ServedFactory): void {
  const { db, queue, deployments } = parts;
  servePrepared(
    door,
    adoptAccount,
    async ({ params: { id }, body: { dry_run: wantsPreview, reason, ...given }, actor, request }) => {
      const who = requesterOf(request, actor);
      const account = await readAccount(db, id);
      const checked = await checkAdoption(parts, account, given);
      if (wantsPreview) return new Previewed(await previewOf(parts, account, checked));
      const why = demandReason(reason);
      await queue.ready();
      return beginDeed(parts, { id, deed: 'adopt', problems: checked.problems }, async (tx, held) => {
        const waitsForApproval = await isDecided(tx, parts, [{ account: held, checked }]);
        const begun = { reason: why, waitsForApproval };
        const deployment = await beginAdoption(tx, parts, held, checked, begun, who);
        if (waitsForApproval) await mailApproval(tx, parts, deployment, { label: kindName(ADOPTION) }, who);
        return deployment;
      });
    },
    () => deployments.wake(),
  );
  refuseOtherMethods(door.scope, `/api${adoptAccount.path}`, ['POST']);
}

async function previewOf(
  parts: ServedFactory,
  account: LivingAccount,
  checked: CheckedAdoption,
): Promise<{ data: AdoptionPreview; meta: { unchecked: string | null } }> {
  const { at, values, problems, unchecked } = checked;
  const busy = await busyWith(parts.db, account);
  const decides = await isDecided(parts.db, parts, [{ account, checked }]);
  const steps = at ? adoptionSteps(parts, adoptionRequest(account, checked, '')) : [];
  return {
    data: {
      ...adoptedParts(account, checked),
      told: ownerAndDesk(textOf(values, 'owner').trim().toLowerCase() || null, parts),
      decides: deciders(decides),
      steps: steps.map(({ label }) => label),
      problems: [...busy, ...problems],
    },
    meta: { unchecked },
  };
}
