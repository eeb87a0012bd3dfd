import type { PoolClient } from 'pg';
import { adoptAccount, type AdoptionPreview } from '#calls/account-life.ts';
import { conflict } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { deedKinds } from '#resources/account-life.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import { ruleOf } from '#server/engine/review/rules.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, servePrepared } from '#server/platform/http/serve.ts';
import { mailApproval } from '../approval-mails.ts';
import { budgetWords } from '../budget.ts';
import { kindName } from '../ledger/mails.ts';
import { isApproved, type ServedFactory } from '../parts.ts';
import { adoptionSteps } from './adopt-steps.ts';
import { checkAdoption, lackingOf, recordOf, valueIn, type CheckedAdoption } from './adoption.ts';
import { beginDeed, demandReason } from './begin-deed.ts';
import { toldOf } from './mails.ts';
import { nameOf, readAccount, underWayOf, type LivingAccount } from './store.ts';

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
  const waitsForApproval = await isDecided(tx, parts, account, values);
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

/** Whether somebody else decides: where the settings name adoptions, or the rule of the model a field that changes. */
async function isDecided(
  runner: Runner,
  { config }: Pick<ServedFactory, 'config'>,
  { id }: Pick<LivingAccount, 'id'>,
  values: Values,
): Promise<boolean> {
  if (isApproved(config.approvals, KIND)) return true;
  const { fields } = await ruleOf(runner, cloudParents);
  if (fields.length === 0) return false;
  const changed = await changesOf(runner, id, values);
  return changed.some(({ field }) => fields.includes(field));
}

/** The fields of the record that an adoption changes. */
async function changesOf(
  runner: Runner,
  id: number,
  values: Values,
): Promise<{ field: string; before: string | null; after: string }[]> {
  const { rows } = await runner.query<{ record: Values }>({
    text: 'SELECT to_jsonb(p) AS record FROM cloud_parents p WHERE id = $1',
    values: [id],
  });
  const record = rows[0]?.record ?? {};
  const shown = (value: unknown) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return Object.entries(recordOf(values)).flatMap(([field, value]) => {
    const before = shown(record[field]);
    const after = shown(value) ?? '';
    return before === after ? [] : [{ field, before, after }];
  });
}

/** Fields by the names that people read. */
const labelOf = (field: string): string =>
  Object.entries(cloudParents.fields).find(([name]) => name === field)?.[1].label ?? field;

async function previewOf(
  parts: ServedFactory,
  account: LivingAccount,
  checked: CheckedAdoption,
): Promise<{ data: AdoptionPreview; meta: { unchecked: string | null } }> {
  const { at, values, named, there, problems, unchecked } = checked;
  const underWay = await underWayOf(parts.db, account.identifier);
  const busy = underWay
    ? [`Deployment ${underWay.deployment}, which ${underWay.requested_by} asked for, is under way with it.`]
    : [];
  const changes = await changesOf(parts.db, account.id, values);
  const wanted = at?.life.tagging.wanted(named) ?? [];
  const lacking = at ? lackingOf(at.life.tagging, there ?? {}, wanted) : [];
  const decides = await isDecided(parts.db, parts, account, values);
  const steps = at ? adoptionSteps(parts, requestOf(account, checked, '')) : [];
  return {
    data: {
      changes: changes.map(({ field, before, after }) => ({ label: labelOf(field), before, after })),
      tags: lacking.map(({ name, value }) => ({
        name,
        before: (at && there ? valueIn(at.life.tagging, there, name) : undefined) ?? null,
        after: value,
      })),
      budget: at ? budgetWords(at.recipe.request, named) : null,
      told: toldOf(textOf(values, 'owner').trim().toLowerCase() || null, parts),
      decides: decides ? ['Somebody else at the desk, on the page of the deployment.'] : [],
      steps: steps.map(({ label }) => label),
      problems: [...busy, ...problems],
    },
    meta: { unchecked },
  };
}
