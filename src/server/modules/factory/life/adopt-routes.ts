import type { PoolClient } from 'pg';
import { adoptAccount, type AdoptionPreview } from '#calls/account-life.ts';
import { conflict } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { deedKinds } from '#resources/account-life.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, servePrepared } from '#server/platform/http/serve.ts';
import { mailApproval } from '../approval-mails.ts';
import { budgetWords } from '../budget.ts';
import { kindName } from '../ledger/mails.ts';
import type { ServedFactory } from '../parts.ts';
import { adoptionSteps } from './adopt-steps.ts';
import { checkAdoption, recordOf, writtenTags, type CheckedAdoption } from './adoption.ts';
import { beginDeed, demandReason } from './begin-deed.ts';
import { toldOf } from './mails.ts';
import { changesOf, deciders, inWords, needsSecond } from './record-changes.ts';
import { busyWith, nameOf, readAccount, type LivingAccount } from './store.ts';

const KIND = deedKinds.adopt;

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
      return beginDeed(parts, { id, deed: 'adopt', problems: checked.problems }, (tx, held) =>
        begin(tx, parts, held, { checked, reason: why }, who),
      );
    },
    () => deployments.wake(),
  );
  refuseOtherMethods(door.scope, `/api${adoptAccount.path}`, ['POST']);
}

/** The request of a deployment that adopts an account, as the ledger keeps it. */
const requestOf = (
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

async function begin(
  tx: PoolClient,
  parts: ServedFactory,
  account: LivingAccount,
  { checked, reason }: { checked: CheckedAdoption; reason: string },
  who: Who,
): Promise<number> {
  const { at, values } = checked;
  if (!at) throw conflict('Its cloud is not connected, so that its tags cannot be written.');
  const { decides: waitsForApproval } = await decidedOf(tx, parts, account.id, values);
  const id = await parts.deployments.begin(
    tx,
    {
      kind: KIND,
      provider_type: account.provider_type,
      name: nameOf(account),
      cost_center: textOf(values, 'cost_center'),
      owner: textOf(values, 'owner'),
      simulated: at.reached.simulated,
      request: requestOf(account, checked, reason),
      waitsForApproval,
      title: `${kindName(KIND)} of ${nameOf(account)}`,
    },
    who,
  );
  if (waitsForApproval) await mailApproval(tx, parts, id, { label: kindName(KIND) }, who);
  return id;
}

/** What an adoption changes on the record, and whether somebody else decides on it. */
async function decidedOf(runner: Runner, parts: Pick<ServedFactory, 'config'>, id: number, values: Values) {
  const changes = await changesOf(runner, id, recordOf(values));
  return { changes, decides: await needsSecond(runner, parts, KIND, changes) };
}

async function previewOf(
  parts: ServedFactory,
  account: LivingAccount,
  checked: CheckedAdoption,
): Promise<{ data: AdoptionPreview; meta: { unchecked: string | null } }> {
  const { at, values, named, there, problems, unchecked } = checked;
  const busy = await busyWith(parts.db, account);
  const { changes, decides } = await decidedOf(parts.db, parts, account.id, values);
  const wanted = at?.life.tagging.wanted(named) ?? [];
  const steps = at ? adoptionSteps(parts, requestOf(account, checked, '')) : [];
  return {
    data: {
      changes: inWords(changes),
      tags: at ? writtenTags(at.life.tagging, there, wanted) : [],
      budget: at ? budgetWords(at.recipe.request, named) : null,
      told: toldOf(textOf(values, 'owner').trim().toLowerCase() || null, parts),
      decides: deciders(decides),
      steps: steps.map(({ label }) => label),
      problems: [...busy, ...problems],
    },
    meta: { unchecked },
  };
}
