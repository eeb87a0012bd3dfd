import { listAccountPlaces, moveAccount, tagAccount, type AccountPlaces } from '#calls/account-change.ts';
import { conflict, Refusal } from '#kernel/errors.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, serve, servePrepared } from '#server/platform/http/serve.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { ServedFactory } from '../parts.ts';
import { livingCloudOf } from './adoption.ts';
import { beginDeed, demandReason } from './begin-deed.ts';
import { beginChange, NOT_CONNECTED, previewChange, type PlannedChange } from './change.ts';
import type { CloudPlaces } from './cloud-places.ts';
import { planMove } from './move.ts';
import { readAccount, type LivingAccount } from './store.ts';
import { planTags } from './tag-account.ts';

/** The calls that move an account in its cloud and write its tags, and say beforehand what that means. */
export function changeRoutes(door: Door, parts: ServedFactory): void {
  const { db, deployments } = parts;
  serve(door, listAccountPlaces, async ({ params: { id } }) => {
    const account = await readAccount(db, id);
    const at = livingCloudOf(parts, account);
    if (!at) throw conflict(NOT_CONNECTED);
    return placesOf(at.life.places, account);
  });
  const wake = () => deployments.wake();
  servePrepared(
    door,
    moveAccount,
    async ({ params: { id }, body: { place, ...body }, actor, request }) => {
      const who = requesterOf(request, actor);
      return changeOf(parts, await planMove(parts, await readAccount(db, id), place), body, who);
    },
    wake,
  );
  servePrepared(
    door,
    tagAccount,
    async ({ params: { id }, body, actor, request }) => {
      const who = requesterOf(request, actor);
      return changeOf(parts, await planTags(parts, await readAccount(db, id)), body, who);
    },
    wake,
  );
  refuseOtherMethods(door.scope, `/api${listAccountPlaces.path}`, ['GET']);
  for (const { path } of [moveAccount, tagAccount]) refuseOtherMethods(door.scope, `/api${path}`, ['POST']);
}

/** The preview of a change, or the change that begins it. */
async function changeOf(
  parts: ServedFactory,
  planned: PlannedChange,
  { reason, dry_run: wantsPreview }: { reason: string | null | undefined; dry_run: boolean },
  who: Who,
) {
  if (wantsPreview) return new Previewed(await previewChange(parts, planned));
  const why = demandReason(reason);
  await parts.queue.ready();
  const { deed, account, problems } = planned;
  return beginDeed(parts, { id: account.id, deed, problems }, (tx, held) =>
    beginChange(tx, parts, { ...planned, account: held }, why, who),
  );
}

async function placesOf(places: CloudPlaces, { identifier }: LivingAccount): Promise<AccountPlaces> {
  try {
    const [now, all] = [await places.of(identifier), await places.all()];
    return {
      called: places.called,
      now: now && { id: now.id, path: now.path },
      places: all
        .filter(({ refused }) => refused === undefined)
        .map(({ id, path }) => ({ id, path }))
        .toSorted((one, other) => one.path.localeCompare(other.path, 'en')),
    };
  } catch (error) {
    if (error instanceof ProviderFailure) throw new Refusal(503, error.message);
    throw error;
  }
}
